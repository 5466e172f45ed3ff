# Adjusted p-values by p.adjust, and Sidak's by its formula. Run in this folder: Rscript adjust.R
# (base R; writes adjust.json)

source("json.R")

adjusted <- function(p) list(
  p_values = I(p),
  bonferroni = I(p.adjust(p, "bonferroni")),
  sidak = I(-expm1(length(p) * log1p(-p))),
  holm = I(p.adjust(p, "holm")),
  hochberg = I(p.adjust(p, "hochberg")),
  bh = I(p.adjust(p, "BH")),
  by = I(p.adjust(p, "BY"))
)

set.seed(601)
inputs <- list(
  0.03, c(0.01, 0.04, 0.03), c(0.05, 0.05, 0.05), c(0.2, 0.01, 0.2, 0.01, 0.5), c(1, 0, 0.5),
  c(1e-200, 1e-5, 0.3), round(runif(20), 4), round(rbeta(154, 0.4, 2), 6)
)
lists <- lapply(inputs, function(p) as_json(adjusted(p)))
writeLines(c("[", paste0(lists, c(rep(",", length(lists) - 1), "")), "]"), "adjust.json")
