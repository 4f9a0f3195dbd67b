"""The results of a page, and what its sections are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox.diagnosis import label_errors
from truebox.report.page.comparison_data import comparison_data
from truebox.report.page.images.gallery_images import gallery_images

if TYPE_CHECKING:
    from truebox.diagnosis import Comparison
    from truebox.report.page.images.gallery_images import ImageChoice
    from truebox.report.page.side import Side

__all__ = ["Material"]

_MOST_SUSPECTS = 60


@dataclass(eq=False, kw_only=True)
class Material:
    """What `to_page` was asked for; what several sections need is made once, when first asked for.

    Parameters
    ----------
    sides : sequence of Side
    words : sequence of str or None
        None: the page finds its own.
    left_out : sequence of str
        Sentences about results that have no place on the page.
    gates : sequence of mapping
    command : str
    replicates : int
    images : path or None
    most_images, most_bytes : int
    comparison : Comparison or None
        Of the results with the first, where it was made before.
    """

    sides: Sequence[Side]
    words: Sequence[str] | None = None
    left_out: Sequence[str] = ()
    gates: Sequence[Mapping[str, Any]] = ()
    command: str = ""
    replicates: int = 0
    images: Path | None = None
    most_images: int = 300
    most_bytes: int = 20_000_000
    comparison: Comparison | None = None

    @cached_property
    def comparisons(self) -> list[dict[str, Any]]:
        """Each other result against the first."""
        known = next((side.diagnosis for side in self.sides if side.diagnosis), None)
        groups = None if known is None else known.groups
        results = [side.result for side in self.sides]
        return comparison_data(results, self.replicates, groups, self.comparison)

    @cached_property
    def suspects(self) -> list[dict[str, Any]]:
        """Likely label errors, most suspicious first."""
        results = [side.result for side in self.sides]
        found = label_errors([each for each in results if each.truth is results[0].truth]).suspects
        return [each.to_dict() for each in found[:_MOST_SUSPECTS]]

    @cached_property
    def choice(self) -> ImageChoice:
        """The images of the page."""
        moved = [
            mover["id"]
            for pair in self.comparisons
            for kind in ("lost", "gained")
            for mover in pair[kind][:10]
        ]
        wanted = [*(each["image_id"] for each in self.suspects[:30]), *moved]
        return gallery_images(self.sides, self.most_images, wanted)
