"""An imaginary detector: its habits, declared as numbers."""

from __future__ import annotations

from dataclasses import dataclass

from truebox._kinds import require_fields
from truebox.errors import ArgumentError
from truebox.generation.datasets.knobs import require_at_least, require_share

__all__ = ["DETECTORS", "Detector"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Detector:
    """How an imaginary detector errs.

    Parameters
    ----------
    name : str
        Letters, digits, ``-`` and ``_``; part of its file's name.
    misses : (small, medium, large)
        Share of the objects of each COCO size class that it never finds.
    jitter : (small, medium, large)
        Standard deviation of each side of a box, as a share of the object's width or height.
    shifts : float
        Share of the found objects whose box is far off: IoU between 0.1 and 0.5.
    swaps : float
        Share of the found objects that are named as something that looks alike.
    duplicates : float
        Share of the well found objects that are reported once more, with a lower score.
    background : float
        Mean number of detections per image where nothing is: IoU below 0.1 with every object.
    tail : float
        Mean number of detections per image with a score below 0.1, anywhere.
    silent : float
        Share of images without any detection, though at least one.
    score_decimals : int
        At least two; two make many ties.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from truebox.generation import DETECTORS, make_world
    >>> sharp = replace(DETECTORS[0], name="sharp", misses=(0.0, 0.0, 0.0), silent=0.0)
    >>> make_world(images=6, seed=3, detectors=[sharp]).planted.detectors["sharp"]["missed"]
    0
    """

    name: str
    misses: tuple[float, float, float]
    jitter: tuple[float, float, float]
    shifts: float
    swaps: float
    duplicates: float
    background: float
    tail: float
    silent: float
    score_decimals: int

    def __post_init__(self) -> None:
        require_fields(self)
        if not (self.name.isascii() and self.name.replace("-", "").replace("_", "").isalnum()):
            raise ArgumentError(
                f"name={self.name!r}: expected letters, digits, '-' and '_', such as name='a'"
            )
        for share in (*self.misses, *self.jitter):
            require_share("misses and jitter", share)
        for name in ("shifts", "swaps", "duplicates", "silent"):
            require_share(name, getattr(self, name))
        for name in ("background", "tail"):
            require_at_least(name, getattr(self, name), 0, whole=False)
        require_at_least("score_decimals", self.score_decimals, 2)


DETECTORS = (
    Detector(
        name="a",
        misses=(0.46, 0.15, 0.04),
        jitter=(0.075, 0.04, 0.025),
        shifts=0.07,
        swaps=0.08,
        duplicates=0.08,
        background=1.2,
        tail=5.0,
        silent=0.02,
        score_decimals=5,
    ),
    Detector(
        name="b",
        misses=(0.18, 0.14, 0.18),
        jitter=(0.045, 0.04, 0.045),
        shifts=0.09,
        swaps=0.11,
        duplicates=0.12,
        background=1.8,
        tail=3.0,
        silent=0.02,
        score_decimals=2,
    ),
)
"""Detector a is good at large objects; b is better at small ones, and rounds its scores into ties."""
