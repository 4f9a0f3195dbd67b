"""What changes from the first result to each other one, for the page."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import TYPE_CHECKING, Any

from truebox.diagnosis import compare
from truebox.report.blocks.letters import short_names

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison
    from truebox.evaluation import Result

__all__ = ["comparison_data"]

_FEWEST_REPLICATES = 100
_MOST_MOVERS = 20
_OF_CLASS = ("first", "second", "value", "low", "high", "p", "reason")


def comparison_data(
    results: Sequence[Result], replicates: int, groups: Any = None, known: Comparison | None = None
) -> list[dict[str, Any]]:
    """Differences with their intervals, and the images that changed most, of each result with the first.

    Empty for one result, and where fewer replicates are wanted than a comparison needs. A comparison of these
    results that is `known` is not made again.

    Examples
    --------
    >>> comparison_data([], 1000)
    []
    """
    alike = [place for place, each in enumerate(results) if each.geometry == results[0].geometry]
    if len(alike) < 2 or replicates < _FEWEST_REPLICATES:
        return []
    short = short_names(results)
    chosen = [results[place] for place in alike]
    made = known if known is not None and _is_of(known, chosen) else None
    made = made or compare(*chosen, replicates=replicates, groups=groups, most_movers=_MOST_MOVERS)
    return [
        {
            "first": short[0],
            "second": short[index],
            "level": made.level,
            "metrics": [
                {
                    "key": key,
                    **{
                        name: getattr(each, name)
                        for name in ("first", "second", "value", "low", "high", "p", "verdict", "reason")
                    },
                }
                for key, each in pair.metrics.items()
            ],
            "classes": [_class_row(each.name, each.metrics.get("AP")) for each in pair.per_class],
            **({} if pair.movers is None else pair.movers.to_dict()),
        }
        for index, pair in zip(alike[1:], made.pairs, strict=True)
    ]


def _is_of(known: Comparison, results: Sequence[Result]) -> bool:
    return len(known.results) == len(results) and all(map(is_, known.results, results))


def _class_row(name: str, difference: Any) -> dict[str, Any]:
    if difference is None:
        none = dict.fromkeys(_OF_CLASS)
        return {"name": name, **none, "verdict": "undefined"}
    return {
        "name": name,
        **{key: getattr(difference, key) for key in _OF_CLASS},
        "verdict": difference.verdict,
    }
