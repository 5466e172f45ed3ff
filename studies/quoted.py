"""Collect the figures that texts of the package quote.

    python -m studies.quoted [part ...]

Writes src/bakeoff/measured/figures.json, or only the named parts of it (all: five minutes). Some parts are
measured here, some are taken from tables that other commands make; each names its command. Rates are in per
cent.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from studies import _quoted_exact, _quoted_worlds, duplicates, expected_error, training_sets
from studies._quoted_pages import command_of, number, row_of, table_of, tables_of

from bakeoff.core.design import spoken
from bakeoff.designs import RepeatedKFold
from bakeoff.measured.tables import Risk, about, risks

ROOT = Path(__file__).parents[1]
FILE = ROOT / "src" / "bakeoff" / "measured" / "figures.json"
CLAIMS = ROOT / "docs" / "_data" / "claims.json"
Values = Mapping[str, float]
FEW_FOLDS = "exchangeable-blocks:n-300:1-nn@first-block-vs-1-nn@second-block"


def named(risk: Risk) -> str:
    """A procedure as texts name it."""
    given = "".join(f", {name} {value}" for name, value in risk.options.items())
    return f"{risk.method}{given}, {risk.under}"


def of_risks() -> Values:
    """The lowest and the highest rate of false alarms of each procedure at 5 %, and its mean power."""
    found: dict[str, float] = {}
    for each in risks():
        least, most = each.sizes()
        found |= {
            f"{named(each)}: least": 100 * least,
            f"{named(each)}: most": 100 * most,
            f"{named(each)}: power": 100 * each.power(),
            f"{named(each)}: adjusted power": 100 * each.adjusted_power,
        }
    return found


def of_claims() -> Values:
    """The rates of records in the worlds that they name, and biases in points."""
    stored = json.loads(CLAIMS.read_text(encoding="utf-8"))
    found = {
        f"{key}: {row}": 100 * count / draws
        for part in ("methods", "rankings")
        for key, rows in stored[part].items()
        for row, (count, draws) in rows.items()
    }
    return found | {
        f"{key}: {row}": 100 * bias
        for key, rows in stored["estimators"].items()
        for row, (bias, _) in rows.items()
    }


def of_losses() -> Values:
    """Areas with few items in a class, and losses of which few are large."""
    found: dict[str, float] = {}
    for place in ("Areas: worlds on which", "Areas: other worlds"):
        for where, rows in tables_of("losses"):
            if place in where and rows and "area-t" in rows[0] and "power" in rows[0]:
                if next(iter(rows[0])) != "items of the smaller class" or "Models that correlate" in where:
                    continue
                for row in rows:
                    n, power = row["items of the smaller class"], row["power"].split(", ")
                    found |= {
                        f"{n} items, {key}: {what}": value
                        for key, at in (("delong", 0), ("area-t", -1))
                        for what, value in (("alarms", number(row[key])), ("power", float(power[at])))
                        if found.get(f"{n} items, {key}: {what}", -1) < value
                    }
    for row in table_of("losses", "areas of .995 and .985"):
        n = int(row["items of the smaller class"])
        found[f"{2 * n} items, areas near 1, delong: coverage"] = number(row["delong"], 1)
        found[f"{2 * n} items, areas near 1, area-t: coverage"] = number(row["area-t"], 1)
    others = next(rows for where, rows in tables_of("losses") if "on which nothing was chosen" in where)
    chosen = next(rows for where, rows in tables_of("losses") if "on which the test was chosen" in where)
    rare = [
        row
        for row in (*others, *chosen)
        if row["family, 30 to 1000 items"].startswith("rare large losses of one")
    ]
    for key in ("skewed-t", "paired-mean"):
        found[f"rare large losses of one model, {key}"] = max(number(row[key]) for row in rare)
        found[f"all worlds, {key}"] = max(number(row[key]) for row in (*others, *chosen))
    return found


def of_few_units() -> Values:
    """Losses of few items and of few clusters of five, and areas of items in clusters."""
    found: dict[str, float] = {}
    for where, rows in tables_of("few_units"):
        if "`skewed-t`" in where:
            for row in rows:
                for size in (10, 20, 30, 40, 50):
                    clusters = "clusters" in row["losses"]
                    what = f"{size // 5} clusters" if clusters else f"{row['losses']}, {size} items"
                    found[what] = max(number(row[f"{size} items"]), found.get(what, 0.0))
    areas = table_of("few_units", "Areas of items in clusters")
    for row in areas:
        key = f"area-t, {row['clusters']} clusters, {row['classes in a cluster']} of the classes in each"
        found[f"{key}: power"] = number(row["area-t, power"])
        found[f"{key}: alarms"] = number(row["area-t"])
    return found


def of_omission() -> Values:
    """F1 of one class where models leave out a class, without regard to that and with it."""
    rows = [
        row
        for where, rows in tables_of("omission")
        if "Worlds on which" in where or "Other worlds" in where
        for row in rows
    ]
    cells = [row["f1"].split("->") for row in rows if row["f1"]]
    return {"without": max(number(cell[0]) for cell in cells), "with": max(number(cell[1]) for cell in cells)}


def of_items_folds() -> Values:
    """Variances of `items-folds-t` by family of worlds, and what folds that are not stratified do."""
    used, alone = "3 it + 0.5 nb, at least 9 m - 9 it", "3 it + 0.5 nb"
    families = table_of("items-folds", "By family")
    chosen = [row for row in families if row["role"] != "limits"]
    found = {
        "items and folds alone: most": max(number(row[alone]) for row in chosen),
        "with models: most": max(number(row[used]) for row in chosen),
        "chosen on, items and folds alone: most": max(
            number(r[alone]) for r in chosen if r["role"] == "chosen"
        ),
        "chosen on, with models: most": max(number(r[used]) for r in chosen if r["role"] == "chosen"),
        "strict screening": number(row_of(families, first="strict screening")[used]),
    }
    noise = [
        row
        for row in table_of("items-folds", "Stratified and unstratified")
        if not row["world"].startswith("different")
    ]
    return found | {
        "stratified: most": max(number(row["decided"]) for row in noise),
        "not stratified: most": max(number(row["decided, not"]) for row in noise),
        **_points(noise, "a constant or naive Bayes", ("against a constant", "against naive Bayes")),
        **_points(noise, "the rarest class", ("against the rarest",)),
    }


def _points(rows: Iterable[Mapping[str, str]], name: str, words: tuple[str, ...]) -> Values:
    biases = [number(row["bias, stratified"]) for row in rows if any(each in row["world"] for each in words)]
    return {f"points gained on {name}: least": min(biases), f"points gained on {name}: most": max(biases)}


def of_numbers() -> Values:
    """Squared errors of which one model's are heavy-tailed."""
    rows = table_of("numbers", "The Monte-Carlo error is 0.8 points.")
    return {
        f"{row['metric']}, {row['items']} items": number(row["heavy on one side"])
        for row in rows
        if row["metric"] in ("squared-error", "rmse", "r2")
    }


def of_many() -> Values:
    """Family-wise errors of rankings where all models are equal."""
    rows = [row for row in table_of("many", "In short / true one") if row["models"] == "all equal"]
    return {f"{row['worlds']}, {row['procedure']}": number(row["mean"]) for row in rows}


def of_replicability() -> Values:
    """How often verdicts were repeated, in per cent, by the range of the probability that they state."""
    rows = table_of("measured", "Replicability of verdicts")
    head = list(rows[0])
    return {
        f"{row[head[0]]}, {name}": 100 * float(row[head[at]])
        for row in rows[:5]
        for name, at in (
            ("items: stated", 1),
            ("items: repeated", 2),
            ("partitions: stated", 3),
            ("partitions: repeated", 4),
        )
    }


def of_splits() -> Values:
    """False alarms of the resampled t test in Dietterich's simulation, over rates of error."""
    row = row_of(tables_of("papers/dietterich-type1-simulated")[0][1], first="resampled t")
    rates = [number(cell) for name, cell in row.items() if name.startswith("error")]
    return {"resampled-t: least": min(rates), "resampled-t: most": max(rates)}


def of_duplicates() -> Values:
    """The worst rate of a method for each number of copies of each row."""
    return {
        f"{copies} copies, {key}": 100 * max(rate[key] for rate, _ in rows)
        for copies, rows in duplicates.trained(duplicates.DRAWS["trained"]).items()
        for key in duplicates.METHODS_ASKED
    }


def of_fixed_copies() -> Values:
    """Rates of tests of fixed predictions, by how often items are there."""
    methods = ("closed form", "mcnemar-mid-p", "score-t")
    return {
        f"{times}, {method}": rate
        for times, rates in duplicates.fixed(duplicates.DRAWS["fixed"]).items()
        for method, rate in zip(methods, rates, strict=True)
    }


def of_training_sets() -> Values:
    """The worst rate of `quasi-f` for each number of training sets."""
    return {f"{sets} training sets": max(training_sets.rates(sets, 4000)) for sets in training_sets.SETS}


def of_expected_error() -> Values:
    """Coverage of intervals for the expected error: of counted errors and of squared ones."""
    counted = [covered for _, covered in expected_error.counted(2000).values()]
    squared = {key: covered for key, (_, covered) in expected_error.squared(2000).items()}
    found: dict[str, float] = {}
    for name, at in (("both variances", 0), ("training sets alone", 1), ("test items alone", 2)):
        shares = [100 * float(each[at]) for each in counted]
        found |= {f"counted, {name}: least": min(shares), f"counted, {name}: most": max(shares)}
    for name, is_log in (("log-normal", True), ("other", False)):
        shares = [
            100 * float(each[0]) for (law, _), each in squared.items() if (law == "log-normal") is is_log
        ]
        found |= {f"squared, {name}: least": min(shares), f"squared, {name}: most": max(shares)}
    return found


def of_few_folds() -> Values:
    """Two tests on ten runs of few folds, where both learners are equally good."""
    from bakeoff import lab

    asked: dict[str, Any] = {
        "methods": ["cv-all-data:df=5", "cv-all-data", "corrected-resampled-t"],
        "draws": 1000,
    }
    designs = [RepeatedKFold(runs=10, folds=folds) for folds in (2, 3, 5)]
    return {
        f"{each.method}, {spoken(design)}": 100 * each.share
        for design in designs
        for each in lab.size(FEW_FOLDS, design=design, **asked)
    }


def drawn(measure: Callable[[int], _quoted_worlds.Found], draws: int) -> Callable[[], Values]:
    """The values alone; their Monte-Carlo error is at most that of one half."""
    return lambda: {key: rate for key, (rate, _) in measure(draws).items()}


class Part(NamedTuple):
    """A table: what collects it, and the command that measured it, if that is another."""

    collect: Callable[[], Values]
    command: Callable[[], str] | None = None
    draws: int = 0


PARTS: dict[str, Part] = {
    "risk": Part(of_risks, lambda: str(about()["command"])),
    "claims": Part(of_claims, lambda: "python -m studies.claims"),
    "losses": Part(of_losses, lambda: command_of("losses")),
    "few units": Part(of_few_units, lambda: command_of("few_units")),
    "omission": Part(of_omission, lambda: command_of("omission")),
    "items and folds": Part(of_items_folds, lambda: command_of("items-folds")),
    "numbers": Part(of_numbers, lambda: command_of("numbers")),
    "many": Part(of_many, lambda: command_of("many")),
    "replicability": Part(of_replicability, lambda: "python -m studies.replicability"),
    "intervals": Part(_quoted_exact.coverage),
    "mid-p": Part(_quoted_exact.mid_p),
    "two standard errors": Part(_quoted_exact.two_standard_errors),
    "dietterich": Part(_quoted_exact.dietterich),
    "dietterich splits": Part(
        of_splits, lambda: "python -m studies.papers --only dietterich-type1-simulated"
    ),
    "copies": Part(of_duplicates, lambda: "python -m studies.duplicates", 1000),
    "fixed copies": Part(of_fixed_copies, lambda: "python -m studies.duplicates fixed", 4000),
    "training sets": Part(of_training_sets, lambda: "python -m studies.training_sets", 4000),
    "expected error": Part(of_expected_error, lambda: "python -m studies.expected_error", 2000),
    "few folds": Part(of_few_folds, draws=1000),
    "pooled counts": Part(drawn(_quoted_worlds.pooled_counts, 2000), draws=2000),
    "equal f1": Part(drawn(_quoted_worlds.exchanged, 2000), draws=2000),
    "rare labels": Part(drawn(_quoted_worlds.rare_labels, 2000), draws=2000),
    "learners over data sets": Part(drawn(_quoted_worlds.boards, 1000), draws=1000),
}


def table(name: str) -> dict[str, Any]:
    """One table, collected anew."""
    part = PARTS[name]
    command = part.command() if part.command is not None else f'python -m studies.quoted "{name}"'
    of_draws = {"draws": part.draws} if part.draws else {}
    return {
        "command": command,
        **of_draws,
        "values": {key: round(value, 4) for key, value in part.collect().items()},
    }


def written(content: Mapping[str, Any]) -> str:
    """The file."""
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Collect the requested parts, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="part")
    asked = parser.parse_args().parts
    for name in asked:
        if name not in PARTS:
            parser.error(f"there is no part {name!r}; expected some of {', '.join(PARTS)}")
    for name in asked:
        found = {name: table(name)}
        kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
        kept |= found
        FILE.write_text(written({each: kept[each] for each in PARTS if each in kept}), encoding="utf-8")


if __name__ == "__main__":
    main()
