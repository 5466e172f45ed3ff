# Many models on the same items: Cochran's Q, max-t, the set of possible best, rank sets.
# Run in this folder: Rscript rankings.R  (mvtnorm, multcomp and multtest; writes rankings.json)
#
# right: items in rows, models in columns, the best first. Cochran's Q is Friedman's statistic of answers that
# are right or wrong. The critical value and the adjusted p-values "normal" are those of the multivariate normal
# distribution (mvtnorm's qmvnorm, multcomp's glht), "bootstrap" those of multtest's MTP: one-sample t
# statistics of the differences of all pairs, single-step (ss) and step-down (sd) max-T.
#
# MTP's reference is e* / se* less its mean over the draws. For "centred", MTP draws from differences whose mean
# was taken off first, so that its statistics before centring (rawdist) are (e* - e) / se*. Its own ss.maxT and
# sd.maxT then compare those with the statistics of the differences as they are.

source("json.R")
suppressPackageStartupMessages({library(mvtnorm); library(multcomp); library(multtest)})

case <- function(name, n, chances, alike, draws = 5000) {
  k <- length(chances)
  hard <- rnorm(n)
  score <- sqrt(alike) * hard + sqrt(1 - alike) * matrix(rnorm(n * k), n)
  right <- 1 * (score < rep(qnorm(chances), each = n))
  right <- right[, order(-colMeans(right))]
  stopifnot(!any(duplicated(colMeans(right))))
  test <- friedman.test(right)
  pairs <- combn(k, 2)
  contrast <- t(apply(pairs, 2, function(at) replace(replace(numeric(k), at[1], 1), at[2], -1)))
  v <- cov(right) / n
  estimate <- as.numeric(contrast %*% colMeans(right))
  se <- sqrt(diag(contrast %*% v %*% t(contrast)))
  corr <- cov2cor(contrast %*% v %*% t(contrast))
  q <- qmvnorm(0.95, corr = corr, tail = "both.tails", algorithm = GenzBretz(2e5, 1e-4))$quantile
  fit <- summary(glht(parm(colMeans(right), v), contrast), test = adjusted("single-step", abseps = 2e-4, maxpts = 2e5))
  low <- estimate - q * se; high <- estimate + q * se
  rank <- t(sapply(seq_len(k), function(j) {
    better <- sum(low[pairs[2, ] == j] > 0) + sum(high[pairs[1, ] == j] < 0)
    worse <- sum(low[pairs[1, ] == j] > 0) + sum(high[pairs[2, ] == j] < 0)
    c(1 + better, k - worse)
  }))
  upper <- sapply(seq_len(k), function(i) {
    to <- setdiff(seq_len(k), i)
    against <- t(sapply(to, function(j) replace(replace(numeric(k), i, 1), j, -1)))
    w <- against %*% v %*% t(against)
    d <- qmvnorm(0.95, corr = cov2cor(w), tail = "lower.tail", algorithm = GenzBretz(2e5, 1e-4))$quantile
    min(against %*% colMeans(right) + d * sqrt(diag(w)))
  })
  gaps <- t(right[, pairs[1, ]] - right[, pairs[2, ]])
  drawn <- function(gaps, method) {
    capture.output(found <- MTP(gaps, test = "t.onesamp", nulldist = "boot.ctr", B = draws, method = method,
                                keep.rawdist = TRUE, seed = 15))
    found
  }
  p <- lapply(c("ss.maxT", "sd.maxT"), function(method) drawn(gaps, method)@adjp)
  observed <- multtest:::get.Tn(gaps, multtest:::meanX())
  deviations <- abs(drawn(gaps - rowMeans(gaps), "ss.maxT")@rawdist)
  centred <- lapply(list(multtest:::ss.maxT, multtest:::sd.maxT), function(adjusted)
    adjusted(deviations, observed, "two.sided", FALSE, FALSE, TRUE)$adjp)
  list(name = name, right = right, q_statistic = unname(test$statistic), q_p = test$p.value,
       estimate = I(estimate), se = I(se), critical = q, normal = I(as.numeric(fit$test$pvalues)),
       bootstrap_ss = I(p[[1]]), bootstrap_sd = I(p[[2]]), centred_ss = I(centred[[1]]),
       centred_sd = I(centred[[2]]), rank = rank, upper = I(upper))
}

set.seed(1516)
cases <- list(
  case("sixty-by-four", 60, c(.9, .75, .6, .45), .3),
  case("three-hundred-by-five", 300, c(.9, .86, .84, .78, .75), .5),
  case("hundred-and-fifty-by-three", 150, c(.75, .6, .5), .2)
)
writeLines(as_json(cases), "rankings.json")
