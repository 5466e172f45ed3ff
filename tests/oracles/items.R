# Paired items, independent rates and scores of single items.

paired_items_cases <- function() {
  set.seed(101)
  for (i in 1:12) {
    n <- c(10, 25, 50, 100, 412, 1000, 3000, 10000, 50, 60, 70, 80)[i]
    only_a <- rbinom(1, n, 0.12)
    only_b <- if (i %% 4 == 0) only_a else rbinom(1, n, 0.15)
    both <- rbinom(1, n - only_a - only_b, 0.7)
    items_case(list(only_a = only_a, only_b = only_b, n = n, both_right = both))
  }
  for (pair in list(c(35, 15), c(30, 20), c(1, 0), c(0, 1), c(5, 6), c(1, 1), c(0, 9), c(300, 200)))
    items_case(list(only_a = pair[1], only_b = pair[2], n = sum(pair) + 40, both_right = 33))
  items_case(list(only_a = 0, only_b = 0, n = 40, both_right = 33))
  # Nobody errs: the pooled variance of SIG-3 is 0 and so is the difference.
  add("difference-of-proportions", "paired-items",
    list(only_a = 0, only_b = 0, n = 20, both_right = 20),
    list(statistic = 0, p_value = 1, estimate = 0), "zero-variance rule of the specification")
}

items_case <- function(input) {
  a <- input$only_a
  b <- input$only_b
  n <- a + b
  estimate <- (a - b) / input$n
  mcnemar_case(input, a, b, estimate)
  if (n == 0) {
    for (key in c("mcnemar-exact", "mcnemar-mid-p"))
      add(key, "paired-items", input, list(p_value = 1, estimate = 0), "SIG-1: n = 0 gives p = 1")
    return(invisible())
  }
  each_alternative(function(alternative, level) {
    exact <- binom.test(a, n, alternative = r_word(alternative))$p.value
    add("mcnemar-exact", "paired-items", input, list(p_value = exact, estimate = estimate),
      by_r("binom.test"), level = level, alternative = alternative)
    add("mcnemar-mid-p", "paired-items", input,
      list(p_value = mid_p(a, b, alternative), estimate = estimate),
      by_formula("mid-p: the observed count weighs one half"), level = level, alternative = alternative)
    proportions_case(input, estimate, alternative, level)
  })
}

mcnemar_case <- function(input, a, b, estimate) {
  if (a + b == 0) {
    expected <- list(statistic = 0, df = 1, p_value = 1, estimate = 0)
    add("mcnemar", "paired-items", input, expected, "SIG-2: no discordant items give 0, p = 1")
    return(invisible())
  }
  table <- matrix(c(input$both_right, b, a, input$n - input$both_right - a - b), 2)
  r <- mcnemar.test(table, correct = TRUE)
  expected <- list(statistic = unname(r$statistic), df = 1, p_value = r$p.value, estimate = estimate)
  add("mcnemar", "paired-items", input, expected, by_r("mcnemar.test"))
  plain <- mcnemar.test(table, correct = FALSE)
  add("mcnemar", "paired-items", input,
    list(statistic = unname(plain$statistic), df = 1, p_value = plain$p.value),
    by_r("mcnemar.test(correct = FALSE)"), options = list(correction = FALSE))
  # In the direction that was seen, the signed root of SIG-2 has half the two-sided p-value.
  if (abs(a - b) >= 2)
    add("mcnemar", "paired-items", input, list(p_value = r$p.value / 2),
      by_r("mcnemar.test, p halved (SIG-4)"), alternative = if (a > b) "greater" else "less")
}

mid_p <- function(a, b, alternative) {
  n <- a + b
  at_least <- function(s) pbinom(s, n, 0.5, lower.tail = FALSE) + dbinom(s, n, 0.5) / 2
  switch(alternative,
    "two-sided" = if (a == b) 1 else 2 * at_least(max(a, b)), "greater" = at_least(a), "less" = at_least(b)
  )
}

proportions_case <- function(input, estimate, alternative, level) {
  right <- input$both_right + c(input$only_a, input$only_b)
  p <- mean(right) / input$n
  z <- estimate / sqrt(2 * p * (1 - p) / input$n)
  # SIG-3 treats one test set as two: prop.test on twice n items must agree.
  if (p < 1) {
    reference <- suppressWarnings(prop.test(right, rep(input$n, 2), correct = FALSE))
    stopifnot(all.equal(unname(reference$statistic), z^2, tolerance = 1e-10))
  }
  add("difference-of-proportions", "paired-items", input,
    c(p_expected(z, Inf, alternative), list(estimate = estimate)),
    by_formula("SIG-3, cross-checked with prop.test"), level = level, alternative = alternative)
}

pooled <- list(form = "martin-hirschberg")

rates_cases <- function() {
  set.seed(102)
  for (i in 1:14) {
    n <- c(10, 20, 100, 37, 200, 1000, 500, 8, 60, 90, 1000, 3, 25, 300)[i]
    m <- c(10, 30, 100, 50, 150, 1000, 700, 5, 60, 70, 900, 4, 25, 450)[i]
    share <- runif(2, 0.05, 0.6)
    rate_case(list(errors_a = rbinom(1, n, share[1]), n_a = n, errors_b = rbinom(1, m, share[2]), n_b = m))
  }
  for (counts in list(c(0, 10, 0, 12), c(7, 7, 9, 9))) {
    input <- list(errors_a = counts[1], n_a = counts[2], errors_b = counts[3], n_b = counts[4])
    for (key in c("two-proportion-z", "two-proportion-exact", "two-proportion-unpooled"))
      add(key, "rates", input, list(p_value = 1, estimate = 0), "SIG-5: pooled rate 0 or 1 gives p = 1",
        options = if (key == "two-proportion-exact") pooled else list())
  }
  for (m in c(3, 5))
    add("two-proportion-exact", "rates", list(errors_a = m, n_a = 10, errors_b = m, n_b = 10),
      list(p_value = 1, estimate = 0), "SIG-6: m1 = m2 gives p = 1", options = pooled)
  add("two-proportion-unpooled", "rates", list(errors_a = 0, n_a = 10, errors_b = 12, n_b = 12),
    list(statistic = Inf, p_value = 0, estimate = 1, degenerate = TRUE),
    "zero-variance rule of the specification")
}

rate_case <- function(input) {
  errors <- c(input$errors_a, input$errors_b)
  n <- c(input$n_a, input$n_b)
  rate <- errors / n
  estimate <- rate[2] - rate[1]
  together <- sum(errors) / sum(n)
  z <- estimate / sqrt(together * (1 - together) * sum(1 / n))
  free <- estimate / sqrt(sum(rate * (1 - rate) / n))
  reference <- suppressWarnings(prop.test(errors, n, correct = FALSE))
  stopifnot(all.equal(unname(reference$statistic), z^2, tolerance = 1e-10))
  each_alternative(function(alternative, level) {
    put <- function(key, expected, source, options = list())
      add(key, "rates", input, c(expected, list(estimate = estimate)), source, options = options,
        level = level, alternative = alternative)
    put("two-proportion-z", p_expected(z, Inf, alternative), by_r("prop.test(correct = FALSE), signed root"))
    put("two-proportion-unpooled", p_expected(free, Inf, alternative), by_formula("SIG-7"))
    put("two-proportion-exact", list(p_value = sig6(errors, n, alternative)),
      by_formula("SIG-6 in whole numbers"), options = pooled)
  })
}

# P(k1, k2) at the pooled rate over differences at least as large as the one seen.
sig6 <- function(errors, n, alternative) {
  pooled <- sum(errors) / sum(n)
  chance <- outer(dbinom(0:n[1], n[1], pooled), dbinom(0:n[2], n[2], pooled))
  ahead <- outer(0:n[1], 0:n[2], function(k1, k2) k2 * n[1] - k1 * n[2])
  seen <- errors[2] * n[1] - errors[1] * n[2]
  inside <- switch(alternative,
    "two-sided" = abs(ahead) >= abs(seen), "greater" = ahead >= seen, "less" = ahead <= seen
  )
  if (alternative == "two-sided" && seen == 0) return(1)
  sum(sort(chance[inside]))
}

item_scores_cases <- function() {
  set.seed(103)
  for (n in c(5, 30, 400)) {
    a <- round(rexp(n, 2), 4)
    b <- round(a + rnorm(n, 0.03, 0.2), 4)
    each_alternative(function(alternative, level) {
      r <- t.test(a, b, paired = TRUE, alternative = r_word(alternative), conf.level = level)
      add("paired-mean", "item-scores", list(a = a, b = b), from_t_test(r, mean(a - b)),
        by_r("t.test(paired = TRUE)"), level = level, alternative = alternative)
    })
  }
}

from_t_test <- function(r, estimate) {
  expected <- list(
    statistic = unname(r$statistic), df = unname(r$parameter), p_value = r$p.value, estimate = estimate
  )
  if (is.finite(r$conf.int[1])) expected$low <- r$conf.int[1]
  if (is.finite(r$conf.int[2])) expected$high <- r$conf.int[2]
  expected
}
