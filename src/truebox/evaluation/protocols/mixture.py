"""A protocol of any mixture of the rules by which tools differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.evaluation.matching.policy import Matching, MatchingPolicy
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol, Question
from truebox.evaluation.protocols.image_limit import limited_images
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.parameters import NO_LIMIT, CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.states.rules import Rules
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import FloatArray

__all__ = ["by_rules", "recalls_of_lines", "single_steps"]

_NEVER = -1
_PIXELS: dict[tuple[str, str], Literal["continuous", "inclusive", "single"]] = {
    ("single", "as read"): "single",
    ("single", "single"): "single",
    ("single", "rounded"): "single",
    ("double", "one wider"): "inclusive",
}
_CHANGED = {
    "1 pixel on": (slice(0, 2), 1.0),
    "1 pixel back": (slice(0, 2), -1.0),
    "1 pixel wider": (slice(2, 4), 1.0),
    "1 pixel narrower": (slice(2, 4), -1.0),
}
"""Columns of boxes, and what is added to them."""

_SHARED_QUIRKS = Quirk.ALL & ~(Quirk.CLOSING_LINE | Quirk.LAST_RECALL)


@refuses_other_kinds
def by_rules(
    name: str, title: str, reference: str, rules: Rules, *, iou: Sequence[float] | None = None
) -> DetectionProtocol:
    """The protocol of a mixture of rules.

    Parameters
    ----------
    name, title, reference : str
        Of the protocol.
    rules : Rules
        What it does.
    iou : sequence of float, optional
        Its usual IoU thresholds; by default the ten of COCO.

    Examples
    --------
    >>> from truebox.evaluation import Rules, evaluate
    >>> greedy = by_rules("greedy", "Greedy", "", Rules(curve="all points", quirks="none"))
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> evaluate([box], [box | {"scores": [0.5]}], protocol=greedy).metrics["AP50"]
    1.0
    """
    if (rules.overlap, rules.coordinates) == ("single", "one wider"):
        raise ArgumentError(
            "rules: boxes that are one wider are not compared in single precision. "
            "Fix: choose overlap='double', or other coordinates."
        )
    own = _SHARED_QUIRKS if rules.quirks == "pycocotools" else Quirk.TIE_ORDER
    if rules.curve.startswith("101 lines"):
        own |= Quirk.LAST_RECALL
    if rules.curve == "101 lines, closed":
        own |= Quirk.CLOSING_LINE

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        return without_sizes(
            name,
            geometry,
            _thresholds(rules) if iou is None else np.array(iou),
            recalls=_recalls(rules, mended),
            most=NO_LIMIT if rules.limit == "none" else rules.most,
        )

    def select(case: Case) -> Case:
        return _selected(case, rules)

    def questions(state: MatchState, truth: Truth | None) -> list[Question]:
        del truth
        return _questions(state, rules)

    return DetectionProtocol(
        name=name,
        title=title,
        reference=reference,
        takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges"},
        defaults=defaults,
        questions=questions,
        limit="image" if rules.limit == "image" else "class",
        policy=MatchingPolicy(
            matching=Matching.COCO if rules.matching == "next best" else Matching.VOC, strict=rules.exceeds
        ),
        precision=PrecisionRule.AREA if rules.curve == "all points" else PrecisionRule.SAMPLED,
        pixels=_PIXELS.get((rules.overlap, rules.coordinates), "continuous"),
        ties_by_file=rules.ties == "by file",
        quirks=own,
        rules=rules,
        select=select,
        leaves_out=_left_out(rules),
    )


def single_steps(low: float, high: float, count: int) -> FloatArray:
    """As ``torch.linspace`` has them: single precision, stepped from both ends, each rounded once.

    Examples
    --------
    >>> float(single_steps(0.5, 0.95, 10)[1])
    0.550000011920929
    """
    first, last = np.float32(low), np.float32(high)
    step = np.float32((last - first) / np.float32(count - 1))
    half = count // 2
    up = [float(first) + float(step) * i for i in range(half)]  # exact: a product of 24 and 7 bits
    down = [float(last) - float(step) * (count - 1 - i) for i in range(half, count)]
    return np.array(up + down, dtype=np.float32).astype(np.float64)


def _thresholds(rules: Rules) -> FloatArray:
    double: FloatArray = np.linspace(0.5, 0.95, 10)
    return single_steps(0.5, 0.95, 10) if rules.thresholds == "single" else double


def _recalls(rules: Rules, mended: Quirk) -> FloatArray:
    if rules.curve == "11 points":
        eleven: FloatArray = np.arange(11, dtype=np.float64) * 0.1
        return eleven
    single = rules.thresholds == "single" and rules.curve == "101 points"
    if rules.curve.startswith("101 lines"):
        return recalls_of_lines(mended)
    points: FloatArray = np.linspace(0, 1, 101)
    return single_steps(0.0, 1.0, 101) if single else points


def recalls_of_lines(mended: Quirk) -> FloatArray:
    """Recalls at which precision is read, so that their mean is the trapezoidal rule over 101 points.

    Inner points count twice, the ends once. Interpolation takes, at a recall that is reached exactly, the
    precision after it: so each point asks for more than itself, and the last is never reached.
    """
    points = np.repeat(np.linspace(0, 1, 101), 2)[1:-1]
    return points if Quirk.LAST_RECALL in mended else np.nextafter(points, np.inf)


def _selected(case: Case, rules: Rules) -> Case:
    truth, predictions, alignment = case.truth, case.predictions, case.alignment
    true_image, image = alignment.true_image.copy(), alignment.predicted_image.copy()
    special = (truth.crowd | truth.ignore) != 0
    uncounted = special.astype(np.uint8) if rules.crowd == "difficult" else None
    none = np.zeros_like(truth.crowd)
    if rules.crowd == "removed":
        true_image[special] = _NEVER
    if rules.crowd == "difficult":
        truth = replace(truth, ignore=special.astype(np.uint8), crowd=none)
    elif rules.crowd != "regions":
        truth = replace(truth, ignore=none, crowd=none)
    if rules.unlabelled_images == "skipped":
        labelled = np.zeros(len(alignment.images) + 1, dtype=bool)
        labelled[true_image[true_image >= 0]] = True
        image[~labelled[image]] = _NEVER
    image[predictions.scores < rules.lowest_score] = _NEVER
    if rules.silent_images == "skipped":
        heard = np.zeros(len(alignment.images) + 1, dtype=bool)
        heard[image[image >= 0]] = True
        true_image[~heard[true_image]] = _NEVER
    if rules.classes == "one for all":
        alignment = replace(
            alignment,
            predicted_category=np.minimum(alignment.predicted_category, 0),
            true_category=np.minimum(alignment.true_category, 0),
        )
    if rules.overlap == "single":
        predictions = replace(predictions, scores=predictions.scores.astype(np.float32).astype(np.float64))
    if rules.limit == "image":
        image = limited_images(image, predictions.scores, case.parameters.max_detections[-1])
    return replace(
        case,
        truth=replace(truth, boxes=_moved(truth.boxes, rules)),
        predictions=replace(predictions, boxes=_moved(_changed(predictions.boxes, rules), rules)),
        asking=-np.arange(len(predictions), dtype=np.float64) if rules.first == "file" else None,
        alignment=replace(alignment, predicted_image=image, true_image=true_image),
        uncounted=uncounted,
    )


def _left_out(rules: Rules) -> dict[str, str]:
    of_truths = {
        "removed": {"truths": "crowds and ignored objects"},
        "difficult": {"uncounted": "crowds and ignored objects"},
    }
    said = dict(of_truths.get(rules.crowd, {}))
    parts = [
        "images without objects" if rules.unlabelled_images == "skipped" else "",
        f"scores below {rules.lowest_score:g}" if rules.lowest_score > 0 else "",
        f"all but the best {rules.most} of an image" if rules.limit == "image" else "",
    ]
    if any(parts):
        said["detections"] = ", ".join(filter(None, parts))
    return said


def _changed(boxes: FloatArray, rules: Rules) -> FloatArray:
    """Boxes of detections as a tool has them that takes them for something else."""
    if rules.found_boxes == "as read":
        return boxes
    if rules.found_boxes == "rounded":
        whole: FloatArray = np.rint(boxes)
        return whole
    moved = boxes.copy()
    if rules.found_boxes == "corners as sizes":
        moved[:, 2:] += moved[:, :2]
    else:
        moved[:, _CHANGED[rules.found_boxes][0]] += _CHANGED[rules.found_boxes][1]
    return moved


def _moved(boxes: FloatArray, rules: Rules) -> FloatArray:
    """Boxes as the coordinates have them; doing it twice is as good as once."""
    if rules.coordinates in ("as read", "one wider"):
        return boxes
    low, high = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    if rules.coordinates == "single":
        single, far = low.astype(np.float32), high.astype(np.float32)
        return np.concatenate([single, far - single], axis=1).astype(np.float64)
    low, high = np.rint(low), np.rint(high)
    return np.concatenate([low, high - low], axis=1)


def _questions(state: MatchState, rules: Rules) -> list[Question]:
    cap = state.parameters.max_detections[-1]
    closed = rules.curve == "101 lines, closed" and Quirk.CLOSING_LINE not in state.mended
    thresholds = state.parameters.iou_thresholds
    absent = 0.0 if rules.absent_classes == "count as 0" else None
    named = [
        (f"AP{name}", float(thresholds[np.abs(thresholds - value).argmin()]))
        for name, value in (("50", 0.5), ("75", 0.75))
    ]
    return [
        Question("AP", True, "all", cap, closing_line=closed, absent=absent),
        *(
            Question(key, True, "all", cap, near, closing_line=closed, absent=absent)
            for key, near in named
            if len(thresholds) > 1 and abs(near - float(key[2:]) / 100) < 1e-6
        ),
        Question("AR", False, "all", cap),
    ]
