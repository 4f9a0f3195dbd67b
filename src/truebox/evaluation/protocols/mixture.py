"""A protocol of any mixture of the rules by which tools differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Literal

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.evaluation.matching.policy import Matching, MatchingPolicy
from truebox.evaluation.protocol import EVERY_ARGUMENT, DetectionProtocol
from truebox.evaluation.protocols.coco import coco_defaults
from truebox.evaluation.protocols.mixed.changed_points import sigmas_by_rules
from truebox.evaluation.protocols.mixed.selecting import selected_case
from truebox.evaluation.protocols.mixed.settled import as_one_class, with_small_forgiven
from truebox.evaluation.question import Question
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.parameters import NO_LIMIT, CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.rules import Rules
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import FloatArray

__all__ = ["by_rules", "recalls_of_lines", "single_steps"]

_ONE_LESS = "0.5 to 0.9"
_PIXELS: dict[tuple[str, str], Literal["continuous", "inclusive", "single"]] = {
    ("single", "as read"): "single",
    ("single", "single"): "single",
    ("single", "rounded"): "single",
    ("double", "one wider"): "inclusive",
}
_SHARED_QUIRKS = Quirk.ALL & ~(Quirk.CLOSING_LINE | Quirk.LAST_RECALL)


@refuses_other_kinds
def by_rules(
    name: str,
    title: str,
    reference: str,
    rules: Rules,
    *,
    iou: Sequence[float] | None = None,
    sizes: bool = False,
    geometry: str = "boxes",
    sigmas: Sequence[float] | None = None,
) -> DetectionProtocol:
    """The protocol of a mixture of rules.

    Parameters
    ----------
    name, title, reference : str
        Of the protocol.
    rules : Rules
        What it does.
    iou : sequence of float, optional
        Its usual IoU thresholds; by default the ten of COCO, or what the rules say.
    sizes : bool
        Whether it has numbers of small, medium and large truths, as COCO divides them.
    geometry : {"boxes", "masks", "keypoints"}
        What was asked to be compared. Where `Rules.shapes` has boxes compared instead, it is evaluated with
        ``geometry="boxes"``, of files read for what was asked.
    sigmas : sequence of float, optional
        Of keypoints: one for each, where they are not COCO's seventeen; before `Rules.sigmas` changes them.

    Raises
    ------
    ArgumentError
        The rules cannot be mixed so.

    Examples
    --------
    >>> from truebox.evaluation import Rules, evaluate
    >>> greedy = by_rules("greedy", "Greedy", "", Rules(curve="all points", quirks="none"))
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> evaluate([box], [box | {"scores": [0.5]}], protocol=greedy).metrics["AP50"]
    1.0
    """
    refusal = rules.refusal(sizes=sizes, geometry=geometry)
    if refusal is not None:
        raise ArgumentError(f"rules: {refusal}")
    own = _SHARED_QUIRKS if rules.quirks == "pycocotools" else Quirk.TIE_ORDER
    if rules.curve.startswith("101 lines"):
        own |= Quirk.LAST_RECALL
    if rules.curve == "101 lines, closed":
        own |= Quirk.CLOSING_LINE
    if sizes:
        own = own | Quirk.AREA_CLOSED if rules.bands == "closed" else own & ~Quirk.AREA_CLOSED

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        plain = without_sizes(
            name,
            geometry,
            _thresholds(rules) if iou is None else np.array(iou),
            recalls=_recalls(rules, mended),
            most=NO_LIMIT if rules.limit == "none" else rules.most,
        )
        return replace(plain, area_ranges=coco_defaults(geometry, mended).area_ranges) if sizes else plain

    def select(case: Case) -> Case:
        return selected_case(case, rules)

    def questions(state: MatchState, truth: Truth | None) -> list[Question]:
        del truth
        return _questions(state, rules)

    def settle(case: Case, matched: Matched) -> Matched:
        return _settled(case, matched, rules)

    protocol = DetectionProtocol(
        name=name,
        title=title,
        reference=reference,
        takes=EVERY_ARGUMENT - {"recall_thresholds", "area_ranges"},
        geometries=(geometry if rules.shapes == "as asked" else "boxes",),
        defaults=defaults,
        questions=questions,
        limit="image" if rules.limit == "image" else "class",
        policy=_policy(rules),
        precision=PrecisionRule.AREA if rules.curve == "all points" else PrecisionRule.SAMPLED,
        pixels=_PIXELS.get((rules.overlap, rules.coordinates), "continuous"),
        single_masks=rules.overlap == "single",
        sigmas=sigmas_by_rules(sigmas, rules) if geometry == "keypoints" else None,
        ties_by_file=rules.ties == "by file",
        quirks=own,
        rules=rules,
        select=select,
        leaves_out=_left_out(rules),
        whole_only=rules.mean == "one curve of all",  # images are kept class by class
    )
    return replace(protocol, settle=settle) if _is_settled(rules) else protocol


def _policy(rules: Rules) -> MatchingPolicy:
    if rules.crowd.startswith("groups"):
        counted = rules.crowd == "groups once"
        return MatchingPolicy(matching=Matching.GROUP, strict=rules.exceeds, regions_count=counted)
    first, last = Matching.VOC, Matching.LAST
    if rules.equal_overlaps == "counted first":
        first = Matching.COUNTED
    if rules.matching == "next best":
        first, last = Matching.FIRST, Matching.COCO
    return MatchingPolicy(matching=last if rules.takes_last_of_equals() else first, strict=rules.exceeds)


def _is_settled(rules: Rules) -> bool:
    return rules.small_truths == "forgiven" or rules.mean == "one curve of all"


def _settled(case: Case, matched: Matched, rules: Rules) -> Matched:
    if rules.small_truths == "forgiven":
        matched = with_small_forgiven(case, matched, rules)
    return as_one_class(matched) if rules.mean == "one curve of all" else matched


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
    single = rules.thresholds == "single"
    if rules.iou == _ONE_LESS:
        return single_steps(0.5, 0.9, 9) if single else np.linspace(0.5, 0.9, 9)
    if rules.iou != "as named":
        alone: FloatArray = np.array([float(rules.iou)])
        return alone.astype(np.float32).astype(np.float64) if single else alone
    double: FloatArray = np.linspace(0.5, 0.95, 10)
    return single_steps(0.5, 0.95, 10) if single else double


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


def _questions(state: MatchState, rules: Rules) -> list[Question]:
    cap = state.parameters.max_detections[-1]
    closed = rules.curve == "101 lines, closed" and Quirk.CLOSING_LINE not in state.mended
    thresholds = state.parameters.iou_thresholds
    absent = 0.0 if rules.absent_classes == "count as 0" else None
    pooled = rules.mean == "one curve of all"
    weighed = "all" if rules.mean == "of classes by truths" else None
    if pooled or weighed:
        absent = None
    asked = partial(Question, closing_line=closed, absent=absent, weighed_by=weighed)
    named = [
        (f"AP{name}", float(thresholds[np.abs(thresholds - value).argmin()]))
        for name, value in (("50", 0.5), ("75", 0.75))
    ]
    alone = rules.iou not in ("as named", _ONE_LESS) and len(thresholds) == 1
    return [
        asked("AP", True, "all", cap),
        *(
            asked(key, True, "all", cap, None if alone else near)
            for key, near in named
            if alone or (len(thresholds) > 1 and abs(near - float(key[2:]) / 100) < 1e-6)
        ),
        *(
            asked(f"AP{label[0]}", True, label, cap)
            for label in state.parameters.area_ranges
            if label != "all"
        ),
        Question("AR", False, "all", cap),
    ]
