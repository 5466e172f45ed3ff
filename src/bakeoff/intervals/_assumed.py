"""What intervals for a rate assume, written once."""

INDEPENDENT = "the items are independent, and each has the same probability of an error"
FIXED = "neither the model nor the number of items was chosen by looking at these errors"
BINOMIAL = (INDEPENDENT, FIXED)
NORMAL = "enough errors and enough correct answers for the normal approximation"
WALD = "the rate is not near 0 or 1, so the variance at the estimate is close to that at the true rate"
