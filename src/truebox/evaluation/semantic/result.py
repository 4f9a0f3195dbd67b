"""What an evaluation of label maps found: frozen, named, and silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import numpy as np

from truebox._writing.counted import grouped
from truebox.errors import ArgumentError
from truebox.evaluation.document import evaluation_document
from truebox.evaluation.layout import Column, Layout, Total
from truebox.evaluation.semantic.label_pictures import read_labels

if TYPE_CHECKING:
    from truebox.evaluation.semantic.confusion import LabelConfusion
    from truebox.evaluation.semantic.label_pictures import LabelPictures
    from truebox.records import Finding
    from truebox.typing import AnyArray, Int64Array, Mode

__all__ = ["SemanticClass", "SemanticResult"]

_MAIN = "IoU"
_COLUMNS = (Column("Truth", "truths"), Column("Predicted", "detections"), Column("Right", "true_positives"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SemanticClass:
    """One class, in pixels.

    Parameters
    ----------
    id, name : int, str
    truths, detections, true_positives : int
        Pixels of the truth, of the predictions, and of both; those that are void are in none.
    metrics : mapping
        ``IoU``, None for a class that neither side holds.

    Examples
    --------
    >>> dog = SemanticClass(
    ...     id=12, name="dog", truths=6, detections=4, true_positives=4, metrics={"IoU": 4 / 6}
    ... )
    >>> dog.truths - dog.true_positives  # pixels that were missed
    2
    """

    id: int
    name: str
    truths: int
    detections: int
    true_positives: int
    metrics: Mapping[str, float | None]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SemanticResult:
    """The outcome of one evaluation of label maps.

    Parameters
    ----------
    protocol : str
    mode : {"strict", "corrected"}
    metrics : mapping
        ``IoU``: the mean over classes.
    undefined : mapping
    per_class : tuple of SemanticClass
    state : LabelConfusion
        Pixels per true and predicted class; those of other images add.
    truth, predictions : LabelPictures
    images : int
        That were evaluated.
    warnings : tuple of Finding
    of_images : int64 array [images, 3, C]
        Of each image its pixels by true class, by predicted class, and of those that are right.
    image_names : tuple of str
        Of these images.
    void : int or None
        The true label whose pixels do not count.

    Examples
    --------
    Two folders with a PNG of labels each:

    >>> import tempfile
    >>> import numpy as np
    >>> from pathlib import Path
    >>> from PIL import Image
    >>> from truebox.evaluation import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for side, labels in (("truth", [[0, 12]]), ("found", [[0, 0]])):
    ...         Path(folder, side).mkdir()
    ...         Image.fromarray(np.array(labels, np.uint8)).save(Path(folder, side, "a.png"))
    ...     result = evaluate(f"{folder}/truth", f"{folder}/found", protocol="voc_segmentation")
    >>> result.metrics, result.per_class[0].metrics
    ({'IoU': 0.25}, {'IoU': 0.5})
    """

    lacks: ClassVar[Mapping[str, str]] = {
        "scores": "error types, calibration and thresholds are those of scored detections",
        "coco-text": "the reference's lines are of average precision",
        "matches": "label maps have no objects to match: `state` counts pixels by true and predicted class",
    }
    """What cannot be made of it, and why."""

    protocol: str
    mode: Mode
    metrics: Mapping[str, float | None]
    undefined: Mapping[str, str]
    per_class: tuple[SemanticClass, ...]
    state: LabelConfusion
    truth: LabelPictures
    predictions: LabelPictures
    images: int
    warnings: tuple[Finding, ...] = ()
    of_images: Int64Array = field(default_factory=lambda: np.zeros((0, 3, 0), dtype=np.int64))
    image_names: tuple[str, ...] = ()
    void: int | None = None

    @property
    def geometry(self) -> str:
        """Pixels: their own kind."""
        return self.protocol

    @property
    def matches(self) -> NoReturn:
        """No table: pixels are counted, nothing is matched.

        Raises
        ------
        ArgumentError
            Always, with what there is instead.
        """
        raise ArgumentError(f"result.matches: {self.lacks['matches']}. Fix: read state, or maps_of(place).")

    @property
    def layout(self) -> Layout:
        """How it is shown."""
        counts = {
            column.key: sum(getattr(each, column.key) for each in self.per_class) for column in _COLUMNS
        }
        return Layout(
            main=_MAIN,
            metrics=(_MAIN,),
            columns=_COLUMNS,
            totals=(Total("all", counts, {_MAIN: self.metrics[_MAIN]}),),
            file_metrics=(_MAIN,),
            compared=None,
            held=((grouped(len(self.truth), "map"),), (grouped(len(self.predictions), "map"),)),
            lettered=False,
            class_reason="neither side has a pixel of it",
            closing=("protocol", "mode"),
        )

    def maps_of(self, place: int) -> tuple[AnyArray, AnyArray]:
        """True and predicted labels [H, W] of image number `place`, read again."""
        name = self.image_names[place]
        return read_labels(self.truth.files[name]), read_labels(self.predictions.files[name])

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, ``format_version`` 1; undefined is None."""
        return evaluation_document(
            self,
            protocol={},
            images=len(self.truth),
            categories=len(self.per_class),
            per_class=[
                {
                    "id": each.id,
                    "name": each.name,
                    "truths": each.truths,
                    "detections": each.detections,
                    "true_positives": each.true_positives,
                    **each.metrics,
                }
                for each in self.per_class
            ],
            evaluated={
                "images": self.images,
                "truths": sum(each.truths for each in self.per_class),
                "detections": sum(each.detections for each in self.per_class),
            },
        )
