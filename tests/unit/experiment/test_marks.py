import numpy as np
import pandas as pd
from scipy.sparse import csr_array

from bakeoff.experiment.data import make_data
from bakeoff.experiment.marks import items_of_data

X, Y = np.array([[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]]), np.array(["a", "b", "b"])


def test_order_and_kind_of_table_do_not_matter():
    known = items_of_data(make_data(X, Y))
    assert items_of_data(make_data(X[::-1], Y[::-1])) == known
    assert items_of_data(make_data(pd.DataFrame(X, columns=["u", "v"]), Y)) == known
    assert items_of_data(make_data(X.astype(int), Y, name="other")) == known
    assert (known.by, known.n) == ("rows", 3)


def test_values_and_labels_matter():
    known = items_of_data(make_data(X, Y)).fingerprint
    assert items_of_data(make_data(X + 1, Y)).fingerprint != known
    assert items_of_data(make_data(X, Y[[0, 0, 1]])).fingerprint != known


def test_a_matrix_that_is_no_table():
    sparse = items_of_data(make_data(csr_array(X), Y))
    assert sparse == items_of_data(make_data(csr_array(X), Y))
    assert sparse.fingerprint != items_of_data(make_data(csr_array(X + 1), Y)).fingerprint
    assert (sparse.by, sparse.n) == ("rows", 3)
