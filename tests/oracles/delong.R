# DeLong's test for two AUCs on one test set, by pROC. Run in this folder: Rscript delong.R
# (needs the R package pROC; writes delong.json)

suppressMessages(library(pROC))
source("json.R")

delong_case <- function(positive, a, b) {
  curve <- function(score) roc(positive, score, levels = c(0, 1), direction = "<", quiet = TRUE)
  curves <- list(curve(a), curve(b))
  areas <- vapply(curves, function(r) as.numeric(auc(r)), 0)
  se <- sqrt(var(curves[[1]]) + var(curves[[2]]) - 2 * cov(curves[[1]], curves[[2]]))
  each_alternative(function(alternative, level) {
    r <- roc.test(curves[[1]], curves[[2]], method = "delong", paired = TRUE,
      alternative = r_word(alternative), conf.level = level)
    expected <- list(statistic = unname(r$statistic), p_value = r$p.value, estimate = areas[1] - areas[2])
    stopifnot(all.equal(expected$statistic, expected$estimate / se, tolerance = 1e-10))
    if (alternative == "two-sided") {
      reach <- qnorm(1 - (1 - level) / 2) * se
      expected <- c(expected, list(low = expected$estimate - reach, high = expected$estimate + reach))
    }
    add("delong", "ranked", list(positive = positive, a = a, b = b), expected,
      by_r(paste0("pROC ", packageVersion("pROC"), " roc.test(method = delong)")), level = level,
      alternative = alternative)
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
write_cases("delong.json")
cat(length(cases), "cases\n")
