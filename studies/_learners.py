"""Where the learners of the studies are from."""

import sklearn

ORIGIN = f"bakeoff.lab.learners; on numeric attributes scikit-learn {sklearn.__version__}"
