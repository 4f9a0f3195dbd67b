"""Records as a NumPy archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.whole_file import whole_file
from truebox.datasets.format import NotHeld
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.outgoing import Outgoing, outgoing_predictions, outgoing_truth
from truebox.records import Predictions, Truth

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["write_predictions", "write_truth"]


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    rows = outgoing_truth(truth)
    more: dict[str, AnyArray] = {"area": truth.area, "crowd": truth.crowd, "ignore": truth.ignore}
    sizes = rows.image_sizes[rows.image]
    more |= {"image_width": sizes[:, 0], "image_height": sizes[:, 1]}
    more |= {"all_images": np.array(rows.image_names, dtype=np.str_), "all_image_sizes": rows.image_sizes}
    kept = {"area", "crowd", "ignore", "sizes", "empty images"}
    if "track" in truth.attributes and truth.attributes["track"].dtype.kind in "iu":
        more["track"] = truth.attributes["track"]
        kept.add("attribute track")
    _write(rows, more, path)
    return truth_not_held(truth, kept)


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    _write(outgoing_predictions(truth, predictions), {"scores": predictions.scores}, path)
    return predictions_not_held(predictions, ())


def _write(rows: Outgoing, more: dict[str, AnyArray], path: Path) -> None:
    columns: dict[str, Any] = {
        "image": np.array([rows.image_names[image] for image in rows.image.tolist()], dtype=np.str_),
        "labels": np.array([rows.class_names[label] for label in rows.category.tolist()], dtype=np.str_),
        "boxes": rows.boxes,
        "box_format": np.array("xywh"),
    }
    with whole_file(path) as stream:
        np.savez_compressed(stream, **(columns | more))
