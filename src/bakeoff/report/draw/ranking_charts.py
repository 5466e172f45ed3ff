"""Rankings as figures: values and possible ranks, mean ranks, all pairs, and posteriors."""

from itertools import pairwise

from bakeoff.core.ranking import RankedPair, Ranking
from bakeoff.core.written import brief, in_step
from bakeoff.report.draw.charts import NAME, Chart
from bakeoff.report.draw.cliques import maximal_sets
from bakeoff.report.draw.figure import (
    Cell,
    Figure,
    Matrix,
    MeanRanks,
    RankRow,
    Ranks,
    Row,
    Rows,
    Shares,
    Simplex,
)
from bakeoff.report.words import pairs as pair_words
from bakeoff.report.words import ranking as words
from bakeoff.report.words.facts import measured_by
from bakeoff.report.words.verdict import visible

MOST_SETS = 24  # bars of a critical-difference diagram
MOST_SHARES = 15  # bars of a posterior
MOST_SLICES = 30  # columns
NONE = (0.0, 0.0, 0.0)
KINDS = {"a-better": "better", "b-better": "worse", "equivalent": "equal", "undecided": "open"}
TURNED = {"a-better": "b-better", "b-better": "a-better"}


def ranking_charts(r: Ranking) -> tuple[Chart, ...]:
    """The pictures of a ranking, each as (key, figure, what it shows in words).

    ``ranks`` always; ``mean-ranks`` where models have them; ``pairs`` of all pairs, or of those with the
    baseline; ``posterior`` where pairs have probabilities; ``slices`` where there are any.

    Examples
    --------
    >>> import bakeoff
    >>> truth = [1, 0] * 100
    >>> models = {"always": [1] * 200, "truth": truth, "nearly": truth[:-9] + [0] * 9}
    >>> [key for key, _, _ in ranking_charts(bakeoff.rank_predictions(truth, models, resamples=200))]
    ['ranks', 'pairs']
    """
    found = [_ranks(r)]
    if len(r.models) > 1 and all(each.mean_rank is not None for each in r.models):
        found.append(_mean_ranks(r))
    if r.pairs:
        found.append(_matrix(r) if r.baseline is None else _differences(r))
    if words.bayesian(r):
        found.append(_posterior(r))
    if any(each.ranking is not None for each in r.slices):
        found.append(_slices(r))
    return tuple(found)


def _ranks(r: Ranking) -> Chart:
    rows = tuple(
        RankRow(
            label=words.short(r, each.name),
            value=each.value,
            low=None if each.interval is None else each.interval.low,
            high=None if each.interval is None else each.interval.high,
            best=each.rank[0],
            worst=each.rank[1],
            strong=each.may_be_best,
        )
        for each in r.models
    )
    own = any(each.interval is not None for each in r.models)
    measured = measured_by(r.metric, r.unit)
    axis = f"{measured}, {words.level_told(r)}" if own else measured
    note = "bold: may be the best" + ("; less is better" if words.less_is_better(r) else "")
    panel = Ranks(title="", x_label=axis, note=note, rows=rows)
    title = f"{measured[:1].upper()}{measured[1:]} and possible ranks"
    alt = f"{words.sentence(r)}. The values and the possible ranks are in the table of {r.noun}s."
    return "ranks", Figure(title=title, panels=(panel,), narrow=True), alt


def _mean_ranks(r: Ranking) -> Chart:
    place = {name: at for at, name in enumerate(r.names)}
    joined = [(place[each.a], place[each.b]) for each in r.pairs if each.decision == "undecided"]
    # Without all pairs it is not known which sets hold no difference.
    sets = [] if r.baseline is not None else maximal_sets(len(r.models), joined, MOST_SETS)
    said = f"mean rank over {r.basis.counts[0]} {r.basis.of}, 1 is best"
    said += f"; a bar joins {r.noun}s of which no two differ, a dot marks each" if sets else ""
    said += f"; the {MOST_SETS} largest sets are drawn" if len(sets) == MOST_SETS else ""
    panel = MeanRanks(
        title="",
        x_label=said,
        names=tuple(words.short(r, each.name) for each in r.models),
        ranks=tuple(each.mean_rank or 0.0 for each in r.models),
        sets=tuple(sets),
        critical=r.critical if r.method in words.MEAN_RANK_TESTS else None,
    )
    told = "; ".join(", ".join(words.short(r, r.names[at]) for at in each) for each in sets)
    alt = f"Critical-difference diagram. The mean ranks are in the table of {r.noun}s."
    alt += f" Sets of which no two differ: {told}." if sets else ""
    return "mean-ranks", Figure(title="Mean ranks", panels=(panel,), narrow=True), alt


def _matrix(r: Ranking) -> Chart:
    place = {name: at for at, name in enumerate(r.names)}
    cells: list[list[Cell | None]] = [[None] * len(place) for _ in place]
    for each in r.pairs:
        a, b = place[each.a], place[each.b]
        cells[a][b], cells[b][a] = _cell(r, each, 1), _cell(r, each, -1)
    lines = [
        f"row minus column in {words.unit_told(r)}",
        "probability of better" if words.bayesian(r) else "adjusted p",
    ]
    lines += ["wins/ties/losses"] if any(each.wins is not None for each in r.pairs) else []
    said = "blue, +: the row is better; orange, \N{MINUS SIGN}: the column is better; grey: undecided"
    said += "; green, =: equivalent" if any(each.decision == "equivalent" for each in r.pairs) else ""
    said += "; pale: weak evidence" if any(each.grade(r.alpha) == "weak" for each in r.pairs) else ""
    panel = Matrix(title="", x_label=said, names=r.names, lines=tuple(lines), cells=tuple(map(tuple, cells)))
    alt = f"Every {r.noun} against every other: {words.told_pairs(r)}. The numbers are in the table of pairs."
    return "pairs", Figure(title=f"All pairs of {r.noun}s", panels=(panel,), narrow=True), alt


def _cell(r: Ranking, pair: RankedPair, sign: int) -> Cell:
    """What a cell says about the row against the column."""
    decision = pair.decision if sign > 0 else TURNED.get(pair.decision, pair.decision)
    lines = [_signed(sign * pair.estimate * r.unit.factor)]
    if pair.probabilities is not None:
        lines.append(f"{pair.probabilities[1 + sign]:.3f}")
    elif pair.p_value is not None:
        lines.append(pair_words.p_told(pair))
    counts = (pair.wins, pair.ties, pair.losses)[::sign]
    lines += ["/".join(map(str, counts))] if None not in counts else []
    weak = pair.grade(r.alpha) == "weak"
    return Cell(lines=tuple(lines), kind=KINDS[decision], weak=weak)  # type: ignore[arg-type]


def _slices(r: Ranking) -> Chart:
    """The value and the possible ranks of each model in each slice."""
    parts = [each for each in r.slices if each.ranking is not None][:MOST_SLICES]
    found = [{model.name: model for model in part.ranking.models} for part in parts if part.ranking]
    cells = tuple(
        tuple(
            Cell(
                lines=(words.value_told(own[name].value, r.unit), words.ranks_told(own[name])),
                kind="better" if own[name].may_be_best else "open",
            )
            for own in found
        )
        for name in r.names
    )
    measured = measured_by(r.metric, r.unit)
    shown = f"; the first {MOST_SLICES} of {len(r.slices)} slices" if len(r.slices) > MOST_SLICES else ""
    panel = Matrix(
        title="",
        x_label=f"columns: {brief(r.by)} in the order of the table{shown}; blue: may be the best there",
        names=tuple(words.short(r, name) for name in r.names),
        lines=(measured, "possible ranks"),
        cells=cells,
        columns=tuple(visible(brief(each.name, NAME, among=[part.name for part in parts])) for each in parts),
    )
    title = f"{measured[:1].upper()}{measured[1:]} by {brief(r.by)}"
    alt = f"{title}, of each model in each slice. Which may be the best is in the table of slices."
    return "slices", Figure(title=title, panels=(panel,), narrow=True), alt


def _signed(value: float) -> str:
    (text,) = in_step(value)
    return f"{'+' * (value > 0)}{text}".replace("-", "\N{MINUS SIGN}").replace("unlimited", "∞")


def _differences(r: Ranking) -> Chart:
    """The difference of each model from the baseline, above 0 if the model is better."""
    rows = []
    for each in (pair_words.less_baseline(r, pair) for pair in r.pairs):
        size, low, high = (r.unit.factor * value for value in (each.estimate, *each.interval))
        texts = in_step(size, low, high)
        note = f"{'+' * (size > 0)}{texts[0]} ({texts[1]} to {texts[2]})".replace("unlimited", "∞")
        rows.append(
            Row(
                label=words.short(r, each.a),
                estimate=size,
                low=low,
                high=high,
                note=note.replace("-", "\N{MINUS SIGN}"),
                weight="faint" if each.decision == "undecided" else "plain",
                grade=each.grade(r.alpha),
            )
        )
    base = visible(brief(r.baseline or "", NAME))
    dotted = "; dotted: undecided" if any(row.weight == "faint" for row in rows) else ""
    hollow = "; hollow: weak evidence" if any(row.grade == "weak" for row in rows) else ""
    panel = Rows(
        title="",
        x_label=f"difference in {words.unit_told(r)}{dotted}{hollow}",
        rows=tuple(rows),
        ends=(f"← {base} better", f"better than {base} →"),
    )
    alt = f"Differences from {base}: {words.told_pairs(r)}. The numbers are in the table of pairs."
    title = f"Differences from {base}, {words.pair_level_told(r)} intervals"
    return "pairs", Figure(title=title, panels=(panel,), narrow=True), alt


def _posterior(r: Ranking) -> Chart:
    """Draws of one pair in a triangle, or bars of all pairs, or of neighbours where these are many."""
    known = [each for each in r.pairs if each.probabilities is not None]
    if len(known) == 1 and "posterior" in r.details:
        return _simplex(r, known[0], r.details["posterior"])
    many = len(known) > MOST_SHARES and r.baseline is None
    next_to = set(pairwise(r.names))
    shown = [each for each in known if not many or (each.a, each.b) in next_to][:MOST_SHARES]
    rows = tuple(
        (f"{words.short(r, each.b)} | {words.short(r, each.a)}", each.probabilities or NONE) for each in shown
    )
    panel = Shares(title="", parts=("left is better", "equivalent", "right is better"), rows=rows)
    title = "Posterior probabilities" + f", each {r.noun} and the next" * many
    title += f", the first {len(rows)}" * (len(rows) == MOST_SHARES < len(r.models) - 1)
    alt = f"{title}. Of each pair: the second is better, both are equivalent, the first is better."
    return "posterior", Figure(title=title, panels=(panel,), narrow=True), alt


def _simplex(r: Ranking, pair: RankedPair, draws: list[list[float]]) -> Chart:
    corners = (f"{words.short(r, pair.b)} better", "equivalent", f"{words.short(r, pair.a)} better")
    shares = pair.probabilities or NONE
    told = ", ".join(f"{name} {share:.3f}" for name, share in zip(corners, shares, strict=True))
    panel = Simplex(title="", corners=corners, points=draws, shares=shares)
    title = "Posterior probabilities"
    return "posterior", Figure(title=title, panels=(panel,), narrow=True), f"{title}: {told}."
