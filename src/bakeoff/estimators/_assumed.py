"""What estimators of an error assume, written once."""

SAMPLE = "the items are independent draws from the population of interest"
NOTHING_CHOSEN = "nothing about the learner was chosen by looking at the test items"
INSIDE = "preprocessing and tuning are done within each training set, so they never see its test items"
EXCHANGEABLE = "the items are exchangeable draws: no order in time; copies and related items are in one group"
SMALLER = "a learner trained on (k - 1) / k of the items errs about as often as one that is trained on all"
STABLE = "for the interval: the learner changes little if some of its training items are replaced"
SPLIT = (EXCHANGEABLE, INSIDE)
