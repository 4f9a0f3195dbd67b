"""What a truth says of its images beyond size and name: what they can be grouped by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.datasets.registry import all_formats

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.records import Truth

__all__ = ["image_columns"]


@refuses_other_kinds
def image_columns(truth: Truth) -> dict[str, list[object]]:
    """Every column of single values that a truth says of its images, one value per image; None where none.

    Those are its attributes of images; of COCO data the keys of ``images`` beside ``id``, ``width``,
    ``height`` and ``file_name`` (``video_id``, ``scene``, ``patient``); of a table the columns whose rows of
    one image agree. They are read when asked for, not with every truth.

    Parameters
    ----------
    truth : Truth
        As `read_truth` gives it.

    Returns
    -------
    dict
        In the order of ``truth.images``.

    Raises
    ------
    InputError
        The file cannot be read again.

    Examples
    --------
    >>> from truebox.datasets import read_truth
    >>> images = [{"id": 1, "video_id": 7}, {"id": 2, "video_id": 7, "tags": ["night"]}, {"id": 3}]
    >>> image_columns(read_truth({"images": images, "annotations": [], "categories": []}))
    {'video_id': [7, 7, None]}
    """
    images = truth.images
    by_id: Mapping[str, Mapping[Any, object]] = images.columns
    format = all_formats().get(truth.source.format)
    if truth.source.path is not None and format is not None and format.image_values is not None:
        by_id = format.image_values(truth.source.path, images)
    ids = images.ids.tolist()
    found: dict[str, list[object]] = {name: [values.get(id) for id in ids] for name, values in by_id.items()}
    return found | {name: list(values.tolist()) for name, values in images.attributes.items()}
