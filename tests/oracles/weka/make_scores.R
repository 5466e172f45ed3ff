# Random fold scores in per cent for Weka. Run in this folder: Rscript make_scores.R
# (base R; writes scores.txt: case, run, fold, n_train, n_test, a, b)

set.seed(501)
shapes <- list(c(10, 10), c(1, 10), c(4, 6), c(30, 1), c(2, 5))
rows <- list()
for (case in seq_along(shapes)) {
  runs <- shapes[[case]][1]
  folds <- shapes[[case]][2]
  n <- c(300, 150, 600, 900, 100)[case]
  test <- if (folds == 1) n / 3 else n / folds
  for (run in 1:runs) for (fold in 1:folds) {
    a <- round(runif(1, 70, 90), 2)
    b <- round(a - rnorm(1, c(1.2, 2, -1, 0.8, 3)[case], 3), 2)
    rows[[length(rows) + 1]] <- c(case, run, fold, n - test, test, a, b)
  }
}
words <- function(row) paste(format(row, digits = 15, trim = TRUE, drop0trailing = TRUE), collapse = " ")
writeLines(vapply(rows, words, ""), "scores.txt")
