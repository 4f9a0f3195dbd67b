"""The report page of trackers that follow one object through each sequence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox._writing.counted import grouped
from truebox.errors import ArgumentError
from truebox.report.page.assembly import PageKind, assembled
from truebox.report.page.unscored.material import (
    MOST_RESULTS,
    UnscoredMaterial,
    UnscoredSide,
    data_of_page,
    said_left_out,
)

if TYPE_CHECKING:
    from truebox.evaluation import FollowedResult

__all__ = ["FOLLOWED", "FollowedSide", "followed_page"]

FOLLOWED = PageKind(
    home="truebox.report.page.followed",
    shared="truebox.report.page.unscored",
    scripts=("elements.js", "values.js", "following.js", "choosing.js"),
    plotly=False,
)


@dataclass(frozen=True, eq=False)
class FollowedSide(UnscoredSide):
    """One tracker of the page.

    Parameters
    ----------
    result : FollowedResult
    replicates : int
        Of its intervals; 0 makes none.
    """

    @property
    def cards(self) -> Sequence[tuple[str, int, str]]:
        """The frames that count, and those in which the object is lost."""
        counted, lost = int(self.result.truths), int(self.result.lost)
        return (("Frames that count", counted, ""), ("Lost", lost, "frames without overlap"))


def followed_page(
    results: Sequence[FollowedResult],
    *,
    words: Sequence[str] = (),
    gates: Sequence[Mapping[str, Any]] = (),
    command: str = "",
    replicates: int = 1000,
) -> str:
    r"""Return one tracker, or up to eight of one truth, as an HTML page that needs nothing but a browser.

    Parameters
    ----------
    results : sequence of FollowedResult
        Of one truth and one protocol.
    words, gates, command, replicates
        As in `truebox.report.to_page`.

    Raises
    ------
    ArgumentError
        There are no results, or results of different truths or protocols.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from truebox.evaluation import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for file in ("otb/walk/groundtruth_rect.txt", "mine/walk.txt"):
    ...         Path(folder, file).parent.mkdir(parents=True)
    ...         _ = Path(folder, file).write_text("10,10,20,40\n12,10,20,40\n")
    ...     result = evaluate(f"{folder}/otb", f"{folder}/mine", protocol="otb")
    >>> followed_page([result])[:15]
    '<!doctype html>'
    """
    _refuse(results)
    shown = results[:MOST_RESULTS]
    first = shown[0]
    material = UnscoredMaterial(
        sides=[FollowedSide(result, replicates) for result in shown],
        words=words,
        left_out=said_left_out(results, "trackers"),
        facts=["frames of all sequences are one pool" if first.pooled else "sequences weigh alike"],
        gates=gates,
        command=command,
    )
    sequences = [each.name for each in first.per_sequence]
    about = [grouped(len(sequences), "sequence"), grouped(first.length, "frame")]
    return assembled(data_of_page(FOLLOWED, material, about, {"sequences": sequences}), FOLLOWED)


def _refuse(results: Sequence[FollowedResult]) -> None:
    if not results:
        raise ArgumentError("results: got none. Fix: give at least one result.")
    first = results[0]
    for other in results[1:]:
        names = [[each.name for each in result.per_sequence] for result in (first, other)]
        if names[0] != names[1] or first.protocol != other.protocol:
            raise ArgumentError(
                "results: they are of different truths or protocols. Fix: evaluate all on the same sequences."
            )
