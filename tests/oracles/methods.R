# Expected values for every method on given numbers, from R's own tests or from the formulas of the
# specification. Run in this folder: Rscript methods.R  (base R; writes methods.json)

source("json.R")
source("items.R")
source("folds.R")
source("samples.R")

paired_items_cases()
rates_cases()
item_scores_cases()
simple_t_cases()
corrected_cases()
sized_cases()
five_by_two_cases()
bouckaert_cases()
half_sample_cases()
zero_variance_cases()
samples_cases()
datasets_cases()
layout_cases()

write_cases("methods.json")
cat(length(cases), "cases\n")
