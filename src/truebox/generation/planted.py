"""Everything that was put into a world on purpose, counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.generation.detectors.detections import Reason
from truebox.generation.scenes.scene import size_class

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truebox.generation.detectors.detections import Detections
    from truebox.generation.scenes.labelling import Mistake, SceneLabels
    from truebox.generation.scenes.scene import Scene

__all__ = ["Planted", "count_detections", "count_truth"]

COUNTED = {
    Reason.HIT: "hits",
    Reason.SHIFTED: "shifted",
    Reason.SWAPPED: "swapped",
    Reason.DUPLICATE: "duplicates",
    Reason.BACKGROUND: "background",
    Reason.TAIL: "tail",
    Reason.CROWD: "crowd",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """Counts by name.

    Parameters
    ----------
    truth : mapping
        ``objects`` in the scene, ``cut`` by the border, ``overlapping`` another one's box (more than a
        tenth of the smaller is covered), ``crowds``, ``empty_images``, ``wrong_class``,
        ``missing_annotation``.
    detectors : mapping of detector name to mapping
        ``hits``, ``shifted``, ``swapped``, ``duplicates``, ``background``, ``tail``, ``crowd``: detections by
        their `Reason`; ``missed`` objects, also as ``missed_small``, ``missed_medium``, ``missed_large``;
        ``silent_images``; ``tied``: detections whose score another one of the same class has too.
    mistakes : tuple of Mistake
        What the annotator got wrong, one by one.

    Examples
    --------
    >>> from truebox.generation import make_world
    >>> planted = make_world(images=6, seed=3).planted
    >>> planted.truth["missing_annotation"], planted.detectors["a"]["swapped"]
    (1, 1)
    """

    truth: Mapping[str, int]
    detectors: Mapping[str, Mapping[str, int]]
    mistakes: tuple[Mistake, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain dicts and lists, for JSON."""
        names = ("what", "image_id", "annotation_id", "really", "written", "bbox")
        return {
            "truth": dict(self.truth),
            "detectors": {name: dict(counts) for name, counts in self.detectors.items()},
            "mistakes": [{name: getattr(mistake, name) for name in names} for mistake in self.mistakes],
        }


def count_truth(scene: Scene, labels: SceneLabels) -> dict[str, int]:
    """Count what stands in the scene and what the annotator made of it."""
    said = [mistake.what for mistake in labels.mistakes]
    return {
        "objects": len(scene),
        "cut": int(scene.cut.sum()),
        "overlapping": scene.overlapping(),
        "crowds": len(scene.crowds),
        "empty_images": len(scene.empty_images()),
        "wrong_class": said.count("wrong class"),
        "missing_annotation": said.count("missing annotation"),
    }


def count_detections(scene: Scene, detections: Detections) -> dict[str, int]:
    """Count the detections by reason, and what the detector missed."""
    by_reason = np.bincount(detections.reason, minlength=len(Reason)).tolist()
    missed = np.bincount(size_class(scene.areas[detections.missed]), minlength=3).tolist()
    pairs = np.stack([detections.kind, detections.scores], axis=1)
    _, same = np.unique(pairs, axis=0, return_counts=True)
    return {
        **{name: by_reason[reason] for reason, name in COUNTED.items()},
        "missed": len(detections.missed),
        "missed_small": missed[0],
        "missed_medium": missed[1],
        "missed_large": missed[2],
        "silent_images": len(detections.silent_images),
        "tied": int(same[same > 1].sum()),
    }
