# The jackknife of label metrics by deleting rows one cluster at a time, in base R.
# Run in this folder: Rscript jackknife.R (writes jackknife.json)

source("json.R")

macro_f1 <- function(truth, said) {
  mean(vapply(sort(unique(c(truth, said))), function(c) {
    2 * sum(truth == c & said == c) / (sum(truth == c) + sum(said == c))
  }, 0))
}
# Gorodkin's coefficient as the correlation of indicators.
mcc <- function(truth, said) {
  classes <- 0:2
  x <- outer(truth, classes, "==") + 0
  y <- outer(said, classes, "==") + 0
  centred <- function(m) sweep(m, 2, colMeans(m))
  sum(centred(x) * centred(y)) / sqrt(sum(centred(x)^2) * sum(centred(y)^2))
}
accuracy <- function(truth, said) mean(truth == said)

# Degrees of freedom of Bell and McCaffrey for a mean over clusters, from the matrices of their paper.
bell_mccaffrey <- function(cluster) {
  n <- length(cluster)
  residual <- diag(n) - 1 / n
  weights <- vapply(unique(cluster), function(g) {
    rows <- which(cluster == g)
    e <- eigen(residual[rows, rows, drop = FALSE], symmetric = TRUE)
    root <- e$vectors %*% diag(e$values^-0.5, length(rows)) %*% t(e$vectors)
    as.vector(residual[, rows, drop = FALSE] %*% root %*% rep(1, length(rows))) / n
  }, numeric(n))
  spectrum <- eigen(crossprod(weights), symmetric = TRUE, only.values = TRUE)$values
  sum(spectrum)^2 / sum(spectrum^2)
}

jackknife_case <- function(truth, a, b, cluster, key, metric, grouped) {
  gap <- function(keep) metric(truth[keep], a[keep]) - metric(truth[keep], b[keep])
  whole <- gap(seq_along(truth))
  groups <- unique(cluster)
  u <- vapply(groups, function(g) gap(which(cluster != g)) - whole, 0)
  h <- vapply(groups, function(g) mean(cluster == g), 0)
  v <- sum(u^2)
  shown <- 2 * v^2 / (sum(u^4) - v^2 / length(groups))
  df <- min(bell_mccaffrey(cluster), max(shown, 1), length(groups) - 1)
  input <- list(truth = truth, a = a, b = b, metric = key)
  if (grouped) input$clusters <- cluster
  each_alternative(function(alternative, level) {
    add("jackknife", "labels", input,
      t_expected(whole, sqrt(sum((1 - h) * u^2)), df, level, alternative),
      by_formula("sum (1 - h) (D_g - D)^2 by deleting rows"), level = level, alternative = alternative)
  })
}

set.seed(615)
for (size in c(12, 40)) {
  cluster <- rep(seq_len(size), sample(1:6, size, replace = TRUE))
  n <- length(cluster)
  easy <- runif(size)[cluster]
  truth <- sample(0:2, n, replace = TRUE, prob = c(0.6, 0.3, 0.1))
  say <- function(skill) ifelse(runif(n) < pmin(1, skill * (0.5 + easy)), truth, sample(0:2, n, replace = TRUE))
  a <- say(0.8)
  b <- say(0.65)
  for (grouped in c(FALSE, TRUE)) {
    groups <- if (grouped) cluster else seq_len(n)
    jackknife_case(truth, a, b, groups, "accuracy", accuracy, grouped)
    jackknife_case(truth, a, b, groups, "macro-f1", macro_f1, grouped)
    jackknife_case(truth, a, b, groups, "mcc", mcc, grouped)
  }
}
write_cases("jackknife.json")
cat(length(cases), "cases\n")
