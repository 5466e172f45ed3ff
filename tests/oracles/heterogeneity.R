# Welch's test of several means by oneway.test, from the means, their standard errors and sizes of drawn
# samples. Run in this folder: Rscript heterogeneity.R (base R; writes heterogeneity.json)

source("json.R")

tested <- function(groups) {
  values <- unlist(groups)
  group <- factor(rep(seq_along(groups), lengths(groups)))
  found <- oneway.test(values ~ group, var.equal = FALSE)
  list(
    estimates = I(vapply(groups, mean, 0)),
    errors = I(vapply(groups, function(x) sd(x) / sqrt(length(x)), 0)),
    sizes = I(as.numeric(lengths(groups))),
    statistic = unname(found$statistic),
    df = I(unname(found$parameter)),
    p_value = found$p.value
  )
}

set.seed(604)
drawn <- function(sizes, means, sds) Map(function(n, m, s) rnorm(n, m, s), sizes, means, sds)
inputs <- list(
  drawn(c(10, 12), c(0, 0), c(1, 1)),
  drawn(c(5, 50, 500), c(0, 0.1, 0), c(1, 3, 0.2)),
  drawn(rep(30, 20), rep(0, 20), seq(0.5, 2, length.out = 20)),
  drawn(c(40, 60, 80, 100), c(0, 1, 2, 3), c(1, 1, 1, 1)),
  drawn(c(2, 3, 4), c(0, 0, 5), c(1, 1, 1)),
  drawn(rep(200, 60), rnorm(60, 0, 0.1), rep(1, 60))
)
lists <- lapply(inputs, function(groups) as_json(tested(groups)))
writeLines(c("[", paste0(lists, c(rep(",", length(lists) - 1), "")), "]"), "heterogeneity.json")
