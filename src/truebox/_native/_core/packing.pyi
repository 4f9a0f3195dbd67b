# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from collections.abc import Sequence
from typing import Any

from truebox._native._core.evaluation import (
    Cells,
    CurveSettings,
    CurveTables,
    Detections,
    MatchingRules,
    Outcome,
    Truths,
)
from truebox.typing import AnyArray, FloatArray, Int32Array, Int64Array, WordArray

class GivenRows:
    """Rows as they were given: which truths count as objects, and the ids of annotations."""

    def __init__(
        self,
        counted_image: Int32Array,  # [*] image and category of each object to be found, -1 for none
        counted_category: Int32Array,
        detection_image: Int32Array,  # [N] of every detection, -1 where its image is not evaluated
        truth_image: Int32Array,  # [G]
        ids: Int64Array | None,  # [G]
        notes: AnyArray | None,  # uint32 [I, 5], see truebox.evaluation.streaming.notes
        repeating: Detections | None,  # rows as given, where some repeat others: counted by image
        images: int,
        class_agnostic: bool,
    ) -> None: ...

class PackedShape:
    """What the records of images do not say themselves."""

    def __init__(self, categories: int, ranges: int, thresholds: int, cap: int) -> None: ...

class PackedPlaces:
    """Where the record of each image lies."""

    def __init__(  # [I] which of the blocks, from where to where
        self, blocks: list[bytes], block: Int32Array, begin: Int64Array, end: Int64Array
    ) -> None: ...

class PackedTotals:
    """Sums over images: detections and truths given, those of classes that are not evaluated included."""

    @property
    def given(self) -> int: ...
    @property
    def truths(self) -> int: ...
    # Out: [4, K] kept, given, images with truths, to be found; [K, A]; [5]; [I] rows of images before.
    def copy(
        self, classes: Int64Array, truths: Int64Array, notes: Int64Array, first_row: Int64Array
    ) -> None: ...

class StateColumns:
    """Columns of a match state to fill, one entry per row kept."""

    def __init__(
        self,
        score: FloatArray,
        category: Int32Array,
        image: Int32Array,
        row: Int64Array,
        rank: Int32Array,
        matched: WordArray,
        ignored: WordArray,
        boxes: FloatArray | None,
    ) -> None: ...

def pack_images(
    cells: Cells,
    truths: Truths,
    rules: MatchingRules,
    outcome: Outcome,
    boxes: FloatArray | None,  # [kept, 4]
    given: GivenRows,
) -> tuple[bytes, bytes]: ...  # records, and where each begins: int64 [I + 1]
def total_images(places: PackedPlaces, shape: PackedShape) -> PackedTotals: ...
def unpack_images(places: PackedPlaces, totals: PackedTotals, columns: StateColumns) -> None: ...
def packed_annotation_ids(places: PackedPlaces) -> tuple[bytes, bytes]: ...  # place of the image, id: int64
def class_streams(places: PackedPlaces, shape: PackedShape) -> tuple[bytes, list[bytes]]: ...
def image_records(
    heads: bytes, streams: list[bytes], images: int, shape: PackedShape
) -> tuple[bytes, bytes]: ...  # records, and where each begins: int64 [I + 1]

class ClassOrder:
    """How equal scores of different images stand, and how many rows are unpacked at a time."""

    def __init__(
        self,
        first_rows: Int64Array,  # [I] detections given for the images before
        by_content: bool,
        by_file: bool,
        most: int,
    ) -> None: ...

class ClassRows:
    """The rows of one class of many parts, in the order of all images."""

    def __init__(
        self,
        streams: list[bytes],  # of the class, one per part
        places: list[Int32Array],  # of the images of each part among all, -1 for those left out
        shape: PackedShape,
    ) -> None: ...
    @property
    def kept(self) -> int: ...
    @property
    def given(self) -> int: ...
    @property
    def truth_images(self) -> int: ...
    @property
    def counted(self) -> int: ...
    @property
    def truths(self) -> bytes: ...  # int64 [A]
    def accumulate(
        self, order: ClassOrder, settings: CurveSettings, tables: CurveTables, threads: int
    ) -> None: ...  # tables of one class

# All int64: detections given [I], truths given [I], notes [I, 5], image and id of each annotation.
def image_heads(heads: bytes, images: int) -> tuple[bytes, bytes, bytes, bytes, bytes]: ...

class BoxBatches:
    """Matches batches of images with boxes, as an evaluator is given them."""

    def __init__(
        self,
        rules: MatchingRules,
        categories: Int64Array,  # [K], ascending
        upper: FloatArray,  # [A] of the area ranges, as asked
        area_limit: float,
        cap: int,
        extent: int,
        class_agnostic: bool,
        classes_ordered: bool,  # class-agnostic: rows of an image stand by class first
        corners: bool,  # boxes are x0, y0, x1, y1
    ) -> None: ...
    # Records, where each begins (int64 [I + 1]), lowest and highest score, whether an area lies on a bound,
    # one is beyond the limit, the order of equal things decided; None for what needs the general reader.
    def match(
        self,
        truths: Sequence[Any],  # lists: one dictionary of arrays for each image, or one for all of them
        detections: Sequence[Any],
        images: int,
        true_counts: list[int],  # of each image where one dictionary holds all, else empty
        counts: list[int],
        threads: int,
    ) -> tuple[bytes, bytes, float, float, bool, bool, bool] | None: ...
