# Limits for a rate as R computes them, for test_intervals.py. Run in this folder:
#   Rscript intervals.R
# which writes intervals.csv. One row: kind, tail left outside each end, items M, errors m, both limits.
sizes <- c(1, 2, 5, 20, 100)
two_hundred <- c(0:12, 50, 99:101, 150, 188:200)
million <- c(0, 1, 2, 3, 10, 998, 999, 1000, 1001, 33333, 5e5, 1e6 - 1000, 1e6 - 10, 1e6 - 1, 1e6)
cases <- do.call(rbind, lapply(sizes, function(M) cbind(M = M, m = 0:M)))
cases <- rbind(cases, cbind(M = 200, m = two_hundred), cbind(M = 1e6, m = million))

posterior <- function(m, M, tail, u, v)
  c(qbeta(tail, m + u, M - m + v), qbeta(tail, m + u, M - m + v, lower.tail = FALSE))
bounds <- function(program, m, M, tail, ...) {
  # The two one-sided bounds at 1 - tail are the ends of the two-sided interval.
  c(program(m, M, alternative = "greater", conf.level = 1 - tail, ...)$conf.int[1],
    program(m, M, alternative = "less", conf.level = 1 - tail, ...)$conf.int[2])
}
kinds <- list(
  "jeffreys" = function(m, M, tail) {
    ends <- posterior(m, M, tail, 0.5, 0.5)
    c(if (m == 0) 0 else ends[1], if (m == M) 1 else ends[2])
  },
  "beta" = function(m, M, tail) posterior(m, M, tail, 1, 3.67),
  "clopper-pearson" = function(m, M, tail) bounds(binom.test, m, M, tail),
  "wilson" = function(m, M, tail) bounds(prop.test, m, M, tail, correct = FALSE),
  "textbook" = function(m, M, tail) qnorm(c(tail, 1 - tail), m / M, sqrt(m * (M - m) / M^3)),
  "agresti-coull" = function(m, M, tail) {
    z2 <- qchisq(1 - 2 * tail, 1)
    p <- (m + z2 / 2) / (M + z2)
    pmin(pmax(qnorm(c(tail, 1 - tail), p, sqrt(p * (1 - p) / (M + z2))), 0), 1)
  }
)

rows <- c("kind,tail,M,m,low,high")
for (kind in names(kinds)) for (tail in c(0.1, 0.05, 0.025, 0.01, 0.005)) for (i in seq_len(nrow(cases))) {
  ends <- suppressWarnings(kinds[[kind]](cases[i, "m"], cases[i, "M"], tail))
  rows <- c(rows, sprintf("%s,%g,%d,%d,%.13g,%.13g", kind, tail, cases[i, "M"], cases[i, "m"], ends[1], ends[2]))
}
writeLines(rows, "intervals.csv")
