"""The knobs of `make_dataset`, checked once."""

from __future__ import annotations

from dataclasses import dataclass, fields

from truebox.errors import ArgumentError
from truebox.generation.naming import ID_STYLES, IdStyle

__all__ = ["DatasetKnobs", "require_at_least", "require_share"]


_ENDLESS = 10**9
"""So many of anything an image fit into no memory, and were meant by nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetKnobs:
    """Everything that shapes a made dataset; see `truebox.generation.make_dataset`."""

    images: int
    categories: int
    detections_per_image: float
    truths_per_image: float
    seed: int
    image_size: tuple[int, int]
    score_decimals: int | None
    box_decimals: int | None
    crowds: float
    ignored: float
    boundary_areas: float
    duplicates: float
    empty_images: float
    silent_images: float
    categories_without_truth: int
    ids: IdStyle
    shuffled_rows: bool

    def __post_init__(self) -> None:
        for name in ("images", "seed", "categories_without_truth"):
            require_at_least(name, getattr(self, name), 0)
        require_at_least("categories", self.categories, 1)
        for name in ("detections_per_image", "truths_per_image"):
            require_at_least(name, getattr(self, name), 0, whole=False)
        for name in ("crowds", "ignored", "boundary_areas", "duplicates", "empty_images", "silent_images"):
            require_share(name, getattr(self, name))
        for name in ("score_decimals", "box_decimals"):
            if getattr(self, name) is not None:
                require_at_least(name, getattr(self, name), 0)
        for side in self.image_size:
            require_at_least("image_size", side, 16)
        if self.categories_without_truth >= self.categories:
            raise ArgumentError(
                f"categories_without_truth={self.categories_without_truth} leaves none of the "
                f"{self.categories} categories with truth; give at most {self.categories - 1}"
            )
        if self.ids not in ID_STYLES:
            raise ArgumentError(f"ids={self.ids!r} is not known; choose one of {', '.join(ID_STYLES)}")

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Names of all knobs."""
        return tuple(field.name for field in fields(cls))


def require_at_least(name: str, value: object, least: int, *, whole: bool = True) -> None:
    """Refuse `value` unless it is a (whole) number of at least `least`."""
    kind = "a whole number" if whole else "a number"
    accepted = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
    if not (accepted and value >= least and (whole or value < _ENDLESS)):  # type: ignore[operator]
        kind += f" of at least {least}" + " and below 10^9" * (not whole)
        raise ArgumentError(f"{name}={value!r}: expected {kind}; give for example {name}={max(least, 1)}")


def require_share(name: str, value: object) -> None:
    """Refuse `value` unless it lies in [0, 1]."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ArgumentError(f"{name}={value!r}: expected a share from 0 to 1; give for example {name}=0.1")
