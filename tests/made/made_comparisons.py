"""A comparison made by hand, for tests of what is shown."""

from __future__ import annotations

from typing import Any

from made_results import HOSTILE_NAMES, MadeResult, make_predictions

from truebox.diagnosis import ClassDifferences, Comparison, Difference, Mover, Movers, PairComparison

BETTER = Difference(
    first=0.4, second=0.45, value=0.05, low=0.02, high=0.08, error=0.015, p=0.0004, detectable=0.042,
    verdict="better",
)  # fmt: skip
UNSURE = Difference(
    first=0.4, second=0.41, value=0.01, low=-0.02, high=0.04, error=0.015, p=0.5, corrected_p=1.0,
    detectable=0.042, verdict="not significant",
)  # fmt: skip
UNDEFINED = Difference(first=None, second=None, reason="no truth of small size")


def make_mover(change: float, file_name: str = "a.jpg") -> Mover:
    return Mover(id=7, file_name=file_name, first=0.5, second=0.5 + change, change=change)


def make_pair(
    ap: Difference = BETTER, names: tuple[str, ...] = ("cat", "dog"), **changes: Any
) -> PairComparison:
    classes = tuple(
        ClassDifferences(id=place, name=name, truths=10 + place, metrics={"AP": UNSURE, "AP50": UNSURE})
        for place, name in enumerate(names)
    )
    moved = Movers(
        better=3, worse=2, same=1, without_truth=4, gained=(make_mover(0.25),), lost=(make_mover(-0.5),)
    )
    values = {
        "first": "a.json",
        "second": "b.json",
        "metrics": {"AP": ap, "AP50": UNSURE, "APs": UNDEFINED},
        "per_class": classes,
        "movers": moved,
    }
    return PairComparison(**{**values, **changes})


def make_comparison(*pairs: PairComparison) -> Comparison:
    names = ["a.json", *(pair.second for pair in pairs or [make_pair()])]
    results: Any = tuple(MadeResult(predictions=make_predictions(name)) for name in names)
    return Comparison(
        results=results, pairs=pairs or (make_pair(),), level=0.95, replicates=1000, seed=3, images=100
    )


def make_hostile_comparison() -> Comparison:
    moved = Movers(
        better=1, worse=1, same=0, without_truth=0,
        gained=tuple(make_mover(0.1, name) for name in HOSTILE_NAMES), lost=(),
    )  # fmt: skip
    return make_comparison(make_pair(names=HOSTILE_NAMES, second=HOSTILE_NAMES[4], movers=moved))
