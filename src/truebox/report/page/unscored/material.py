"""What the sections of a page of results without scores are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from truebox import _native
from truebox.diagnosis import diagnose, in_words
from truebox.evaluation import protocol_value
from truebox.evaluation.metric_texts import metric_text
from truebox.report.blocks.letters import letter, short_names

if TYPE_CHECKING:
    from truebox.diagnosis import Estimate
    from truebox.report.page.assembly import PageKind

__all__ = ["MOST_RESULTS", "UnscoredMaterial", "UnscoredSide", "data_of_page", "said_left_out"]

MOST_RESULTS = 8


@dataclass(frozen=True, eq=False)
class UnscoredSide:
    """One result of the page.

    Parameters
    ----------
    result : a result without scores
    replicates : int
        Of its intervals; 0 makes none.
    """

    result: Any
    replicates: int

    @cached_property
    def intervals(self) -> Mapping[str, Estimate]:
        """Of the headline metrics, and of each class as in ``IoU[dog]``."""
        if not self.replicates:
            return {}
        found = diagnose(self.result, replicates=self.replicates).intervals
        names = [each.name for each in found.per_class]
        return {
            **found.metrics,
            **{
                f"{key}[{each.name if names.count(each.name) == 1 else f'id:{each.id}'}]": estimate
                for each in found.per_class
                for key, estimate in each.metrics.items()
            },
        }

    @cached_property
    def words(self) -> list[str]:
        """What to know about it."""
        return list(in_words(self.result))

    @property
    def cards(self) -> Sequence[tuple[str, int, str]]:
        """Counts beside its metrics: title, number, and a word beneath."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnscoredMaterial:
    """The whole page.

    Parameters
    ----------
    sides : sequence of UnscoredSide
        Of one truth.
    words, left_out : sequence of str
        Sentences for the top.
    facts : sequence of str
        What stands beside the truth's name.
    gates : sequence of mapping
        As in `truebox.report.to_page`.
    command : str
        What to run for the same page.
    """

    sides: Sequence[Any]
    words: Sequence[str] = ()
    left_out: Sequence[str] = ()
    facts: Sequence[str] = ()
    gates: Sequence[Mapping[str, Any]] = ()
    command: str = ""


def said_left_out(results: Sequence[Any], counted: str) -> list[str]:
    """A sentence about results beyond those that a page holds, `counted` as "trackers"; or nothing.

    Examples
    --------
    >>> said_left_out([], "trackers")
    []
    """
    names = [
        f"{letter(place)} ({result.predictions.source.shown})"
        for place, result in enumerate(results)
        if place >= MOST_RESULTS
    ]
    return [f"Not shown here: {', '.join(names)}; a page holds {MOST_RESULTS} {counted}."] if names else []


def data_of_page(
    kind: PageKind, material: UnscoredMaterial, about: Sequence[str], own: Mapping[str, Any]
) -> dict[str, Any]:
    """All data of a page: what every such page says, its `own`, and what the sections add.

    Parameters
    ----------
    kind : PageKind
        Whose sections are asked.
    material : UnscoredMaterial
        What they are made from.
    about : sequence of str
        Counts for the head of the page.
    own : mapping
        Further values by keys that no section adds.

    Examples
    --------
    >>> data_of_page(FOLLOWED, material, ["3 sequences"], {})["main"]    # doctest: +SKIP
    'success_score'
    """
    shown = [side.result for side in material.sides]
    first, short = shown[0], short_names(shown)
    protocol = {"name": first.protocol, "mode": first.mode, "title": protocol_value(first.protocol).title}
    data: dict[str, Any] = {
        "protocol": protocol,
        "truth": first.truth.source.name,
        "version": _native.__version__,
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "about": list(about),
        "main": first.layout.main,
        "metrics": list(first.metrics),
        "texts": {key: metric_text(key) for key in (*first.metrics, *first.layout.metrics)},
        "results": [
            {"letter": short[place], "source": each.predictions.source.shown}
            for place, each in enumerate(shown)
        ],
        **own,
    }
    for section in kind.sections:
        data |= section.of_page(material) if section.of_page else {}
        for entry, side in zip(data["results"], material.sides, strict=True):
            entry.update(section.of_side(side) if section.of_side else {})
    return data
