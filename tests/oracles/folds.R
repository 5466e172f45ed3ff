# Fold scores. Arrays are (runs, folds): Bouckaert's x_ij (fold i of run j) is x[j, i] here, so his
# x_.j is the mean of row j and his x_i. the mean of column i.

scores <- function(runs, folds, shift = 0.02, spread = 0.05) {
  a <- matrix(round(runif(runs * folds, 0.6, 0.9), 4), runs, folds)
  list(a = a, b = matrix(round(a - shift + rnorm(runs * folds, 0, spread), 4), runs, folds))
}

design <- function(name, ...) list(name = name, arguments = list(...))

repeated <- function(runs, folds) design("RepeatedKFold", runs = runs, folds = folds)

simple_t_cases <- function() {
  set.seed(201)
  for (n in c(5, 10, 30, 100)) each_alternative(function(alternative, level) {
    s <- scores(1, n)
    d <- as.vector(s$a - s$b)
    r <- t.test(d, alternative = r_word(alternative), conf.level = level)
    for (key in c("resampled-t", "kfold-t")) {
      name <- if (key == "kfold-t") design("KFold", folds = n) else design("Resampling", splits = n)
      add(key, "folds", c(s, list(design = name)), from_t_test(r, mean(d)), by_r("t.test"),
        level = level, alternative = alternative)
    }
  })
}

corrected_cases <- function() {
  set.seed(202)
  shapes <- list(c(1, 10), c(1, 30), c(4, 6), c(10, 10), c(2, 3))
  for (shape in shapes) each_alternative(function(alternative, level) {
    s <- scores(shape[1], shape[2])
    splits <- list(list(repeated(shape[1], shape[2]), 1 / (shape[2] - 1), list()))
    if (shape[1] == 1) splits <- list(
      list(design("KFold", folds = shape[2]), 1 / (shape[2] - 1), list()),
      list(design("Resampling", splits = shape[2], test = 0.1), 1 / 9, list()),
      list(design("Resampling", splits = shape[2], test = 1 / 3), 1 / 2, list()),
      list(design("Resampling", splits = shape[2], test = 0.25), 50 / 151,
        list(n_train = 151, n_test = 50))
    )
    d <- as.vector(s$a - s$b)
    for (split in splits)
      add("corrected-resampled-t", "folds", c(s, list(design = split[[1]]), split[[3]]),
        t_expected(mean(d), sqrt((1 / length(d) + split[[2]]) * var(d)), length(d) - 1, level, alternative),
        by_formula("SIG-16"), level = level, alternative = alternative)
  })
}

# SIG-27: the forms that Bouckaert calibrates, with SS the sum of squares (E-B2).
calibratable_cases <- function() {
  set.seed(207)
  for (n in c(10, 30)) for (df in list("nominal", 10, 7.5)) each_alternative(function(alternative, level) {
    s <- c(scores(1, n), list(design = design("Resampling", splits = n, test = 0.1)))
    d <- as.vector(s$a - s$b)
    ss <- sum((d - mean(d))^2)
    used <- if (identical(df, "nominal")) n - 1 else df
    add("resampled-t", "folds", s,
      t_expected(mean(d), sqrt(ss / (n - 1) / (used + 1)), used, level, alternative),
      by_formula("SIG-27"), list(df = df), level, alternative)
    add("corrected-resampled-t", "folds", s,
      t_expected(mean(d), sqrt((1 / n + 1 / 9) * ss / (used + 1)), used, level, alternative),
      by_formula("SIG-27"), list(form = "bouckaert", df = df), level, alternative)
  })
}

sized_cases <- function() {
  set.seed(203)
  for (k in c(5, 10, 20)) each_alternative(function(alternative, level) {
    size <- sample(8:15, k, replace = TRUE)
    right_a <- rbinom(k, size, 0.8)
    right_b <- rbinom(k, size, 0.7)
    s <- list(a = matrix(right_a / size, 1), b = matrix(right_b / size, 1))
    d <- as.vector(s$a - s$b)
    input <- c(s, list(design = design("KFold", folds = k), n_test = matrix(size, 1)))
    x <- sum(size * d) / sum(size)
    se <- sqrt(sum((d - x)^2 * size) / ((k - 1) * sum(size)))
    add("kfold-weighted-t", "folds", input, t_expected(x, se, k - 1, level, alternative),
      by_formula("SIG-11"), level = level, alternative = alternative)
    error <- 1 - (sum(right_a) + sum(right_b)) / (2 * sum(size))
    add("two-standard-errors", "folds", input,
      t_expected(x, sqrt(error * (1 - error) / sum(size)), Inf, level, alternative),
      by_formula("SIG-10, Z = d / SE"), level = level, alternative = alternative)
  })
}

five_by_two_cases <- function() {
  set.seed(204)
  for (i in 1:4) {
    s <- scores(5, 2, spread = 0.02 * i)
    d <- s$a - s$b
    s2 <- apply(d, 1, function(pair) sum((pair - mean(pair))^2))
    each_alternative(function(alternative, level)
      add("five-by-two-t", "folds", c(s, list(design = design("FiveByTwo"))),
        c(p_expected(d[1, 1] / sqrt(mean(s2)), 5, alternative), list(df = 5)), by_formula("SIG-15"),
        level = level, alternative = alternative))
    f <- sum(d^2) / (2 * sum(s2))
    add("five-by-two-f", "folds", c(s, list(design = design("FiveByTwo"))),
      list(statistic = f, df = c(10, 5), p_value = pf(f, 10, 5, lower.tail = FALSE)),
      by_formula("Alpaydin 1999"))
  }
}

# SIG-17 to SIG-26 with E-B4, E-B5 and E-B6: U, and the df that the paper gives by default.
bouckaert <- function(x) {
  r <- nrow(x)
  k <- ncol(x)
  m <- mean(x)
  sorted <- t(apply(x, 1, sort))
  over_rows <- function(y, f) apply(y, 1, f)
  over_columns <- function(y, f) apply(y, 2, f)
  list(
    "cv-all-data" = list(m / sd(as.vector(x)), k * r - 1, "SIG-17"),
    "cv-folds" = list(m / sd(rowMeans(x)), r - 1, "SIG-18"),
    "cv-folds-averaged-variance" = list(m / sqrt(mean(over_rows(x, var))), r - 1, "SIG-19"),
    "cv-runs" = list(m / sd(colMeans(x)), k - 1, "SIG-20"),
    "cv-runs-averaged-variance" = list(m / sqrt(mean(over_columns(x, var))), k - 1, "SIG-21"),
    "cv-sorted-runs" = list(m / sd(colMeans(sorted)), k - 1, "SIG-22"),
    "cv-sorted-runs-averaged-variance" = list(m / sqrt(mean(over_columns(sorted, var))), k - 1, "SIG-23"),
    "cv-folds-averaged-t" = list(mean(rowMeans(x) / over_rows(x, sd)), k - 1, "SIG-24"),
    "cv-runs-averaged-t" = list(mean(colMeans(x) / over_columns(x, sd)), r - 1, "SIG-25"),
    "cv-sorted-runs-averaged-t" = list(mean(colMeans(sorted) / over_columns(sorted, sd)), r - 1, "SIG-26")
  )
}

uncalibratable <- c("cv-folds", "cv-runs", "cv-sorted-runs-averaged-variance", "cv-sorted-runs-averaged-t")

bouckaert_cases <- function() {
  set.seed(205)
  for (shape in list(c(4, 6), c(6, 4), c(10, 10), c(20, 10), c(3, 2))) for (shift in c(0.02, -0.01)) {
    s <- scores(shape[1], shape[2], shift)
    for (key in names(bouckaert(s$a - s$b))) bouckaert_case(key, s, shape)
  }
}

bouckaert_case <- function(key, s, shape) {
  found <- bouckaert(s$a - s$b)[[key]]
  choices <- list(list("nominal", found[[2]]), list(10, 10), list(7.5, 7.5))
  published <- if (key == "cv-all-data") 10 else 11
  in_domain <- if (key == "cv-all-data") all(shape == 10) else shape[1] >= 10 && shape[2] == 10
  if (in_domain && !(key %in% uncalibratable))
    choices <- c(choices, list(list("calibrated", published)))
  for (i in seq_along(choices)) {
    alternative <- alternatives[(i - 1) %% 3 + 1]
    df <- choices[[i]][[2]]
    level <- levels_used[(i - 1) %% 3 + 1]
    m <- mean(s$a - s$b)
    expected <- t_expected(m, m / (found[[1]] * sqrt(df + 1)), df, level, alternative)
    # An average of ratios has no single standard error: its interval is not fixed.
    if (endsWith(key, "-t")) expected[c("low", "high")] <- NULL
    add(key, "folds", c(s, list(design = repeated(shape[1], shape[2]))), expected,
      by_formula(found[[3]]), options = list(df = choices[[i]][[1]]), level = level,
      alternative = alternative)
  }
}

# With its nominal df, the sign test of the paper's closing section is a sign test on all folds.
cv_sign_cases <- function() {
  set.seed(208)
  for (shape in list(c(4, 6), c(10, 10))) each_alternative(function(alternative, level) {
    s <- scores(shape[1], shape[2])
    d <- s$a - s$b
    p <- binom.test(sum(d > 0), sum(d != 0), alternative = r_word(alternative))$p.value
    add("cv-sign", "folds", c(s, list(design = repeated(shape[1], shape[2]))), list(p_value = p),
      by_r("binom.test, zeros dropped"), list(df = "nominal"), level, alternative)
  })
}

half_sample_cases <- function() {
  set.seed(206)
  for (halvings in c(15, 50)) each_alternative(function(alternative, level) {
    s <- scores(10, 10)
    halves <- matrix(round(rnorm(2 * halvings, 0.02, 0.05), 4), halvings, 2)
    v <- mean((halves[, 1] - halves[, 2])^2) / 4
    add("half-sample-t", "folds", c(s, list(design = repeated(10, 10), halves = halves)),
      t_expected(mean(s$a - s$b), sqrt(v), if (halvings == 15) 10 else 15, level, alternative),
      by_formula("HS-1"), level = level, alternative = alternative)
    # The combined form, with halves so alike that the floor carries, and with the halves above.
    for (shrink in c(0.01, 1)) {
      floor <- (1 / 100 + 1 / 9) * var(as.vector(s$a - s$b))
      near <- round(halves * shrink, 6)
      v <- max(mean((near[, 1] - near[, 2])^2) / 4, floor)
      add("half-sample-t", "folds", c(s, list(design = repeated(10, 10), halves = near)),
        t_expected(mean(s$a - s$b), sqrt(v), if (halvings == 15) 10 else 15, level, alternative),
        by_formula("HS-1, combined form"), list(floor = "nadeau-bengio"), level, alternative)
    }
  })
}

# IF-1: items of two learners in folds of equal size; the items are averaged over the runs.
items_folds_cases <- function() {
  set.seed(210)
  for (shape in list(c(1, 5), c(3, 4), c(10, 10))) each_alternative(function(alternative, level) {
    runs <- shape[1]; folds <- shape[2]; n <- 6 * folds
    right <- function(rate) matrix(rbinom(runs * n, 1, rate), runs, n)
    by_item <- list(a = right(0.8), b = right(0.6))
    place <- t(replicate(runs, sample(rep(1:folds, 6))))
    by_fold <- function(x) t(sapply(1:runs, function(run) tapply(x[run, ], place[run, ], mean)))
    s <- lapply(by_item, by_fold)
    items <- colMeans(by_item$a - by_item$b)
    d <- as.vector(s$a - s$b)
    design <- if (runs == 1) design("KFold", folds = folds) else repeated(runs, folds)
    for (weights in list(c(2, 0.5), c(1.5, 0.8), c(1, 1))) {
      it <- var(items) / n
      v <- weights[1] * it + weights[2] * (1 / length(d) + 1 / (folds - 1)) * var(d)
      df <- min(length(d) - 1, n %/% 2)
      asked <- list(item_weight = weights[1], fold_weight = weights[2])
      add("items-folds-t", "folds", c(s, list(design = design, items = items)),
        t_expected(mean(d), sqrt(v), df, level, alternative), by_formula("IF-1"), asked, level, alternative)
      # Models that hardly differ change nothing, and those that differ much are the least variance.
      for (models in c(0.5, 4) * it) add("items-folds-t", "folds",
        c(s, list(design = design, items = items, models = models)),
        t_expected(mean(d), sqrt(max(v, (models - it) * (folds - 1))), df, level, alternative),
        by_formula("IF-1, models"), asked, level, alternative)
    }
  })
  # One item in one of ten runs differs: the variance is that of two answers.
  n <- 30
  a <- matrix(0.5, 10, 10)
  b <- a
  b[4, 7] <- 0.5 - 10 / n
  each_alternative(function(alternative, level) {
    inputs <- list(a = a, b = b, design = repeated(10, 10), items = c(0.1, rep(0, n - 1)),
      right_or_wrong = TRUE)
    add("items-folds-t", "folds", inputs, t_expected(1 / (10 * n), sqrt(2) / n, n %/% 2, level, alternative),
      by_formula("IF-1, least variance"), list(item_weight = 1, fold_weight = 0.1), level, alternative)
  })
}

# One run of equal differences makes its term infinite; two of opposite sign have no average.
averaged_t_cases <- function() {
  set.seed(209)
  s <- scores(3, 4)
  b <- rbind(rep(0.5, 4), rep(0.25, 4), s$b[3, ])
  rule <- "zero-variance rule of the specification, by term"
  put <- function(key, a, b, expected, runs, folds) add(key, "folds",
    list(a = a, b = b, design = repeated(runs, folds)), expected, rule, list(df = "nominal"))
  infinite <- list(statistic = Inf, p_value = 0, degenerate = TRUE)
  undefined <- list(p_value = 1, degenerate = TRUE)
  up <- b + rbind(rep(0.125, 4), s$a[2, ] - s$b[2, ], s$a[3, ] - s$b[3, ])
  apart <- b + rbind(rep(0.125, 4), rep(-0.25, 4), s$a[3, ] - s$b[3, ])
  put("cv-folds-averaged-t", up, b, infinite, 3, 4)
  put("cv-folds-averaged-t", apart, b, undefined, 3, 4)
  put("cv-runs-averaged-t", t(up), t(b), infinite, 4, 3)
  put("cv-runs-averaged-t", t(apart), t(b), undefined, 4, 3)
}

# Equal differences: binary fractions first, then decimals whose rounding errors hide that they are equal.
zero_variance_cases <- function() {
  exact <- c(0.75, 0.625, 0.5, 0.875, 0.25, 0.375, 0.5, 0.75, 0.625, 0.875)
  decimal <- c(0.8, 0.5, 0.9, 0.7, 0.6, 0.4, 0.85, 0.55, 0.95, 0.65)
  lower <- c(0.7, 0.4, 0.8, 0.6, 0.5, 0.3, 0.75, 0.45, 0.85, 0.55)
  pairs <- list(
    list(exact, exact, 0), list(exact, exact - 0.125, 0.125), list(exact, exact + 0.25, -0.25),
    list(decimal, lower, 0.1), list(lower, decimal, -0.1)
  )
  for (pair in pairs) {
    expected <- if (pair[[3]] == 0) list(statistic = 0, p_value = 1, estimate = 0)
      else list(statistic = sign(pair[[3]]) * Inf, p_value = 0, estimate = pair[[3]], degenerate = TRUE)
    rule <- "zero-variance rule of the specification"
    row <- function(v, n) matrix(v, n, byrow = TRUE)
    put <- function(key, made, rows, options = list())
      add(key, "folds", list(a = row(pair[[1]], rows), b = row(pair[[2]], rows), design = made), expected,
        rule, options)
    put("resampled-t", design("Resampling", splits = 10), 1)
    put("kfold-t", design("KFold", folds = 10), 1)
    put("corrected-resampled-t", design("KFold", folds = 10), 1)
    put("cv-all-data", repeated(2, 5), 2, list(df = "nominal"))
    put("cv-runs-averaged-variance", repeated(2, 5), 2, list(df = "nominal"))
    put("cv-folds-averaged-variance", repeated(2, 5), 2, list(df = 10))
    five <- expected
    five$estimate <- NULL
    halved <- list(a = row(pair[[1]], 5), b = row(pair[[2]], 5), design = design("FiveByTwo"))
    add("five-by-two-t", "folds", halved, five, rule)
    # An F is a ratio of sums of squares: never negative, whoever is ahead.
    five$statistic <- abs(five$statistic)
    add("five-by-two-f", "folds", halved, five, rule)
    add("quasi-f", "layout", halved[c("a", "b")], five, rule)
    add("paired-t", "samples", list(a = pair[[1]], b = pair[[2]]), expected, rule)
    add("paired-mean", "item-scores", list(a = pair[[1]], b = pair[[2]]), expected, rule)
  }
}
