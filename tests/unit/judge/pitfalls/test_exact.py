import pytest
from scipy.stats import binom

from bakeoff import compare_datasets
from bakeoff.core.outcomes import PairedItems
from bakeoff.judge.pitfalls.exact import of_chi_squared, of_mid_p, of_signed_ranks
from bakeoff.methods import METHODS


@pytest.mark.parametrize(("method", "rates"), [("mcnemar", of_chi_squared), ("mcnemar-mid-p", of_mid_p)])
def test_the_rate_is_the_chance_of_the_counts_that_the_method_itself_rejects(method, rates):
    for label, rate in rates():
        count = int(label.split()[0])
        rejected = [won for won in range(count + 1) if _p(method, won, count) <= 0.05 + 1e-9]
        assert rate == pytest.approx(100 * sum(binom.pmf(rejected, count, 0.5)), abs=1e-9)


def _p(method, won, count):
    items = PairedItems(only_a=won, only_b=count - won, n=count)
    return METHODS[method].compute(items, level=0.95, alternative="two-sided").p_value


def test_no_test_over_five_data_sets_can_be_significant():
    smallest = dict(of_signed_ranks())
    for count in (5, 6):
        scores = [0.1 * at for at in range(1, count + 1)]
        verdict = compare_datasets(scores, [0.0] * count, method="wilcoxon")
        assert verdict.result.p_value == pytest.approx(smallest[f"{count} data sets"] / 100)
