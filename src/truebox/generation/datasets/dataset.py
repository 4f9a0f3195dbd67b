"""A made dataset of any size in no time: columns only, no pictures, every hard case on a knob."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._kinds import refuses_other_kinds
from truebox.generation.chance import Chance
from truebox.generation.datasets.knobs import DatasetKnobs
from truebox.generation.datasets.predictions import make_predictions
from truebox.generation.datasets.truth import lay_out

if TYPE_CHECKING:
    from truebox.generation.naming import IdStyle
    from truebox.records import Predictions, Truth

__all__ = ["make_dataset"]


@refuses_other_kinds
def make_dataset(
    images: int = 100,
    categories: int = 10,
    detections_per_image: float = 30.0,
    truths_per_image: float = 7.4,
    seed: int = 0,
    *,
    image_size: tuple[int, int] = (640, 480),
    score_decimals: int | None = None,
    box_decimals: int | None = None,
    crowds: float = 0.01,
    ignored: float = 0.0,
    boundary_areas: float = 0.0,
    duplicates: float = 0.0,
    empty_images: float = 0.01,
    silent_images: float = 0.0,
    categories_without_truth: int = 0,
    ids: IdStyle = "ordered",
    shuffled_rows: bool = False,
) -> tuple[Truth, Predictions]:
    """Make a truth and a detector's predictions for tests and benchmarks.

    The same arguments give the same bits on every platform. Class frequencies have a long tail,
    an image holds only a few classes, detections lie near the truth (the better the box, the
    higher the score) or in the background, and follow each other by falling score in each image.

    Parameters
    ----------
    images, categories : int
        How many.
    detections_per_image, truths_per_image : float
        Means; the totals are ``round(images * mean)``, unless no image may hold any.
    seed : int
        Zero or more.
    image_size : (width, height)
        Pixels, at least 16 each; every box lies inside.
    score_decimals, box_decimals : int or None
        Round to so many decimals (few decimals make ties); None keeps all bits.
    crowds, ignored : float
        Share of truths that are crowd regions, or carry an ignore flag.
    boundary_areas : float
        Share of truths and detections whose area is exactly 32² or 96², the edge of two size classes.
    duplicates : float
        Share of detections that repeat the one before them, box, class and score.
    empty_images, silent_images : float
        Share of images without any truth, and without any detection.
    categories_without_truth : int
        So many classes have detections only.
    ids : {"ordered", "zero", "sparse", "unsorted", "strings"}
        Style of image and category ids (annotation ids stay whole numbers).
    shuffled_rows : bool
        Put the rows of both in random order instead of image by image.

    Returns
    -------
    Truth, Predictions

    Raises
    ------
    ArgumentError
        An argument is outside what is described above.

    Examples
    --------
    >>> truth, predictions = make_dataset(images=5, categories=3, seed=1)
    >>> len(truth.images), len(truth), len(predictions)
    (5, 37, 150)
    """
    given = locals()
    knobs = DatasetKnobs(**{name: given[name] for name in DatasetKnobs.names()})
    layout = lay_out(knobs, Chance(seed, 1))
    return layout.truth, make_predictions(knobs, layout, Chance(seed, 2))
