"""Both sides by one filter, whatever the order of the lines, of the files and of the configuration."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from tests.unpacking import unpack

import bakeoff
from bakeoff.core.exceptions import FileError, InputError, UnknownNameError
from bakeoff.plan.gates import GateRequest, Wish, gate_source
from bakeoff.read.engine.plan import Wanted
from bakeoff.read.importers._record import glimpse_of
from bakeoff.read.importers.lm_eval import read_lm_eval

LOGS = Path(__file__).parent / "data" / "lm_eval"
NAMES = ("strict-match", "flexible-extract")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Runs of the harness with one condition changed each."""
    folder = tmp_path_factory.mktemp("runs")
    unpack(LOGS / "conditions.tar.gz", folder)
    return folder / "conditions"


@pytest.fixture(scope="module")
def careful(runs):
    return runs / "same" / "careful"


def read(*paths, **asked):
    return read_lm_eval([glimpse_of(each) for each in paths], Wanted(**asked))


def answers(found):
    """The values of each model by document."""
    return {
        name: dict(zip(found.panel.ids.tolist(), values.tolist(), strict=True))
        for name, values in zip(found.names, found.panel.answers, strict=True)
    }


def rows_of(folder):
    (file,) = folder.glob("samples_*")
    return [json.loads(line) for line in file.read_text().splitlines()]


def written(target, folder, rows, *, results=True):
    """The run in a folder with other lines."""
    target.mkdir(parents=True)
    (file,) = folder.glob("samples_*")
    (target / file.name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    if results:
        (other,) = folder.glob("results_*")
        (target / other.name).write_bytes(other.read_bytes())
    return target


def without_names(rows):
    """Lines as versions wrote them that had no names of filters."""
    return [{key: value for key, value in row.items() if key not in ("filter", "metrics")} for row in rows]


def test_an_older_file_of_the_task_lists_another_filter_first(runs, careful):
    with pytest.raises(
        InputError,
        match=r"2 filters \(flexible-extract, strict-match\), and the configurations of the logs begin with "
        r"different ones \(flexible-extract, strict-match\); choose one with --filter$",
    ):
        read(careful, runs / "order" / "hasty")
    for name in NAMES:
        same, other = (
            read(careful, runs / which / "hasty", filter=name, cluster="task") for which in ("same", "order")
        )
        assert answers(other) == answers(same)


@pytest.mark.parametrize("turned", [False, True])
def test_a_log_with_one_filter_is_not_compared_with_another(runs, careful, turned):
    """The main filter of the first log against the only one of the second would be two measures."""
    one, other = (careful, runs / "flexible" / "hasty")[:: -1 if turned else 1]
    with pytest.raises(InputError, match="filter"):
        read(one, other)
    with pytest.raises(
        InputError, match=r"the filters differ: .* has filter 'strict-match' and .*'flexible-extract'; give"
    ):
        read(runs / "strict" / "hasty", runs / "flexible" / "hasty")
    with pytest.raises(InputError, match="the filters differ"):
        read(one, other, filter="strict-match")
    found = read(one, other, filter="flexible-extract")
    same = read(*(careful, runs / "same" / "hasty")[:: -1 if turned else 1], filter="flexible-extract")
    assert answers(found) == answers(same)
    assert answers(read(careful, runs / "strict" / "hasty")) == answers(
        read(careful, runs / "same" / "hasty")
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_the_lines_changes_nothing(runs, careful, tmp_path, seed):
    draw = np.random.default_rng(seed)
    paths = []
    for folder in (careful, runs / "same" / "hasty"):
        rows = [{name: row[name] for name in draw.permutation(sorted(row))} for row in rows_of(folder)]
        paths.append(
            written(tmp_path / folder.name, folder, [rows[at] for at in draw.permutation(len(rows))])
        )
    for asked in (None, *NAMES):
        assert answers(read(*paths, filter=asked)) == answers(
            read(careful, runs / "same" / "hasty", filter=asked)
        )
    for one, other in itertools.permutations((paths[0], runs / "same" / "hasty")):
        assert answers(read(one, other)) == answers(read(careful, runs / "same" / "hasty"))


def test_without_the_results_of_a_run_nothing_says_which_filter_is_the_main_one(runs, careful, tmp_path):
    hasty = runs / "same" / "hasty"
    alone = written(tmp_path / "hasty", hasty, rows_of(hasty), results=False)
    both = [written(tmp_path / "careful", careful, rows_of(careful)[::-1], results=False), alone]
    for paths in ((careful, alone), (alone, careful), both):
        with pytest.raises(
            InputError, match="not every log has the results of its run next to it, which say which"
        ):
            read(*paths)
        found = read(*paths, filter="flexible-extract")
        assert sorted(answers(found).values(), key=str) == sorted(
            answers(read(careful, hasty, filter="flexible-extract")).values(), key=str
        )


@pytest.mark.parametrize("copied", [slice(0, 1), slice(3, 9), slice(None), slice(-1, None)])
@pytest.mark.parametrize("named", [True, False])
def test_a_line_that_is_repeated_exactly_is_no_second_answer(runs, careful, tmp_path, copied, named):
    whole = runs / "strict" / "hasty"
    rows = rows_of(whole) if named else without_names(rows_of(whole))
    more = rows[copied]
    twice = written(tmp_path / "hasty", whole, rows + more)
    found = read(careful, twice)
    assert answers(found) == answers(read(careful, runs / "same" / "hasty"))
    assert found.panel.repeats is None
    lines = "1 line" if len(more) == 1 else f"{len(more)} lines"
    assert any(each.startswith(f"{lines} of {twice}") for each in found.notes)
    alone = written(tmp_path / "alone" / "hasty", whole, rows + more, results=False)
    assert answers(read(careful, alone, filter="strict-match")) == answers(found)


def test_repeated_lines_of_several_filters(runs, careful, tmp_path):
    rows = rows_of(runs / "same" / "hasty")
    twice = written(tmp_path / "hasty", runs / "same" / "hasty", [*rows, *rows[2:5], rows[12]])
    for name in NAMES:
        expected = read(careful, runs / "same" / "hasty", filter=name)
        assert answers(read(careful, twice, filter=name)) == answers(expected)


def test_other_answers_of_all_documents_are_answers(tmp_path):
    def row(doc, value):
        return {"doc_id": doc, "resps": [], "filtered_resps": [], "filter": "none", "em": value}

    rows = [row(0, 1.0), row(0, 0.0), row(1, 1.0), row(1, 1.0)]
    for order in itertools.permutations(rows):
        for name in "ab":
            (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(each) + "\n" for each in order))
        found = read(tmp_path / "a.jsonl", tmp_path / "b.jsonl")
        assert answers(found)["a"] == {"0": 0.5, "1": 1.0}


def older(tmp_path, folder, rows=None, **options):
    return written(tmp_path / folder.parent.name, folder, rows or without_names(rows_of(folder)), **options)


def test_older_logs_have_the_names_of_their_configuration(runs, careful, tmp_path):
    old = older(tmp_path, runs / "same" / "hasty")
    turned = older(tmp_path, runs / "order" / "hasty")
    for name in (None, *NAMES):
        expected = answers(read(careful, runs / "same" / "hasty", filter=name))
        assert answers(read(careful, old, filter=name)) == expected
        if name is not None:
            assert answers(read(careful, turned, filter=name)) == expected
            assert answers(read(turned, careful, filter=name)) == expected
    with pytest.raises(InputError, match="the configurations of the logs begin with different ones"):
        read(old, older(tmp_path / "turned", runs / "order" / "hasty"))


def test_older_logs_without_a_configuration_are_asked_for_a_number(runs, tmp_path):
    paths = [older(tmp_path / model, runs / "same" / model, results=False) for model in ("careful", "hasty")]
    with pytest.raises(InputError, match=r"has 2 filters \(1, 2\), and not every log has the results"):
        read(*paths)
    for number, name in (("1", "strict-match"), ("2", "flexible-extract")):
        expected = read(runs / "same" / "careful", runs / "same" / "hasty", filter=name)
        np.testing.assert_array_equal(
            read(*paths, filter=number).panel.answers, np.array(expected.panel.answers)
        )
    with pytest.raises(UnknownNameError, match="is called 'strict-match'"):
        read(*paths, filter="strict-match")


@pytest.mark.parametrize("seed", range(4))
def test_older_logs_in_another_order_are_refused(runs, careful, tmp_path, seed):
    rows = without_names(rows_of(runs / "same" / "hasty"))
    orders = [
        [rows[at] for at in np.random.default_rng(seed).permutation(len(rows))],
        rows[::-1],
        sorted(rows, key=lambda r: r["doc_id"]),
    ]
    for at, order in enumerate(orders):
        with pytest.raises(FileError, match="not in the order in which lm_eval writes them"):
            read(careful, written(tmp_path / str(at), runs / "same" / "hasty", order))


def test_several_processes_follow_each_other(runs, careful, tmp_path):
    rows = without_names(rows_of(runs / "same" / "hasty"))
    gathered = [row for rank in (0, 1) for row in rows if row["doc_id"] % 2 == rank]
    for name in NAMES:
        found = read(careful, written(tmp_path / name, runs / "same" / "hasty", gathered), filter=name)
        assert answers(found) == answers(read(careful, runs / "same" / "hasty", filter=name))


def test_a_log_that_names_no_filter_fits_none_and_the_one_asked_for(runs, tmp_path):
    bare = older(tmp_path, runs / "strict" / "hasty", results=False)
    with pytest.raises(InputError, match=r"filter 'strict-match' and .* a filter without a name; give logs"):
        read(runs / "strict" / "hasty", bare)
    one, other = read(runs / "strict" / "hasty", bare, filter="strict-match").panel.answers
    assert one.tolist() == other.tolist()
    with pytest.raises(InputError, match="the filters differ"):
        read(runs / "flexible" / "hasty", bare, filter="strict-match")


def test_no_other_logs_and_no_tables_take_a_filter(tmp_path):
    (tmp_path / "p.csv").write_text("truth,a,b\n" + "1,1,0\n0,0,0\n" * 20)
    pair = [LOGS.parent / "promptfoo" / f"{name}.json.gz" for name in ("careful", "hasty")]
    said = "filter is 'x', but only logs of lm-evaluation-harness have filters; leave filter out"
    for files in (pair, [tmp_path / "p.csv"]):
        with pytest.raises(InputError, match=said):
            bakeoff.compare_files(*files, filter="x")
        with pytest.raises(InputError, match=said):
            bakeoff.rank_files(files, filter="x")
        names = {} if files is pair else {"old": "a", "new": "b"}
        with pytest.raises(InputError, match=said):
            gate_source(GateRequest(files=tuple(files), wishes=(Wish(margin=0.5),), filter="x", **names))
