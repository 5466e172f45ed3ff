# Per-class metrics and kappa by caret, ROC curves and areas by pROC, for metrics.json.
# Run in this folder: Rscript metrics.R
suppressMessages({library(caret); library(pROC); library(jsonlite)})
set.seed(20)

class_case <- function(classes, n, skill) {
  truth <- factor(sample(classes, n, TRUE, prob = seq_along(classes)), levels = classes)
  guess <- factor(sample(classes, n, TRUE), levels = classes)
  predicted <- guess
  known <- runif(n) < skill
  predicted[known] <- truth[known]
  found <- confusionMatrix(predicted, truth)
  by_class <- found$byClass[, c("Sensitivity", "Specificity", "Precision", "F1")]
  list(truth = as.character(truth), predicted = as.character(predicted),
       table = unclass(unname(as.matrix(found$table))),
       accuracy = unname(found$overall["Accuracy"]), kappa = unname(found$overall["Kappa"]),
       recall = unname(by_class[, 1]), specificity = unname(by_class[, 2]),
       precision = unname(by_class[, 3]), f1 = unname(by_class[, 4]))
}

roc_case <- function(n, digits) {
  positive <- runif(n) < 0.4
  score <- round(rnorm(n) + positive, digits)
  curve <- roc(positive, score, levels = c(FALSE, TRUE), direction = "<", quiet = TRUE)
  list(positive = positive, score = score, auc = as.numeric(auc(curve)),
       sensitivity = rev(curve$sensitivities), specificity = rev(curve$specificities))
}

cases <- list(
  source = paste0(R.version.string, ", caret ", packageVersion("caret"), ", pROC ", packageVersion("pROC")),
  classes = list(class_case(c("a", "b", "c"), 60, 0.5), class_case(c("p", "q", "r", "s", "t"), 200, 0.3)),
  roc = list(roc_case(30, 1), roc_case(50, 0), roc_case(40, 6))
)
write_json(cases, "metrics.json", digits = I(17), auto_unbox = TRUE)
