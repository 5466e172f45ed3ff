"""What must hold for a metric to say how well a model will do in use, written once."""

TRUTH = "the true labels are correct"
SHARES = "the classes are as frequent among the items as they will be in use"
ALIKE = "all errors cost the same, whichever classes they confuse"
EQUAL = "every class matters equally, however rare it is"
WITHIN = "the items of each class are typical of that class in use; the class frequencies need not be"
ONE_LABEL = "each item has one class and gets one label"
NOT_THE_REST = "items of other classes count only if they are assigned to the class"
NUMBERS = "the items are typical of use, and their true numbers are measured without error"
SQUARED = "the cost of an error grows with its square: twice the error costs four times as much"
ONE_SCALE = "the numbers of both models are on one scale, on which a mean has a meaning"
ONE_MODEL = "all scores that are compared come from one model, not from the models of different folds"
CHANCES = "the predictions are probabilities, not scores of another kind"
OF_ACCURACY = (ALIKE, SHARES, TRUTH)
OF_ONE_LABEL = (ONE_LABEL, *OF_ACCURACY)
