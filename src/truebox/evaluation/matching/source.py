"""What is matched by: each geometry gives its overlaps to the same matching."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

from truebox._frozen import dataclass
from truebox._moved import set_fields
from truebox._named import NamedTuple
from truebox._native import evaluation as native
from truebox.evaluation.matching.policy import BoxExtent

if TYPE_CHECKING:
    from truebox.evaluation.matching.policy import Matching
    from truebox.evaluation.states.quirks import Quirk
    from truebox.records import Finding, Predictions
    from truebox.typing import ByteArray, FloatArray, Int32Array, Int64Array

__all__ = [
    "BOX_SOURCES",
    "BoxSource",
    "MatchQuestion",
    "OverlapSource",
    "PaddedBoxSource",
    "PairQuestion",
    "Pairs",
    "PixelBoxSource",
    "SingleBoxSource",
]


ANY_OVERLAP = 2.0**-1022
"""The smallest normal number: what two shapes that meet reach."""

Pairs: TypeAlias = "tuple[Int64Array, Int32Array, FloatArray]"
"""Offsets [N + 1], and the truth and overlap of each pair, in the order in which matching looks at them."""


class OverlapSource(Protocol):
    """Overlaps of detections with truths, made once per evaluation and matched once per variant.

    Attributes
    ----------
    predictions : Predictions
        With the boxes that decide ties and repetitions.
    uncounted : uint8 array or None
        1 for truths that do not count, besides crowd regions.
    findings : tuple of Finding
    """

    @property
    def predictions(self) -> Predictions: ...
    @property
    def uncounted(self) -> ByteArray | None: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...

    def area(self, mended: Quirk) -> FloatArray:
        """The area of each detection, which decides its size class."""
        ...

    def match(self, question: MatchQuestion, outcome: native.Outcome) -> int:
        """Call a native matching, which fills `outcome`. Returns repeated detections."""
        ...

    def pairs(self, question: PairQuestion) -> Pairs:
        """Every overlap of a detection with a truth of its image, of any class."""
        ...


class MatchQuestion(NamedTuple):
    """One variant of an evaluation.

    Parameters
    ----------
    cells : Cells
        Detections and truths by image and category.
    rows : int64 array
        Row of each truth of the cells.
    detections : Detections
        Boxes and scores of every row.
    truths : Truths
    thresholds : array [T]
    ranges : array [A, 2]
    matching : Matching
    mended : Quirk
    half_open, ties_by_content, class_agnostic : bool
    threads : int
    """

    cells: native.Cells
    rows: Int64Array
    detections: native.Detections
    truths: native.Truths
    thresholds: FloatArray
    ranges: FloatArray
    matching: Matching
    mended: Quirk
    half_open: bool
    ties_by_content: bool
    class_agnostic: bool
    threads: int

    def sides(self) -> tuple[native.Cells, native.Detections, native.Truths, native.MatchingRules]:
        """What every native matching is given besides its overlaps: what is matched, and how."""
        rules = native.MatchingRules(
            self.thresholds, self.ranges, self.half_open, self.ties_by_content, self.matching
        )
        return self.cells, self.detections, self.truths, rules


class PairQuestion(NamedTuple):
    """The rows of a match table.

    Parameters
    ----------
    sides : TableSides
    detection_image, true_image : int32 arrays
        Of the rows of the table.
    detection_rows, rows : int64 arrays
        Their rows in the files.
    truths : Truths
    boxes, scores : arrays of all detections of the file
    ties_by_content : bool
    lowest : float
        The lowest IoU threshold: every overlap that reaches it is wanted, and smaller ones as far as they say
        anything.
    threads : int
    least : float
        Smaller overlaps are left out whatever they say.
    """

    sides: native.TableSides
    detection_image: Int32Array
    true_image: Int32Array
    detection_rows: Int64Array
    rows: Int64Array
    truths: native.Truths
    boxes: FloatArray
    scores: FloatArray
    ties_by_content: bool
    lowest: float
    threads: int
    least: float = 0.0

    def from_(self, telling: float) -> float:
        """The smallest overlap that is wanted, where those of `telling` say something."""
        return max(min(self.lowest, telling), self.least)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BoxSource:
    """Overlaps of boxes; see `OverlapSource`.

    Parameters
    ----------
    mask_area : float64 array [N] or None
        Of detections that are masks, whose boxes these are: as in the reference, it decides their size class.
    """

    predictions: Predictions
    uncounted: ByteArray | None = None
    findings: tuple[Finding, ...] = ()
    mask_area: FloatArray | None = None
    extent: ClassVar[BoxExtent] = BoxExtent.EDGES

    def __setstate__(self, state: list[Any]) -> None:
        set_fields(self, state)

    def area(self, mended: Quirk) -> FloatArray:
        """Width times height, or the area of the mask."""
        if self.mask_area is not None:
            return self.mask_area
        area: FloatArray = self.predictions.boxes[:, 2] * self.predictions.boxes[:, 3]
        return area

    def match(self, question: MatchQuestion, outcome: native.Outcome) -> int:
        """Match by IoU of boxes."""
        return native.match_boxes(self.extent, *question.sides(), outcome, question.threads, self.mask_area)

    def pairs(self, question: PairQuestion) -> Pairs:
        """By IoU of boxes."""
        return native.box_pairs(
            self.extent,
            question.boxes,
            question.sides,
            question.truths,
            question.ties_by_content,
            question.from_(ANY_OVERLAP),
            question.threads,
        )


class PixelBoxSource(BoxSource):
    """Overlaps of boxes whose far corners are pixels of theirs: one more wide and high."""

    __slots__ = ()
    extent: ClassVar[BoxExtent] = BoxExtent.INCLUSIVE

    def area(self, mended: Quirk) -> FloatArray:
        """Pixels."""
        area: FloatArray = (self.predictions.boxes[:, 2] + 1) * (self.predictions.boxes[:, 3] + 1)
        return area


class SingleBoxSource(BoxSource):
    """Overlaps of boxes in single precision, with 1e-7 more in every union."""

    __slots__ = ()
    extent: ClassVar[BoxExtent] = BoxExtent.SINGLE


class PaddedBoxSource(BoxSource):
    """Overlaps of boxes with 1e-6 more in every union."""

    __slots__ = ()
    extent: ClassVar[BoxExtent] = BoxExtent.PADDED


BOX_SOURCES = {
    "continuous": BoxSource,
    "inclusive": PixelBoxSource,
    "single": SingleBoxSource,
    "padded": PaddedBoxSource,
}
"""By what a protocol calls its boxes: `DetectionProtocol.pixels`."""
