# Learners over data sets: Friedman, Iman-Davenport, mean ranks, Nemenyi, signed-rank tests with Holm's method,
# Hodges-Lehmann differences, random effects. Run in this folder: Rscript datasets.R
# (base R, exactRankTests for signed ranks with ties, metafor for random effects; writes datasets.json)
#
# demsar: Table 6 of Demsar (2006), Journal of Machine Learning Research 7:1-30: AUC of C4.5, C4.5+m, C4.5+cf
# and C4.5+m+cf on adult (sample), breast cancer, breast cancer wisconsin, cmc, ionosphere, iris, liver
# disorders, lung cancer, lymphography, mushroom, primary tumor, rheum, voting, wine, as printed.

source("json.R")
suppressPackageStartupMessages({library(exactRankTests); library(metafor)})

demsar <- matrix(c(
  .763, .768, .771, .798,  .599, .591, .590, .569,  .954, .971, .968, .967,  .628, .661, .654, .657,
  .882, .888, .886, .898,  .936, .931, .916, .931,  .661, .668, .609, .685,  .583, .583, .563, .625,
  .775, .838, .866, .875,  1, 1, 1, 1,              .940, .962, .965, .962,  .619, .666, .614, .669,
  .972, .981, .975, .975,  .957, .978, .946, .970
), ncol = 4, byrow = TRUE)

# Every order of the ranks within data sets, one by one; the first data set may keep its own.
orders <- function(x) if (length(x) <= 1) list(x) else
  do.call(c, lapply(seq_along(x), function(i) lapply(orders(x[-i]), function(rest) c(x[i], rest))))
exact_friedman <- function(r) {
  sums <- matrix(r[1, ], 1)
  for (i in seq_len(nrow(r))[-1]) {
    all <- orders(r[i, ])
    sums <- do.call(rbind, lapply(all, function(each) sweep(sums, 2, each, "+")))
  }
  mean(rowSums(sums^2) >= sum(colSums(r)^2) - 1e-9)
}

# Signed ranks of differences in whole thousandths, so that ties are ties.
signed <- function(d, level) {
  d <- round(1000 * d)
  d <- d[d != 0]
  if (!length(d)) return(list(p = 1, estimate = 0))
  walsh <- outer(d, d, "+")[upper.tri(diag(length(d)), diag = TRUE)] / 2
  list(p = wilcox.exact(d)$p.value, estimate = median(walsh) / 1000)
}

case <- function(name, d, exact = FALSE) {
  N <- nrow(d); k <- ncol(d)
  test <- friedman.test(d); chi2 <- unname(test$statistic)
  f <- (N - 1) * chi2 / (N * (k - 1) - chi2)
  r <- t(apply(-d, 1, rank)); mean_ranks <- colMeans(r); se <- sqrt(k * (k + 1) / (6 * N))
  pairs <- combn(k, 2)
  z <- abs(mean_ranks[pairs[1, ]] - mean_ranks[pairs[2, ]]) / se
  found <- apply(pairs, 2, function(at) signed(d[, at[1]] - d[, at[2]]))
  raw <- vapply(found, function(each) each$p, 0)
  list(
    name = name, scores = d, chi2 = chi2, chi2_p = test$p.value,
    f = f, f_p = pf(f, k - 1, (k - 1) * (N - 1), lower.tail = FALSE),
    exact_p = if (exact) exact_friedman(r) else -1,
    mean_ranks = I(mean_ranks), cd = qtukey(0.95, k, Inf) / sqrt(2) * se,
    nemenyi = I(ptukey(sqrt(2) * z, k, Inf, lower.tail = FALSE)),
    bonferroni_dunn = I(pmin(1, (k - 1) * 2 * pnorm(-z[pairs[1, ] == 1]))),
    dunn_cd = qnorm(1 - 0.05 / (2 * (k - 1))) * se,
    wilcoxon = I(raw), wilcoxon_holm = I(p.adjust(raw, "holm")),
    hodges_lehmann = I(vapply(found, function(each) each$estimate, 0))
  )
}

set.seed(1515)
drawn <- function(N, k, digits) round(matrix(runif(N * k, 0.6, 0.9), N) + rep(seq_len(k) / 40, each = N), digits)
boards <- list(
  case("demsar", demsar), case("twenty-by-five", drawn(20, 5, 3)), case("tied", drawn(15, 3, 1)),
  case("small", drawn(5, 3, 3), TRUE), case("small-tied", drawn(4, 4, 1), TRUE), case("two", drawn(9, 2, 3), TRUE)
)

# Random effects: Paule and Mandel's variance, Hartung and Knapp's test.
effects <- function(d, v) {
  fit <- rma(yi = d, vi = v, method = "PM", test = "knha", control = list(tol = 1e-14, maxiter = 1000))
  list(d = I(d), v = I(v), estimate = as.numeric(fit$beta), se = fit$se, tau2 = fit$tau2, p_value = fit$pval,
       low = fit$ci.lb, high = fit$ci.ub)
}
mixed <- list(
  effects(c(.02, .05, .01, .04), c(1e-4, 4e-4, 1e-4, 9e-4)),
  effects(c(.02, .15, -.11, .04, .3), c(1e-4, 4e-4, 1e-4, 9e-4, 4e-5)),
  effects(round(rnorm(14, .02, .03), 4), round(rexp(14, 5000), 6))
)
writeLines(as_json(list(boards = boards, random_effects = mixed)), "datasets.json")
