# Tango's score test and interval for the difference of two paired rates, and the exact unconditional test, each
# written from its definition: the nuisance parameter by numeric maximisation of the likelihood, the score and its
# variance from the cell probabilities, sums over all samples. Run in this folder: Rscript gate.R
# (base R; writes gate.json)

source("json.R")

loglik <- function(q, w, l, n, d) {
  cells <- c(q + d, q, 1 - d - 2 * q)
  counts <- c(w, l, n - w - l)
  sum(ifelse(counts > 0, counts * log(pmax(cells, 1e-300)), 0))
}

restricted <- function(w, l, n, d) {
  optimize(function(q) loglik(q, w, l, n, d), c(max(0, -d), (1 - d) / 2), maximum = TRUE, tol = 1e-14)$maximum
}

# (p_w - p_l - d) / its standard deviation under d
score <- function(w, l, n, d) {
  q <- restricted(w, l, n, d)
  ((w - l) / n - d) / sqrt(((q + d) + q - d^2) / n)
}

bound <- function(w, l, n, alpha) {
  z <- qnorm(1 - alpha)
  uniroot(function(d) score(w, l, n, d) - z, c(-1 + 1e-9, (w - l) / n), tol = 1e-13)$root
}

tango <- lapply(list(
  c(15, 35, 412, 0.10), c(40, 42, 1000, 0.02), c(0, 0, 150, 0.05), c(3, 0, 120, 0.02), c(0, 9, 300, 0.05),
  c(120, 118, 400, 0.08), c(1, 1, 5000, 0.002), c(60, 40, 100, 0.10)
), function(x) list(
  only_new = x[1], only_old = x[2], n = x[3], margin = x[4],
  z = score(x[1], x[2], x[3], -x[4]), p = pnorm(-score(x[1], x[2], x[3], -x[4])),
  low = bound(x[1], x[2], x[3], 0.025), high = -bound(x[2], x[1], x[3], 0.025)
))

# The p-value of Lloyd and Moldovan: the tail of the score at each sample's own nuisance value orders the samples,
# and the largest probability of that order is the p-value.
exact <- function(w, l, n, m) {
  s <- expand.grid(w = 0:n, l = 0:n)
  s <- s[s$w + s$l <= n, ]
  ways <- lfactorial(n) - lfactorial(s$w) - lfactorial(s$l) - lfactorial(n - s$w - s$l)
  term <- function(k, p) ifelse(k > 0, k * log(max(p, 1e-300)), 0)
  chance <- function(q) exp(ways + term(s$w, q - m) + term(s$l, q) + term(n - s$w - s$l, 1 + m - 2 * q))
  q <- mapply(restricted, s$w, s$l, n, -m)
  z <- ((s$w - s$l) / n + m) / sqrt(pmax((2 * q - m - m^2) / n, 1e-300))
  own <- sapply(seq_along(z), function(i) sum(chance(q[i])[z >= z[i] - 1e-7]))
  here <- own[s$w == w & s$l == l]
  among <- own <= here * (1 + 1e-7)
  max(sapply(seq(m, (1 + m) / 2, length.out = 4001), function(q) sum(chance(q)[among])))
}

few <- lapply(list(
  c(1, 1, 20, 0.2), c(0, 0, 30, 0.1), c(3, 5, 40, 0.15), c(2, 0, 25, 0.05), c(0, 1, 12, 0.3), c(0, 0, 1, 0.1)
), function(x) list(only_new = x[1], only_old = x[2], n = x[3], margin = x[4], p = exact(x[1], x[2], x[3], x[4])))

writeLines(as_json(list(tango = tango, exact = few)), "gate.json")
