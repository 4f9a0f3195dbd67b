"""The knobs of an evaluation; what is not said is as the protocol has it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds, require_fields
from truebox._moved import set_fields
from truebox.errors import ArgumentError
from truebox.evaluation.registry import detection_protocol, is_own
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.typing import FloatArray

__all__ = [
    "AREA_LIMIT",
    "KEYPOINT_CAP",
    "NO_LIMIT",
    "CocoParameters",
    "coco_parameters",
    "default_thresholds",
    "without_sizes",
]

AREA_LIMIT = 1e10
"""Where the reference's largest area range ends: 1e5 squared."""

KEYPOINT_CAP = 20
"""At how many detections the reference reads every number of keypoints."""

NO_LIMIT = 2**31 - 1
"""As `max_detections`: more than an evaluation can hold."""

_MOST_CAPS = 255


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CocoParameters:
    """What is evaluated; every array is float64 and every list keeps the reference's order.

    Parameters
    ----------
    iou_thresholds : array [T]
    recall_thresholds : array [R]
    area_ranges : mapping of label to (low, high), length A, in order
    max_detections : tuple of int, sorted ascending, length M
    class_agnostic : bool
    geometry : str
        What overlaps, such as ``"boxes"`` or ``"masks"``.
    protocol : str
        Its name; in ``"lvis"`` `max_detections` is one limit per image over all classes.
    rules : DetectionProtocol or None
        The protocol itself where it is none of Truebox's own, which are known by their names.
    """

    iou_thresholds: FloatArray
    recall_thresholds: FloatArray
    area_ranges: Mapping[str, tuple[float, float]]
    max_detections: tuple[int, ...]
    class_agnostic: bool = False
    geometry: str = "boxes"
    protocol: str = "coco"
    rules: DetectionProtocol | None = None

    def __post_init__(self) -> None:
        kinds = (
            type(self.max_detections),
            type(self.class_agnostic),
            type(self.geometry),
            type(self.protocol),
        )
        plain = kinds == (tuple, bool, str, str) and type(self.area_ranges) is dict and self.rules is None
        if not plain:
            require_fields(self)
        for name in ("iou_thresholds", "recall_thresholds"):
            values = getattr(self, name)
            sound = isinstance(values, np.ndarray) and values.ndim == 1 and values.dtype.kind == "f"
            if not sound or np.isnan(values).any():
                raise ArgumentError(
                    f"{name} is {values!r:.60}; expected an array of floats, none of them NaN"
                )

    def __setstate__(self, state: list[Any]) -> None:
        set_fields(self, state)

    @property
    def main_range(self) -> int:
        """Which area range speaks for all sizes: that labelled "all", or else the first."""
        labels = list(self.area_ranges)
        return labels.index("all") if "all" in labels else 0

    @refuses_other_kinds
    def same_as(self, other: CocoParameters) -> bool:
        """Whether both would evaluate the same thing."""
        return (
            np.array_equal(self.iou_thresholds, other.iou_thresholds)
            and np.array_equal(self.recall_thresholds, other.recall_thresholds)
            and list(self.area_ranges.items()) == list(other.area_ranges.items())
            and self.max_detections == other.max_detections
            and self.class_agnostic == other.class_agnostic
            and self.geometry == other.geometry
            and self.protocol == other.protocol
            and self.rules == other.rules
        )


@refuses_other_kinds
def coco_parameters(
    *,
    iou_thresholds: Iterable[float] | None = None,
    recall_thresholds: Iterable[float] | None = None,
    area_ranges: Mapping[str, Sequence[float]] | None = None,
    max_detections: Iterable[int] | None = None,
    class_agnostic: bool = False,
    geometry: str = "boxes",
    protocol: str | DetectionProtocol = "coco",
    mended: Quirk = Quirk.NONE,
) -> CocoParameters:
    """Parameters from arguments; None takes what the protocol has, by default COCO's.

    Raises
    ------
    ArgumentError
        A value is of the wrong kind, not finite, or out of range.

    Examples
    --------
    >>> parameters = coco_parameters(iou_thresholds=[0.5], max_detections=[100])
    >>> parameters.max_detections, list(parameters.area_ranges)
    ((100,), ['all', 'small', 'medium', 'large'])
    """
    rules = detection_protocol(protocol)
    usual = rules.defaults(geometry, mended)
    return CocoParameters(
        iou_thresholds=_thresholds("iou_thresholds", iou_thresholds, usual.iou_thresholds),
        recall_thresholds=_thresholds("recall_thresholds", recall_thresholds, usual.recall_thresholds),
        area_ranges=usual.area_ranges if area_ranges is None else _area_ranges(area_ranges),
        max_detections=_max_detections(max_detections, usual.max_detections, rules),
        class_agnostic=_flag("class_agnostic", class_agnostic),
        geometry=geometry,
        protocol=rules.name,
        rules=None if is_own(rules) else rules,
    )


def without_sizes(
    protocol: str,
    geometry: str,
    iou_thresholds: FloatArray,
    *,
    recalls: FloatArray | None = None,
    labels: Iterable[str] = ("all",),
    most: int = NO_LIMIT,
) -> CocoParameters:
    """Defaults of a protocol whose sets of truths, the `labels`, are not ranges of sizes.

    `recalls` are the 101 of curves for a protocol that reads its numbers elsewhere.

    Examples
    --------
    >>> parameters = without_sizes("wider_face", "boxes", np.array([0.5]), labels=["easy", "hard"])
    >>> parameters.area_ranges, len(parameters.recall_thresholds)
    ({'easy': (0.0, inf), 'hard': (0.0, inf)}, 101)
    """
    return CocoParameters(
        iou_thresholds=iou_thresholds,
        recall_thresholds=np.linspace(0, 1, 101).round(2) if recalls is None else recalls,
        area_ranges=dict.fromkeys(labels, (0.0, math.inf)),
        max_detections=(most,),
        geometry=geometry,
        protocol=protocol,
    )


def _flag(name: str, given: Any) -> bool:
    """Nothing is taken for true: the text "false" would be."""
    if not isinstance(given, bool | np.bool_):
        raise ArgumentError(
            f"{name}: expected True or False, got {given!r}. Fix: pass {name}=True or leave it out."
        )
    return bool(given)


def default_thresholds(grid: tuple[float, float, int], mended: Quirk) -> FloatArray:
    """Evenly spaced thresholds, the reference's or (mended) the decimals they stand for."""
    values = np.linspace(*grid)
    return values.round(2) if Quirk.LINSPACE in mended else values


def _thresholds(name: str, given: Iterable[float] | None, usual: FloatArray) -> FloatArray:
    if given is None:
        return usual
    try:
        values = np.array(list(given) if not isinstance(given, np.ndarray) else given)
        if values.dtype.kind == "c":
            raise TypeError
        values = values.astype(np.float64)
    except (TypeError, ValueError):
        raise ArgumentError(
            f"{name}: expected numbers in [0, 1], got {given!r}. Fix: pass a list of numbers."
        ) from None
    if values.ndim != 1 or len(values) == 0:
        raise ArgumentError(
            f"{name}: expected a list of numbers, got shape {values.shape}. Fix: pass at least one."
        )
    bad = ~((values >= 0) & (values <= 1))
    if bad.any():
        raise ArgumentError(
            f"{name}: {values[bad][0]} is not in [0, 1]. Fix: pass fractions, such as 0.5 for 50 %."
        )
    return values


def _area_ranges(given: Mapping[str, Sequence[float]]) -> dict[str, tuple[float, float]]:
    if not isinstance(given, Mapping) or not given:
        raise ArgumentError(
            f"area_ranges: expected a mapping of label to (low, high), got {given!r}. "
            'Fix: pass for example {"all": (0, 1e10)}.'
        )
    return {_label(label): _area_range(label, bounds) for label, bounds in given.items()}


def _label(label: Any) -> str:
    if not isinstance(label, str) or not label:
        raise ArgumentError(
            f"area_ranges: label {label!r} is not a text. Fix: name each range, such as 'small'."
        )
    return label


def _area_range(label: str, bounds: Any) -> tuple[float, float]:
    try:
        low, high = (math.nan if isinstance(bound, str | bytes) else float(bound) for bound in bounds)
    except (TypeError, ValueError, OverflowError):
        low = high = math.nan
    if not low <= high:
        raise ArgumentError(
            f"area_ranges[{label!r}]: expected (low, high) with low <= high, got {bounds!r}. "
            "Fix: pass two numbers in square pixels."
        )
    return low, high


def _max_detections(
    given: Iterable[int] | None, usual: tuple[int, ...], rules: DetectionProtocol
) -> tuple[int, ...]:
    if given is None:
        return usual
    listed = isinstance(given, Iterable) and not isinstance(given, str | bytes)
    single = not listed or getattr(given, "ndim", 1) == 0
    values: tuple[Any, ...] = (given,) if single else tuple(given)
    for value in values:
        whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
        if not whole or not 1 <= value <= NO_LIMIT:
            raise ArgumentError(
                f"max_detections: {value!r} is not a whole number of at least 1. "
                "Fix: pass a list such as [1, 10, 100]."
            )
    if not values or len(values) > _MOST_CAPS:
        raise ArgumentError(
            f"max_detections: expected 1 to {_MOST_CAPS} numbers, got {len(values)}. "
            "Fix: pass a list such as [1, 10, 100]."
        )
    if rules.limit == "image" and len(values) != 1:
        raise ArgumentError(
            f"max_detections: {rules.title} has one limit per image, got {sorted(map(int, values))}. "
            f"Fix: pass {list(usual)}."
        )
    return tuple(sorted(int(value) for value in values))
