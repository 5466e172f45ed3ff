# Error estimates of R packages on splits that are written down with them, item by item. Run in this folder:
# Rscript estimators.R (needs the R packages ipred, MASS and boot; writes estimators.json)

suppressMessages({
  library(ipred)
  library(MASS)
  library(boot)
})
source("json.R")

version <- function(package) paste(package, packageVersion(package))
flowers <- droplevels(iris[iris$Species != "setosa", c("Sepal.Length", "Sepal.Width", "Species")])
n <- nrow(flowers)
classify <- function(model, newdata) predict(model, newdata)$class
estimate <- function(estimator, control) errorest(Species ~ ., data = flowers, model = lda,
  predict = classify, estimator = estimator, est.para = control)
wrong <- function(said) as.integer(as.character(said) != as.character(flowers$Species))
from_zero <- function(indices) I(indices - 1L)

# ipred's cross-validation on given folds of unequal sizes: one error over all items.
set.seed(7)
fold <- sample(rep(1:7, length.out = n))
tests <- lapply(1:7, function(j) which(fold == j))
cv <- estimate("cv", control.errorest(list.tindx = tests, predictions = TRUE, random = FALSE))
missed <- wrong(cv$predictions)
kfold <- list(
  n = n, test = lapply(tests, from_zero), losses = lapply(tests, function(j) I(missed[j])),
  expected = cv$error, source = by_r(paste(version("ipred"), "errorest(estimator = cv), lda"))
)

# ipred's out-of-bag predictions, pooled as in EST-7 (ipred itself averages item by item).
drawn <- lapply(1:30, function(b) sample(n, n, replace = TRUE))
oob <- estimate("boot", control.errorest(list.tindx = drawn, predictions = TRUE))
outside <- lapply(drawn, function(d) setdiff(seq_len(n), d))
losses <- lapply(1:30, function(b) wrong(oob$predictions[[b]])[outside[[b]]])
again <- wrong(classify(lda(Species ~ ., flowers), flowers))
e0 <- sum(unlist(losses)) / length(unlist(losses))
bootstrap <- list(
  n = n, drawn = lapply(drawn, from_zero), test = lapply(outside, from_zero), losses = lapply(losses, I),
  again = I(again), e0 = e0, expected = 0.632 * e0 + 0.368 * mean(again),
  source = by_r(paste(version("ipred"), "errorest(estimator = boot), lda; 0.632 e0 + 0.368 APP"))
)

# boot's cross-validation of a regression: squared errors, weighted by the size of the fold.
line <- glm(dist ~ speed, data = cars)
seeded <- function(k) {
  set.seed(11)
  fold <- rep(1:k, ceiling(nrow(cars) / k))[sample.int(k * ceiling(nrow(cars) / k), nrow(cars))]
  set.seed(11)
  found <- cv.glm(cars, line, K = k)
  tests <- lapply(seq_len(k), function(j) which(fold == j))
  squares <- lapply(tests, function(j) {
    fit <- lm(dist ~ speed, data = cars[-j, ])
    I(unname((cars$dist[j] - predict(fit, cars[j, ]))^2))
  })
  list(
    n = nrow(cars), test = lapply(tests, from_zero), losses = squares, expected = found$delta[1],
    source = by_r(paste0(version("boot"), " cv.glm(cars, K = ", k, ")"))
  )
}
squared <- list(seeded(7), seeded(nrow(cars)))
# Student's interval for the mean of the squares of one fold, as of a test set.
held <- squared[[1]]$losses[[1]]
student <- t.test(unclass(held), conf.level = 0.9)
interval <- list(
  losses = held, level = 0.9, expected = I(as.numeric(student$conf.int)), source = by_r("t.test")
)

all <- list(kfold = kfold, bootstrap = bootstrap, squared = squared, interval = interval)
lines <- paste0("\"", names(all), "\": ", vapply(all, as_json, ""))
writeLines(c("{", paste0(lines, c(rep(",", length(lines) - 1), "")), "}"), "estimators.json")
