# Analysis of variance over several groups: one-way, and in blocks with Greenhouse and Geisser's epsilon.
# Run in this folder: Rscript anova.R  (base R; writes anova.json)
#
# groups: scores of independent samples, one list for each group. blocks: scores with data sets in rows and
# learners in columns; "plain" is the F test of aov(score ~ learner + block), which supposes that all
# differences vary equally, and epsilon and p are those of anova(lm(scores ~ 1), X = ~1, test = "Spherical").

source("json.R")

one_way <- function(sizes, means, sd) {
  groups <- Map(function(n, mean) round(rnorm(n, mean, sd), 4), sizes, means)
  group <- factor(rep(seq_along(sizes), sizes))
  f <- oneway.test(unlist(groups) ~ group, var.equal = TRUE)
  list(groups = lapply(groups, I), statistic = unname(f$statistic), df = unname(f$parameter),
    p_value = f$p.value)
}

blocks <- function(n, means, sds) {
  k <- length(means)
  scores <- round(rnorm(n, 0.7, 0.1) + sapply(seq_len(k), function(j) rnorm(n, means[j], sds[j])), 4)
  long <- data.frame(score = as.vector(scores), learner = factor(rep(1:k, each = n)),
    block = factor(rep(1:n, k)))
  plain <- anova(aov(score ~ learner + block, long))["learner", ]
  fit <- anova(lm(scores ~ 1), X = ~1, test = "Spherical")
  epsilon <- as.numeric(sub(".*: *", "", grep("Greenhouse", attr(fit, "heading"), value = TRUE)))
  list(scores = scores, statistic = plain[["F value"]], plain_p = plain[["Pr(>F)"]],
    printed_epsilon = epsilon, p_value = fit[1, "G-G Pr"])
}

set.seed(401)
groups_cases <- list(
  one_way(c(5, 5, 5), c(0.8, 0.8, 0.8), 0.05),
  one_way(c(7, 12, 4, 30), c(0.80, 0.78, 0.85, 0.79), 0.05),
  one_way(c(100, 31, 60), c(0.80, 0.78, 0.78), 0.05),
  one_way(c(6, 9), c(0.7, 0.8), 0.1),
  one_way(c(2, 3, 2, 4, 5), c(0.1, 0.2, 0.3, 0.4, 0.5), 0.05)
)
blocks_cases <- list(
  blocks(10, c(0, 0, 0), c(0.05, 0.05, 0.05)),
  blocks(20, c(0, 0.01, 0.02, 0.05), c(0.01, 0.02, 0.05, 0.1)),
  blocks(6, c(0, 0.1, 0.1), c(0.01, 0.02, 0.2)),
  blocks(40, rep(0, 5), c(0.01, 0.01, 0.1, 0.1, 0.02)),
  blocks(8, c(0, 0.03), c(0.02, 0.05))
)
made <- list(made_by = r_version, groups = groups_cases, blocks = blocks_cases)
writeLines(as_json(made), "anova.json")
