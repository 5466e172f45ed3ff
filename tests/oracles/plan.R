# Power and items of paired comparisons: McNemar tests by binom.test and dbinom, Tango's test with the
# restricted likelihood maximised numerically, a normal mean by pwr, the limits of pilots by qbeta and qchisq.
# Run in this folder: Rscript plan.R (R 4.2.2, pwr 1.3-0; writes plan.json)

source("json.R")

p_values <- list(
  "mcnemar-exact" = function(s, d) binom.test(s, d)$p.value,
  "mcnemar-mid-p" = function(s, d) min(1, 2 * (pbinom(s, d, 0.5, lower.tail = FALSE) + dbinom(s, d, 0.5) / 2)),
  "mcnemar" = function(s, d) pchisq(max(abs(2 * s - d) - 1, 0)^2 / d, 1, lower.tail = FALSE)
)
limit <- function(d, method, alpha) {
  if (d == 0) return(1)
  wins <- (floor(d / 2) + 1):d
  p <- vapply(wins, p_values[[method]], 0, d = d)
  if (any(p <= alpha)) min(wins[p <= alpha]) else d + 1
}
mcnemar <- function(psi, delta, method, alpha, sizes, wish) {
  top <- qbinom(1e-13, max(sizes), psi, lower.tail = FALSE)
  given <- vapply(0:top, function(d) {
    pbinom(limit(d, method, alpha) - 1, d, min((1 + delta / psi) / 2, 1), lower.tail = FALSE)
  }, 0)
  power <- function(n) sum(dbinom(0:top, n, psi) * given)
  all <- vapply(1:max(sizes), power, 0)
  list(
    disagreement = psi, difference = delta, method = method, alpha = alpha, sizes = I(sizes),
    power = I(all[sizes]), wish = wish, items = max(which(all < wish)) + 1
  )
}
score <- function(w, l, n, delta) {
  loglik <- function(q) dmultinom(c(w, l, n - w - l), prob = c(q + delta, q, 1 - 2 * q - delta), log = TRUE)
  range <- c(max(0, -delta), (1 - delta) / 2)
  q <- optimize(loglik, range, maximum = TRUE, tol = 1e-12)$maximum
  (w - l - n * delta) / sqrt(n * (2 * q + delta * (1 - delta)))
}
tango <- function(psi, delta, margin, alpha, n) {
  power <- 0
  for (w in 0:n) for (l in 0:(n - w)) {
    chance <- dmultinom(c(w, l, n - w - l), prob = c((psi + delta) / 2, (psi - delta) / 2, 1 - psi))
    if (chance < 1e-14) next
    if (score(w, l, n, -margin) >= qnorm(alpha, lower.tail = FALSE)) power <- power + chance
  }
  list(disagreement = psi, difference = delta, margin = margin, alpha = alpha, n = n, power = power)
}
normal <- function(deviation, difference, alpha, power) {
  n <- pwr::pwr.norm.test(d = difference / deviation, sig.level = alpha, power = power)$n
  list(deviation = deviation, difference = difference, alpha = alpha, power = power, items = ceiling(n))
}
pilot <- function(discordant, n) {
  list(discordant = discordant, n = n, upper = qbeta(0.8, discordant + 0.5, n - discordant + 0.5))
}
found <- list(
  mcnemar = list(
    mcnemar(0.10, 0.03, "mcnemar-mid-p", 0.05, c(100, 870, 1500), 0.8),
    mcnemar(0.10, 0.03, "mcnemar-exact", 0.05, c(100, 870, 1500), 0.8),
    mcnemar(0.10, 0.03, "mcnemar", 0.05, c(100, 870, 1500), 0.8),
    mcnemar(0.40, 0.10, "mcnemar-mid-p", 0.01, c(50, 700), 0.9),
    mcnemar(1.00, 0.30, "mcnemar-exact", 0.05, c(20, 88, 300), 0.8),
    mcnemar(0.15, 0.15, "mcnemar", 0.05, c(40, 200), 0.8)
  ),
  tango = list(
    tango(0.10, 0, 0.10, 0.025, 60),
    tango(0.30, 0.05, 0.10, 0.05, 40),
    tango(0.20, -0.05, 0.15, 0.025, 70)
  ),
  normal = list(normal(0.4, 0.05, 0.05, 0.8), normal(1.7, 0.2, 0.01, 0.9), normal(0.2, 0.1, 0.05, 0.95)),
  pilot = list(pilot(12, 100), pilot(0, 50), pilot(3, 7))
)
writeLines(as_json(found), "plan.json")
