"""Clusters that logs of Inspect declare by ``stderr(cluster=...)``, in logs that Inspect wrote."""

import json
import shutil

import pytest

from bakeoff import InputError, compare_files, compare_item_scores, rank_files
from bakeoff.plan.gates import GateRequest, Wish, gate_source
from bakeoff.read.importers._clusters import clusters_of_metrics

MODELS = "careful", "hasty"


def rows(folder):
    """Task, document and score of each sample, read as they stand in the logs."""
    found = {}
    for log in folder.glob("*.json"):
        content = json.loads(log.read_text())
        for each in content["samples"]:
            right = float(each["scores"]["matches"]["value"] == "C")
            found[content["eval"]["task"], each["id"]] = (each["metadata"]["document"], right)
    return dict(sorted(found.items()))


def both(folder):
    return [folder / model for model in MODELS]


def expected(paths, *, of_tasks):
    a, b = map(rows, paths)
    clusters = [f"{task} {document}" if of_tasks else str(document) for (task, _), (document, _) in a.items()]
    scores = ([right for _, right in own.values()] for own in (a, b))
    return compare_item_scores(*scores, clusters=clusters).result


def changed(missing, tmp_path, change):
    """The logs with something in them changed."""
    folder = tmp_path / "clusters"
    shutil.copytree(missing / "clusters", folder)
    for log in folder.rglob("*.json"):
        content = json.loads(log.read_text())
        change(content)
        log.write_text(json.dumps(content))
    return both(folder)


def test_declared_clusters_are_used_within_each_task(missing):
    paths = both(missing / "clusters")
    verdict = compare_files(*paths)
    assert verdict.basis.clusters == 20
    assert verdict.result.interval == pytest.approx(expected(paths, of_tasks=True).interval)
    assert verdict.result.p_value == pytest.approx(expected(paths, of_tasks=True).p_value)
    assert verdict.roles["group"] == {"column": "document", "by": "declared"}
    assert any("taken for different clusters" in each for each in verdict.result.notes)
    assert "group: document (declared)" in str(verdict)
    assert compare_files(*both(missing / "plain")).basis.clusters == 0


def test_the_user_decides_about_clusters(missing):
    paths = both(missing / "clusters")
    none = compare_files(*paths, cluster="none")
    assert (none.basis.clusters, dict(none.roles)) == (0, {})
    named = compare_files(*paths, cluster="document")
    assert named.basis.clusters == 10
    assert named.result.interval == pytest.approx(expected(paths, of_tasks=False).interval)
    assert named.roles["group"] == {"column": "document", "by": "said"}
    assert compare_files(*both(missing / "plain"), cluster="document").basis.clusters == 10


def test_tasks_of_one_data_set_have_their_clusters_in_common(missing, tmp_path):
    paths = changed(missing, tmp_path, lambda log: log["eval"]["dataset"].update(location="arithmetic"))
    verdict = compare_files(*paths)
    assert verdict.basis.clusters == 10
    assert verdict.result.interval == pytest.approx(expected(paths, of_tasks=False).interval)
    assert any("the logs name one data set" in each for each in verdict.result.notes)


def test_gates_and_rankings_use_declared_clusters(missing):
    paths = both(missing / "clusters")
    gate = gate_source(GateRequest(files=tuple(paths), wishes=(Wish(margin=0.1),)))
    assert gate.basis.clusters == 20
    assert gate.roles["group"]["by"] == "declared"
    ranking = rank_files(paths, resamples=200)
    assert ranking.basis.clusters == 20
    assert dict(ranking.roles) == {"group": {"column": "document", "by": "declared"}}
    assert rank_files(paths, cluster="none", resamples=200).basis.clusters == 0


def test_a_log_of_an_unfinished_run_declares_them_among_its_scorers(missing, tmp_path):
    paths = changed(missing, tmp_path, lambda log: log["results"].pop("scores"))
    assert compare_files(*paths).basis.clusters == 20


def test_logs_that_declare_different_clusters_are_refused(missing, tmp_path):
    def change(log):
        if log["eval"]["model"].endswith("hasty"):
            log["eval"]["scorers"][0]["metrics"][1]["options"]["cluster"] = "author"

    with pytest.raises(InputError, match=r"by 'document' and by 'author'; .* --cluster none"):
        compare_files(*changed(missing, tmp_path, change))


def test_declared_clusters_that_samples_lack_are_refused(missing, tmp_path):
    def change(log):
        log["samples"][4]["metadata"] = {}

    with pytest.raises(InputError, match=r"declares clusters by 'document', which .* lacks; .*--cluster"):
        compare_files(*changed(missing, tmp_path, change))


def test_one_declared_cluster_is_refused(missing, tmp_path):
    def change(log):
        log["eval"]["dataset"]["location"] = "arithmetic"
        for each in log["samples"]:
            each["metadata"]["document"] = "only"

    with pytest.raises(InputError, match=r"all items are in one declared cluster .*--cluster none"):
        compare_files(*changed(missing, tmp_path, change))


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (None, {}),
        ([{"name": "stderr", "options": {}}], {}),
        ([{"name": "stderr", "params": {"cluster": "d"}}], {"": "d"}),
        ({"style": [{"name": "stderr", "options": {"cluster": "d"}}], "facts": []}, {"style": "d"}),
        ([{"style": [{"name": "stderr", "options": {"cluster": "d"}}]}], {"style": "d"}),
        ("stderr", {}),
        ([7, {"name": "stderr", "options": {"cluster": 3}}], {}),
    ],
)
def test_clusters_of_metrics_in_all_forms(given, found):
    assert clusters_of_metrics(given) == found
