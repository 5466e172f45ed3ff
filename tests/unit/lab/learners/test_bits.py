import numpy as np

from bakeoff.lab.learners import _bits
from bakeoff.lab.learners._compiled import compiled, ones


@compiled
def count(words, into):
    for at in range(len(words)):
        into[at] = ones(words[at])


def test_ones():
    words = np.array([0, 1, 2**63, 2**64 - 1, 0b1011], dtype=np.uint64)
    counted = np.empty(5, dtype=np.int64)
    count(words, counted)
    assert counted.tolist() == [0, 1, 1, 64, 3]


def test_each_class_has_words_of_its_own():
    y = np.array([1, 0, 1] * 50)
    first_word, seat = np.empty(3, dtype=np.int64), np.empty(150, dtype=np.int64)
    assert _bits.seats(y, 2, first_word, seat) == 3
    assert first_word.tolist() == [0, 1, 3]
    assert seat[y == 0].tolist() == list(range(50))
    assert seat[y == 1].tolist() == list(range(64, 164))


def test_packing_and_turning_over():
    cells = np.array([[0, 2], [1, 4], [0, 3]])
    bits = np.empty((5, 1), dtype=np.uint64)
    _bits.pack(cells, np.arange(3), bits)
    assert bits.ravel().tolist() == [0b101, 0b010, 0b001, 0b100, 0b010]
    planes = np.empty((1, 3), dtype=np.uint64)
    _bits.turn_over(bits, np.array([0, 2, 5]), planes)
    assert planes.tolist() == [[0b010, 0b100, 0b010]]
    first_word = np.array([0, 1])
    assert _bits.count_group(bits, 0, first_word, 0) == 2
