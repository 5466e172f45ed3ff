# Cases as JSON, in base R: numbers have 17 significant digits, or 15 where these give the
# same double, so that both sides see identical doubles. What is infinite becomes the word "inf" or "-inf".

as_json <- function(x) {
  if (is.list(x)) return(list_json(x))
  if (is.matrix(x)) {
    rows <- apply(x, 1, function(row) paste0("[", paste(scalar_json(row), collapse = ", "), "]"))
    return(paste0("[", paste(rows, collapse = ", "), "]"))
  }
  if (length(x) == 1 && !inherits(x, "AsIs")) return(scalar_json(x))
  paste0("[", paste(scalar_json(unclass(x)), collapse = ", "), "]")
}

list_json <- function(x) {
  values <- vapply(x, as_json, "")
  if (is.null(names(x)) && length(x) > 0) return(paste0("[", paste(values, collapse = ", "), "]"))
  pairs <- if (length(x)) paste0("\"", names(x), "\": ", values) else character(0)
  paste0("{", paste(pairs, collapse = ", "), "}")
}

scalar_json <- function(x) {
  if (is.character(x)) return(paste0("\"", x, "\""))
  if (is.logical(x)) return(ifelse(x, "true", "false"))
  stopifnot(!anyNA(x))
  short <- sprintf("%.15g", x)
  text <- ifelse(as.numeric(short) == x, short, sprintf("%.17g", x))
  ifelse(is.infinite(x), ifelse(x > 0, "\"inf\"", "\"-inf\""), text)
}

# Collects cases in the order in which they are made.
cases <- list()

add <- function(method, kind, input, expected, source, options = list(), level = 0.95,
                alternative = "two-sided") {
  cases[[length(cases) + 1]] <<- list(
    method = method, kind = kind, input = input, options = options, level = level,
    alternative = alternative, expected = expected, source = source
  )
}

write_cases <- function(path) {
  lines <- vapply(cases, as_json, "")
  writeLines(c("[", paste0(lines, c(rep(",", length(lines) - 1), "")), "]"), path)
}

r_version <- paste0("R ", R.version$major, ".", R.version$minor)
by_r <- function(call) paste(r_version, call)
by_formula <- function(formula) paste0("formula ", formula, " computed in ", r_version)
# R writes the two-sided alternative with a dot.
r_word <- function(alternative) sub("-", ".", alternative)
alternatives <- c("two-sided", "greater", "less")
levels_used <- c(0.9, 0.95, 0.99)

# Expected values of a statistic estimate / se against Student's t (or the normal where df = Inf).
# A one-sided question fixes only the end that it asks about.
t_expected <- function(estimate, se, df, level, alternative, statistic = estimate / se) {
  expected <- c(p_expected(statistic, df, alternative), list(estimate = estimate))
  if (is.finite(df)) expected$df <- df
  tail <- if (alternative == "two-sided") (1 - level) / 2 else 1 - level
  reach <- if (is.finite(df)) qt(tail, df, lower.tail = FALSE) * se
           else qnorm(tail, lower.tail = FALSE) * se
  if (alternative != "less") expected$low <- estimate - reach
  if (alternative != "greater") expected$high <- estimate + reach
  expected
}

p_expected <- function(statistic, df, alternative) {
  upper <- function(x) if (is.finite(df)) pt(x, df, lower.tail = FALSE)
                       else pnorm(x, lower.tail = FALSE)
  p <- switch(alternative,
    "two-sided" = 2 * upper(abs(statistic)), "greater" = upper(statistic), "less" = upper(-statistic)
  )
  list(statistic = statistic, p_value = p)
}

# Every alternative in turn, each with another level.
each_alternative <- function(body) {
  for (i in seq_along(alternatives)) body(alternatives[i], levels_used[i])
}
