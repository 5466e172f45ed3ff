# DeLong's test for two AUCs on one test set, by pROC. Run in this folder: Rscript delong.R
# (needs the R package pROC; writes delong.json, and areas.json for single AUCs)
#
# Statistic and standard error are pROC's. Where Welch's degrees of freedom are fewer than 20 the statistic
# is held against Student's t, otherwise against the normal distribution as pROC does.

suppressMessages(library(pROC))
source("json.R")

curve <- function(positive, score) roc(positive, score, levels = c(0, 1), direction = "<", quiet = TRUE)

welch <- function(first, second) {
  one <- pROC:::delongPlacements(first)
  two <- pROC:::delongPlacements(second)
  x <- one$X - two$X
  y <- one$Y - two$Y
  v <- c(var(x) / length(x), var(y) / length(y))
  sum(v)^2 / sum(v^2 / (c(length(x), length(y)) - 1))
}

areas <- list()

delong_case <- function(positive, a, b) {
  curves <- list(curve(positive, a), curve(positive, b))
  values <- vapply(curves, function(r) as.numeric(auc(r)), 0)
  for (i in 1:2) {
    limits <- as.numeric(ci.auc(curves[[i]], conf.level = 0.95, method = "delong"))
    areas[[length(areas) + 1]] <<- list(positive = positive, score = list(a, b)[[i]], auc = values[i],
      se = sqrt(var(curves[[i]])), low = limits[1], high = limits[3],
      source = by_r(paste0("pROC ", packageVersion("pROC"), " ci.auc(method = delong)")))
  }
  se <- sqrt(var(curves[[1]]) + var(curves[[2]]) - 2 * cov(curves[[1]], curves[[2]]))
  df <- welch(curves[[1]], curves[[2]])
  if (df >= 20) df <- Inf
  each_alternative(function(alternative, level) {
    r <- roc.test(curves[[1]], curves[[2]], method = "delong", paired = TRUE,
      alternative = r_word(alternative), conf.level = level)
    expected <- t_expected(values[1] - values[2], se, df, level, alternative)
    stopifnot(all.equal(expected$statistic, unname(r$statistic), tolerance = 1e-10))
    if (is.infinite(df)) stopifnot(all.equal(expected$p_value, r$p.value, tolerance = 1e-10))
    expected$low <- if (!is.null(expected$low)) max(expected$low, -1)
    expected$high <- if (!is.null(expected$high)) min(expected$high, 1)
    add("delong", "ranked", list(positive = positive, a = a, b = b), expected,
      by_r(paste0("pROC ", packageVersion("pROC"), " roc.test(method = delong)",
        if (is.finite(df)) ", its statistic against Student's t")), level = level, alternative = alternative)
  })
}

set.seed(402)
for (n in c(20, 60, 300)) {
  positive <- as.integer(seq_len(n) %in% sample(n, round(n * 0.4)))
  a <- round(rnorm(n, positive), 4)
  delong_case(positive, a, round(a + rnorm(n, 0.2 * positive, 0.8), 4))
  # Few distinct values: many ties within and between the classes.
  delong_case(positive, round(a), round(rnorm(n, positive * 0.8)))
}
# A class of one in ten, without and with ties, and labels used as scores.
for (n in c(80, 400)) {
  positive <- as.integer(seq_len(n) %in% sample(n, n / 10))
  a <- round(rnorm(n, 1.5 * positive), 4)
  b <- round(rnorm(n, positive), 4)
  delong_case(positive, a, b)
  delong_case(positive, round(2 * a) / 2, round(2 * b) / 2)
  delong_case(positive, as.integer(a > 0.5), as.integer(b > 0.5))
}
write_cases("delong.json")
cases <- areas
write_cases("areas.json")
cat(length(areas), "areas\n")
