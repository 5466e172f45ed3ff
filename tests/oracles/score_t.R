# The score t test of two label metrics, from the section "The test" of docs/equal_metrics.md, item by item and
# with the slopes of every metric written out, in base R. Run in this folder: Rscript score_t.R (writes score_t.json)

source("json.R")

# Confusion matrices are [predicted, true]; every slope is that of the metric in each cell.
confusion <- function(said, truth, classes) {
  unclass(table(factor(said, classes), factor(truth, classes)))
}
here <- function(classes, k) outer(seq_len(classes) == k, seq_len(classes) == k) + 0
predicted <- function(m, k) sum(m[k, ])
true <- function(m, k) sum(m[, k])

f1_of <- function(m, k) 2 * m[k, k] / (predicted(m, k) + true(m, k))
f1_slope_of <- function(m, k) {
  index <- seq_len(nrow(m))
  size <- predicted(m, k) + true(m, k)
  (2 * here(nrow(m), k) - f1_of(m, k) * outer(index == k, index == k, "+")) / size
}
precision_of <- function(m, k) m[k, k] / predicted(m, k)
precision_slope_of <- function(m, k) {
  (here(nrow(m), k) - precision_of(m, k) * (row(m) == k)) / predicted(m, k)
}
recall_of <- function(m, k) m[k, k] / true(m, k)
recall_slope_of <- function(m, k) (here(nrow(m), k) - recall_of(m, k) * (col(m) == k)) / true(m, k)

averaged <- function(of) function(m) Reduce(`+`, lapply(seq_len(nrow(m)), function(k) of(m, k))) / nrow(m)
of_positive <- function(of) function(m) of(m, 2)

chance <- function(m) sum(rowSums(m) * colSums(m))
chance_slope <- function(m) outer(colSums(m), rowSums(m), "+")
agreement <- function(m) sum(m) * sum(diag(m)) - chance(m)
agreement_slope <- function(m) sum(diag(m)) + sum(m) * diag(nrow(m)) - chance_slope(m)
kappa <- function(m) agreement(m) / (sum(m)^2 - chance(m))
kappa_slope <- function(m) {
  below <- sum(m)^2 - chance(m)
  (agreement_slope(m) - kappa(m) * (2 * sum(m) - chance_slope(m))) / below
}
# Gorodkin's coefficient.
mcc <- function(m) {
  agreement(m) / sqrt((sum(m)^2 - sum(rowSums(m)^2)) * (sum(m)^2 - sum(colSums(m)^2)))
}
mcc_slope <- function(m) {
  said <- sum(m)^2 - sum(rowSums(m)^2)
  truth <- sum(m)^2 - sum(colSums(m)^2)
  of_said <- 2 * (sum(m) - rowSums(m)[row(m)]) / said
  of_truth <- 2 * (sum(m) - colSums(m)[col(m)]) / truth
  agreement_slope(m) / sqrt(said * truth) - mcc(m) / 2 * (of_said + of_truth)
}
accuracy <- function(m) sum(diag(m)) / sum(m)
accuracy_slope <- function(m) (diag(nrow(m)) - accuracy(m)) / sum(m)

metric_list <- list(
  f1 = list(of_positive(f1_of), of_positive(f1_slope_of), 1),
  precision = list(of_positive(precision_of), of_positive(precision_slope_of), 1),
  recall = list(of_positive(recall_of), of_positive(recall_slope_of), 1),
  mcc = list(mcc, mcc_slope, 2),
  kappa = list(kappa, kappa_slope, 2),
  "macro-f1" = list(averaged(f1_of), averaged(f1_slope_of), 1),
  "macro-precision" = list(averaged(precision_of), averaged(precision_slope_of), 1),
  "balanced-accuracy" = list(averaged(recall_of), averaged(recall_slope_of), 1),
  accuracy = list(accuracy, accuracy_slope, 1)
)

# The slopes of one model where its right answers are moved, centred over its items; and their scale.
moved_model <- function(m, slope, by, way) {
  there <- m - by * way
  c <- slope(there)
  c <- c - sum(m * c) / sum(m)
  held <- pmax(there, 0)
  then <- sum(held * (c - sum(held * c) / sum(held))^2)
  now <- sum(m * c^2)
  list(c = c, scale = if (now > 0) sqrt(then / now) else 1)
}

# Squared error and influences of the units where A minus B is delta.
error_at <- function(data, delta) {
  by <- (data$gap - delta) / data$steep
  a <- moved_model(data$ma, data$slope, by, data$way)
  b <- moved_model(data$mb, data$slope, -by, data$way)
  of_a <- a$c[cbind(data$a, data$truth)]
  of_b <- b$c[cbind(data$b, data$truth)]
  by_unit <- function(each) as.vector(rowsum(each, data$unit))
  share <- as.vector(table(data$unit)) / length(data$unit)
  forms <- list(by_unit(of_a - of_b), by_unit(a$scale * of_a - b$scale * of_b))
  squared <- vapply(forms, function(u) sum(u^2 / (1 - share)), 0)
  unseen <- Filter(function(t) all((data$a == data$b)[data$truth == t]), unique(data$truth))
  more <- vapply(unseen, function(t) {
    apart <- outer(a$c[, t], b$c[, t], "-")
    max(apart[row(apart) != col(apart)]^2)
  }, 0)
  items <- list(of_a - of_b, a$scale * of_a - b$scale * of_b)
  at <- which.max(squared)
  list(squared = max(squared) + max(0, more), u = forms[[at]], items = items[[at]])
}

# Units whose items do not add the same to both confusion matrices.
differing <- function(data) {
  cell <- function(said) table(data$unit, factor(paste(said, data$truth), data$cells))
  sum(rowSums(abs(cell(data$a) - cell(data$b))) > 0)
}

# How far two items of one unit go together: the mean product of their influences over the mean square.
correlation <- function(data, items) {
  same <- outer(data$unit, data$unit, "==") & !diag(length(items))
  if (!any(same)) return(0)
  min(max(mean(outer(items, items)[same]) / mean(items^2), 0), 1)
}

# What the sizes of the units leave: Satterthwaite's for variances s + r s (s - 1), less one.
of_sizes <- function(data, items) {
  s <- as.vector(table(data$unit))
  w <- s + correlation(data, items) * s * (s - 1)
  sum(w)^2 / sum(w^2) - 1
}

degrees <- function(data, found) {
  n <- length(found$u)
  v <- sum(found$u^2)
  shown <- min(max(2 * v^2 / (sum(found$u^4) - v^2 / n), 1), n - 1)
  max(1, min(shown, of_sizes(data, found$items), 2 * differing(data)))
}

# The end of the interval on the lower side: between 0 and D where 0 is rejected, else below both.
lower_end <- function(data, reach, span) {
  excess <- function(delta) data$gap - delta - reach * sqrt(error_at(data, delta)$squared)
  between <- if (excess(0) > 0) c(0, data$gap) else c(-span, min(data$gap, 0))
  if (excess(between[1]) <= 0) return(between[1])
  uniroot(excess, between, tol = 1e-15, maxiter = 10000)$root
}

mirrored <- function(data) {
  data[c("a", "b", "ma", "mb", "gap")] <- list(data$b, data$a, data$mb, data$ma, -data$gap)
  data
}

read_data <- function(truth, a, b, key, classes, cluster) {
  metric <- metric_list[[key]]
  truth <- truth + 1
  a <- a + 1
  b <- b + 1
  ma <- confusion(a, truth, seq_len(classes))
  mb <- confusion(b, truth, seq_len(classes))
  shares <- colSums(ma) / sum(ma)
  way <- diag(shares) - outer(shares, shares)
  slope <- metric[[2]]
  list(
    truth = truth, a = a, b = b, ma = ma, mb = mb, slope = slope, way = way,
    gap = metric[[1]](ma) - metric[[1]](mb), steep = sum((slope(ma) + slope(mb)) * way),
    unit = if (is.null(cluster)) seq_along(truth) else cluster, span = metric[[3]],
    cells = as.vector(outer(seq_len(classes), seq_len(classes), paste))
  )
}

tail_of <- function(level, alternative) if (alternative == "two-sided") (1 - level) / 2 else 1 - level
with_ends <- function(expected, low, high, alternative) {
  if (alternative != "less") expected$low <- low
  if (alternative != "greater") expected$high <- high
  expected
}

judged <- function(data, level, alternative) {
  at_zero <- error_at(data, 0)
  df <- degrees(data, at_zero)
  reach <- qt(tail_of(level, alternative), df, lower.tail = FALSE)
  expected <- c(p_expected(data$gap / sqrt(at_zero$squared), df, alternative), list(estimate = data$gap, df = df))
  with_ends(expected, lower_end(data, reach, data$span), -lower_end(mirrored(data), reach, data$span), alternative)
}

# No unit differs: as many may as are missed with the chance of a tail, each moving either metric by its most.
nothing_seen <- function(data, level, alternative) {
  range_of <- function(m) max(apply(data$slope(m), 2, function(c) diff(range(c))))
  reach <- min(-log(tail_of(level, alternative)) * max(range_of(data$ma), range_of(data$mb)), data$span)
  expected <- list(estimate = 0, p_value = 1, statistic = 0, degenerate = TRUE)
  with_ends(expected, -reach, reach, alternative)
}

# All m differing units favour one side by the same: the sign test, and the shares that it does not reject.
one_sided <- function(data, level, alternative) {
  m <- differing(data)
  tail <- tail_of(level, alternative)
  least <- abs(data$gap) * (2 * uniroot(function(p) p^m - tail, c(0, 1), tol = 1e-16)$root - 1)
  ends <- if (data$gap > 0) c(least, data$gap) else c(data$gap, -least)
  wins <- if (data$gap > 0) m else 0
  p <- binom.test(wins, m, alternative = r_word(alternative))$p.value
  with_ends(list(estimate = data$gap, p_value = p, degenerate = TRUE), ends[1], ends[2], alternative)
}

score_case <- function(truth, a, b, key, classes = 2, cluster = NULL, by = judged) {
  input <- list(truth = I(truth), a = I(a), b = I(b), metric = key, classes = classes)
  if (!is.null(cluster)) input$clusters <- cluster
  data <- read_data(truth, a, b, key, classes, cluster)
  each_alternative(function(alternative, level) {
    add("score-t", "labels", input, by(data, level, alternative),
      by_formula("(D - delta)^2 <= t^2 V(delta), docs/equal_metrics.md,"), level = level, alternative = alternative)
  })
}

refused_case <- function(truth, a, b, key) {
  stopifnot(is.nan(read_data(truth, a, b, key, 2, NULL)$gap))
  add("score-t", "labels", list(truth = truth, a = a, b = b, metric = key, classes = 2),
    list(refused = TRUE), by_formula("0/0"))
}

set.seed(1406)
shares_of <- function(classes, rare) c(1 - rare, rep(rare / (classes - 1), classes - 1))
draw <- function(n, classes, rare, right) {
  truth <- sample(seq_len(classes) - 1, n, replace = TRUE, prob = shares_of(classes, rare))
  say <- function(skill) ifelse(runif(n) < skill, truth, sample(seq_len(classes) - 1, n, replace = TRUE))
  list(truth = truth, a = say(right[1]), b = say(right[2]))
}

for (n in c(40, 150)) {
  for (key in setdiff(names(metric_list), "accuracy")) {
    d <- draw(n, 2, 0.35, c(0.85, 0.55))
    score_case(d$truth, d$a, d$b, key)
  }
}
for (classes in c(3, 5)) {
  for (key in c("mcc", "kappa", "macro-f1", "macro-precision", "balanced-accuracy")) {
    d <- draw(60 * classes, classes, 0.6, c(0.8, 0.7))
    score_case(d$truth, d$a, d$b, key, classes)
  }
}
for (size in c(15, 40)) {
  cluster <- rep(seq_len(size), sample(1:7, size, replace = TRUE))
  n <- length(cluster)
  easy <- runif(size)[cluster]
  for (classes in 2:3) {
    for (key in c(if (classes == 2) c("f1", "precision"), "mcc", "kappa", "macro-f1")) {
      truth <- sample(seq_len(classes) - 1, n, replace = TRUE, prob = shares_of(classes, 0.5))
      say <- function(skill) {
        ifelse(runif(n) < pmin(1, skill * (0.5 + easy)), truth, sample(seq_len(classes) - 1, n, replace = TRUE))
      }
      score_case(truth, say(0.85), say(0.6), key, classes, cluster)
    }
  }
}
# Very unequal clusters, in which answers go together.
cluster <- rep(1:22, c(40, 20, rep(3, 20)))
common <- runif(22)[cluster]
other <- runif(22)[cluster]
for (key in c("f1", "mcc", "macro-f1")) {
  truth <- sample(0:1, length(cluster), replace = TRUE)
  score_case(truth, ifelse(common < 0.8, truth, 1 - truth), ifelse(other < 0.5, truth, 1 - truth), key, 2, cluster)
}
# A class in which A and B answer every item alike: positives here, then negatives.
for (key in c("f1", "precision", "mcc", "kappa", "macro-f1")) {
  truth <- rep(c(1, 0), c(12, 48))
  same <- rep(c(1, 0, 0), c(9, 3, 48))
  more <- replace(same, 13:21, 1)
  score_case(truth, replace(same, 22:24, 1), more, key)
  same <- replace(same, 20, 1)
  fewer <- replace(same, 1:5, 0)
  score_case(truth, fewer, replace(same, 10:11, 1), key)
}
# Degenerate: no item differs; all differ alike; no predicted positives.
for (key in names(metric_list)) {
  d <- draw(80, 2, 0.4, c(0.8, 0.8))
  score_case(d$truth, d$a, d$a, key, by = nothing_seen)
}
for (m in c(3, 9)) {
  truth <- rep(0:1, c(m %/% 2, m - m %/% 2))
  for (way in 1:2) {
    said <- list(truth, 1 - truth)
    score_case(truth, said[[way]], said[[3 - way]], "accuracy", by = one_sided)
  }
}
d <- draw(60, 2, 0.3, c(0.8, 0.7))
refused_case(d$truth, rep(0, 60), d$b, "precision")
refused_case(rep(0, 60), rep(0, 60), d$b, "f1")
refused_case(d$truth, d$a, rep(0, 60), "mcc")

write_cases("score_t.json")
cat(length(cases), "cases\n")
