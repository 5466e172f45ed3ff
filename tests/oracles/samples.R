# Independent samples, data sets, and layouts of training sets by items.

samples_cases <- function() {
  set.seed(301)
  for (n in c(2, 8, 20, 200)) each_alternative(function(alternative, level) {
    a <- round(runif(n, 0.6, 0.9), 4)
    b <- round(0.6 * a + runif(n, 0.2, 0.35), 4)
    input <- list(a = a, b = b)
    put <- function(key, expected, source, options = list(), input_used = input)
      add(key, "samples", input_used, expected, source, options, level, alternative)
    r <- t.test(a, b, paired = TRUE, alternative = r_word(alternative), conf.level = level)
    put("paired-t", from_t_test(r, mean(a - b)), by_r("t.test(paired = TRUE)"))
    apart <- c(input, list(paired = FALSE))
    se <- sqrt((var(a) + var(b)) / n)
    put("unpaired-t", t_expected(mean(a) - mean(b), se, n - 1, level, alternative), by_formula("SIG-9"),
      input_used = apart)
    pooled <- t.test(a, b, var.equal = TRUE, alternative = r_word(alternative), conf.level = level)
    put("unpaired-t", from_t_test(pooled, mean(a) - mean(b)), by_r("t.test(var.equal = TRUE)"),
      options = list(df = "pooled"), input_used = apart)
  })
  anova_cases()
}

anova_cases <- function() {
  for (pair in list(c(0.25, 0.5), c(0.5, 0.25), c(0.5, 0.5))) {
    equal <- pair[1] == pair[2]
    expected <- list(statistic = if (equal) 0 else Inf, p_value = if (equal) 1 else 0)
    if (!equal) expected$degenerate <- TRUE
    add("one-way-anova", "samples", list(a = rep(pair[1], 5), b = rep(pair[2], 6), paired = FALSE),
      expected, "zero-variance rule of the specification; an F is never negative")
  }
  set.seed(302)
  for (sizes in list(c(5, 5), c(20, 20), c(7, 12), c(100, 31))) {
    a <- round(rnorm(sizes[1], 0.80, 0.05), 4)
    b <- round(rnorm(sizes[2], 0.78, 0.05), 4)
    group <- factor(rep(1:2, sizes))
    f <- oneway.test(c(a, b) ~ group, var.equal = TRUE)
    # With two groups F is the square of the pooled t, whose interval it shares.
    interval <- t.test(a, b, var.equal = TRUE)$conf.int
    add("one-way-anova", "samples", list(a = a, b = b, paired = FALSE),
      list(statistic = unname(f$statistic), df = unname(f$parameter), p_value = f$p.value,
        estimate = mean(a) - mean(b), low = interval[1], high = interval[2]),
      by_r("oneway.test(var.equal = TRUE)"))
    for (alternative in c("greater", "less"))
      add("one-way-anova", "samples", list(a = a, b = b, paired = FALSE),
        list(p_value = t.test(a, b, var.equal = TRUE, alternative = r_word(alternative))$p.value),
        by_r("t.test(var.equal = TRUE), whose square is F"), alternative = alternative)
  }
}

datasets_cases <- function() {
  set.seed(303)
  for (n in c(4, 6, 10, 14, 25, 49)) {
    # Distinct absolute differences, in 1/1024 so that a - b is exact and nothing ties.
    d <- sample(1:200, n) * sample(c(-1, 1), n, replace = TRUE, prob = c(0.3, 0.7))
    b <- sample(400:800, n, replace = TRUE) / 1024
    input <- list(a = b + d / 1024, b = b)
    each_alternative(function(alternative, level) {
      p <- wilcox.test(d, alternative = r_word(alternative), exact = TRUE)$p.value
      add("wilcoxon", "datasets", input, list(p_value = p), by_r("wilcox.test(exact = TRUE)"),
        level = level, alternative = alternative)
      sign_case(d, input, alternative, level)
    })
  }
  for (n in c(5, 8, 12, 14)) for (i in 1:2) {
    d <- sample(-3:6, n, replace = TRUE)
    if (all(d == 0)) next
    # Once in binary fractions, once in hundredths: 0.83 - 0.80 and 0.53 - 0.50 differ in the last
    # bit, and still tie.
    whole <- sample(40:80, n, replace = TRUE)
    scale <- c(64, 100)[i]
    input <- list(a = (whole + d) / scale, b = whole / scale)
    each_alternative(function(alternative, level) {
      add("wilcoxon", "datasets", input, list(p_value = enumerate_signed_ranks(d, alternative)),
        by_formula("Wilcoxon by all sign flips, average ranks, zeros dropped"), level = level,
        alternative = alternative)
      pratt <- enumerate_signed_ranks(d, alternative, pratt = TRUE)
      add("wilcoxon", "datasets", input, list(p_value = pratt),
        by_formula("Pratt: zeros ranked, then dropped; all sign flips"), list(zeros = "pratt"), level,
        alternative)
      sign_case(d, input, alternative, level)
    })
  }
  same <- list(a = c(0.5, 0.7, 0.9), b = c(0.5, 0.7, 0.9))
  for (key in c("sign", "wilcoxon"))
    add(key, "datasets", same, list(p_value = 1, estimate = 0), "no data set differs: p = 1")
}

sign_case <- function(d, input, alternative, level) {
  p <- binom.test(sum(d > 0), sum(d != 0), alternative = r_word(alternative))$p.value
  add("sign", "datasets", input, list(p_value = p), by_r("binom.test, zeros dropped"), level = level,
    alternative = alternative)
}

enumerate_signed_ranks <- function(d, alternative, pratt = FALSE) {
  if (!pratt) d <- d[d != 0]
  ranks <- rank(abs(d))[d != 0]
  d <- d[d != 0]
  flips <- as.matrix(expand.grid(rep(list(0:1), length(d))))
  v <- as.vector(flips %*% ranks)
  seen <- sum(ranks[d > 0])
  up <- mean(v >= seen - 1e-9)
  down <- mean(v <= seen + 1e-9)
  switch(alternative, "two-sided" = min(1, 2 * min(up, down)), "greater" = up, "less" = down)
}

layout_cases <- function() {
  set.seed(304)
  for (shape in list(c(4, 30), c(8, 12), c(2, 5), c(16, 100))) {
    I <- shape[1]
    J <- shape[2]
    b <- matrix(round(rexp(I * J), 4), I, J)
    shift <- outer(rnorm(I, 0.05, 0.1), rnorm(J, 0.05, 0.2), "+")
    a <- round(b + shift + rnorm(I * J, 0, 0.2), 4)
    d <- a - b
    m <- mean(d)
    residual <- sweep(sweep(d, 1, rowMeans(d)), 2, colMeans(d)) + m
    ms_a <- J / (I - 1) * sum((rowMeans(d) - m)^2)
    ms_b <- I / (J - 1) * sum((colMeans(d) - m)^2)
    ms_e <- sum(residual^2) / ((I - 1) * (J - 1))
    layout_by_aov(d, ms_a, ms_b, ms_e)
    ss_m <- I * J * m^2
    f <- (ss_m + ms_e) / (ms_a + ms_b)
    nu1 <- (ss_m + ms_e)^2 / (ss_m^2 + ms_e^2 / ((I - 1) * (J - 1)))
    nu2 <- (ms_a + ms_b)^2 / (ms_a^2 / (I - 1) + ms_b^2 / (J - 1))
    add("quasi-f", "layout", list(a = a, b = b),
      list(statistic = f, df = c(nu1, nu2), p_value = pf(f, nu1, nu2, lower.tail = FALSE), estimate = m),
      by_formula("quasi-F, mean squares cross-checked with aov"))
  }
}

layout_by_aov <- function(d, ms_a, ms_b, ms_e) {
  long <- data.frame(y = as.vector(d), set = factor(row(d)), item = factor(col(d)))
  squares <- summary(aov(y ~ set + item, long))[[1]][["Mean Sq"]]
  stopifnot(all.equal(squares, c(ms_a, ms_b, ms_e), tolerance = 1e-9))
}
