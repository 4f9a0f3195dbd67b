# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from truebox.typing import AnyArray, ByteArray, FloatArray, Int32Array, Int64Array, WordArray

class Cells:
    """Detections and truths grouped by (category, image)."""

    @property
    def kept(self) -> int: ...  # detections within the cap of their cell
    @property
    def ranges(self) -> int: ...  # stretches of cells
    @property
    def grouped(self) -> int: ...  # detections in all
    @property
    def rows(self) -> AnyArray: ...  # uint32 [grouped]: of the file, by category and image; a view
    @property
    def images(self) -> Int32Array: ...  # [grouped]; a view
    @property
    def categories(self) -> int: ...
    def kept_offsets(self, offsets: Int64Array) -> None: ...  # out [K + 1] of the detections within the cap
    # Out [K]: rows of each category, and images that hold truths of it.
    def count_rows(self, detections: Int64Array, truth_images: Int64Array) -> None: ...

class Truths:
    """Columns of truths, one entry per row."""

    def __init__(
        self,
        boxes: FloatArray,  # [G, 4] x, y, width, height
        area: FloatArray,  # [G]
        crowd: ByteArray,  # [G]
        ignored: ByteArray,  # [G] crowd, or not to be counted
        unmarked: ByteArray,  # [G] a match with it leaves the detection unmatched
        outside: WordArray | None = None,  # [G] bit a: not counted in area range a
    ) -> None: ...

class Detections:
    """Columns of detections, one entry per row."""

    def __init__(
        self,
        boxes: FloatArray,  # [N, 4] decide ties and repetitions, whatever is matched by
        scores: FloatArray,  # [N]
        absent: WordArray | None = None,  # [N] bit a: not there in area range a
    ) -> None: ...

class MatchingRules:
    """What is asked of every detection, and how it is given a truth."""

    def __init__(
        self,
        thresholds: FloatArray,  # [T]
        ranges: FloatArray,  # [A, 2] low, high
        half_open: bool,  # high is outside
        ties_by_content: bool,  # order equal scores, and truths, by their boxes
        matching: int,  # truebox.evaluation.matching.policy.Matching
    ) -> None: ...

# fmt: off
class NarrowOutcome:  # what of a large match state is written, one entry per row
    # row: uint32 [kept]; image [kept], or None: `row` is that of the cells, and so is the image; outcome:
    # uint16 [kept] place among the pairs, of which there are at most `most`, and never more than 65,536.
    def __init__(self, row: AnyArray, image: Int32Array | None, outcome: AnyArray, most: int) -> None: ...
    @property
    def full(self) -> bool: ...  # there were more pairs: nothing that was written counts
    def pairs(self) -> bytes: ...  # uint64 [*, 2] matched and ignored
# fmt: on

class Outcome:
    """Columns of a match state to fill."""

    def __init__(
        self,
        score: FloatArray,  # [cells.kept], as all columns down to rank
        category: Int32Array,
        image: Int32Array,
        row: Int64Array,
        rank: Int32Array,
        matched: WordArray,  # [kept, W], bit a * T + t; and so `ignored`
        ignored: WordArray,
        counts: Int64Array,  # [K, A] truths that count
        equal_overlaps: ByteArray,  # [K] a detection overlapped two truths equally
        equal_scores: ByteArray,  # [K] different boxes of one cell had the same score
        unsure_cells: ByteArray | None = None,  # [kept] either, at the first row of its cell
        narrow: NarrowOutcome | None = None,  # filled instead of the first seven, which have no rows then
    ) -> None: ...

def join_ids(
    ids: AnyArray,  # int64, int32 or uint16 [N]
    table: Int64Array,  # [I] sorted, distinct
    positions: Int32Array,  # out [N] place in the table or -1
    seen: ByteArray,  # out [I] 1 where some id is
    threads: int,  # 0: the default
) -> int: ...  # how many are -1
def group_cells(
    detection_image: Int32Array,  # [N] -1: left out
    detection_category: Int32Array,  # [N]
    truth_image: Int32Array,  # [G]
    truth_category: Int32Array,  # [G]
    images: int,
    categories: int,
    class_agnostic: bool,  # cells are images; categories order the rows within
    cap: int,  # most detections of a cell
    threads: int,
) -> Cells: ...
def match_boxes(
    extent: int,  # what a box covers: BoxExtent
    cells: Cells,
    detections: Detections,
    truths: Truths,
    rules: MatchingRules,
    outcome: Outcome,
    threads: int,
    area: FloatArray | None = None,  # [N] decides size classes; None: that of the boxes
) -> int: ...  # detections that repeat another

class OutcomeRows:
    """The columns of a match state."""

    def __init__(
        self,
        scores: FloatArray,  # [n] rows by category, image, rank
        offsets: Int64Array,  # [K + 1]
        ranks: Int32Array,  # [n]
        matched: WordArray,  # [n, W]
        ignored: WordArray,  # [n, W]
        boxes: FloatArray | None,  # [n, 4] order equal scores by content
        rows: Int64Array | None,  # [n] order them by the file, where there are no boxes
        truths: Int64Array,  # [K, A]
    ) -> None: ...

class CurveSettings:
    """Where precision is read, and how."""

    def __init__(
        self,
        caps: Int32Array,  # [M] ascending
        recalls: FloatArray,  # [R]
        more_recalls: FloatArray,  # [E] ascending
        epsilon: float,  # added to the denominator of precision
        stop_at_unreachable: bool,  # later recall thresholds stay 0
    ) -> None: ...

# fmt: off
class CurveTables:  # tables to fill [K, A, M, T, R]; for R more_precision has E, recall and area nothing
    # area lies under the envelope of precision; ties [K]: the order of equal scores could matter
    def __init__(
        self, precision: FloatArray, scores: FloatArray | None, recall: FloatArray,
        more_precision: FloatArray, area: FloatArray | None, ties: ByteArray,
    ) -> None: ...

class NarrowStateRows:  # what a large match state keeps of each row
    # row, order: uint32 [n]; image [n]; outcome: uint16 [n]; pairs [P, 2] matched, ignored; scores of file;
    # by_file: equal scores stand as in the file, where there are no boxes, those of the file included.
    def __init__(
        self, row: AnyArray, image: Int32Array, outcome: AnyArray, pairs: WordArray, scores: FloatArray,
        by_file: bool, boxes: FloatArray | None = None, order: AnyArray | None = None, order_known: bool = ...
    ) -> None: ...
# Where `narrow` is given, `rows` has no columns but boxes.
def accumulate(
    rows: OutcomeRows, settings: CurveSettings, tables: CurveTables, threads: int,
    narrow: NarrowStateRows | None = None,
) -> None: ...

class RankedRows:  # columns of a match state by category and falling score, to fill
    # offsets [K + 1] of the rows within the cap; order [m] place among the rows of the state; rows [m] in the
    # file of the detections; matched, ignored [m, W].
    def __init__(
        self, offsets: Int64Array, order: Int64Array, scores: FloatArray, images: Int32Array,
        rows: Int64Array, matched: WordArray, ignored: WordArray,
    ) -> None: ...
# images [n], rows [n] in the file of the detections; cap on the detections of an image and category.
def rank_rows(
    outcomes: OutcomeRows, images: Int32Array, rows: Int64Array, cap: int, ranked: RankedRows, threads: int,
) -> None: ...
# fmt: on
def survey_boxes(
    boxes: FloatArray,  # [N, 4]
    bounds: FloatArray,  # [B]
    threads: int,
) -> tuple[int, int, int, float]: ...  # first bad row or -1, of zero size, area on a bound, largest area
def survey_scores(
    scores: FloatArray,  # [N]
    threads: int,
) -> tuple[int, int, float, float]: ...  # first bad row or -1, outside [0, 1], lowest, highest

class Segmentations:
    """Columns of segmentations, as truebox.records.Segmentations."""

    def __init__(
        self,
        kinds: ByteArray,  # [N]; 255: takes no part
        own_sizes: AnyArray,  # int64 or uint16 [N, 2] height, width beside run lengths
        text: ByteArray,
        text_offsets: Int64Array,  # [N + 1]
        numbers: FloatArray,
        part_offsets: Int64Array,  # [P + 1]
        row_offsets: Int64Array,  # [N + 1]
        images: Int32Array,  # [N] place in image_sizes, or -1
        image_sizes: Int64Array,  # [I, 2] height, width; 0 where unknown
        boxes: FloatArray | None,  # [N, 4] outlines of rows without segmentation
    ) -> None: ...
    # Fills area [N] and boxes [N, 4] x, y, width, height. Rows with polygons far outside; rows whose
    # outlines cross themselves; None or (fault, row, found, expected) of the first bad row. `check`: without.
    def measure(
        self, area: FloatArray, boxes: FloatArray, threads: int
    ) -> tuple[Int64Array, Int64Array, tuple[int, int, int, int] | None]: ...
    def check(self, threads: int) -> tuple[Int64Array, Int64Array, tuple[int, int, int, int] | None]: ...
    # (fault, row, found, expected) of every bad row.
    def faults(self) -> list[tuple[int, int, int, int]]: ...

# fmt: off
class MaskOverlaps:  # both sides of an evaluation of masks, and the overlaps found so far
    def __init__(
        self, detections: Segmentations, mask_area: FloatArray, mask_boxes: FloatArray,  # [N], [N], [N, 4]
        truths: Segmentations, distances: Int64Array | None, single: bool,  # [M] width of each boundary
    ) -> None: ...
    def measure(  # as Segmentations.measure, into the arrays above; overlaps of at least `lowest` are found
        self, area: FloatArray, boxes: FloatArray, categories: Int32Array, true_categories: Int32Array,
        crowd: ByteArray, lowest: float, threads: int,  # [N], [M], [M]
    ) -> tuple[Int64Array, Int64Array, tuple[int, int, int, int] | None]: ...
# fmt: on

class Points:  # numbers [N, K, 3]; or, packed: int32 [N, K, 2] in whole numbers of 1 / unit, and [N, K]
    def __init__(
        self, numbers: FloatArray | None, coordinates: AnyArray | None, thirds: ByteArray | None, unit: float
    ) -> None: ...

class KeypointOverlaps:  # both sides of an evaluation, and the similarities found so far
    def __init__(
        self,
        detections: Points,  # [N, K]
        truths: Points,  # [M, K]
        area: FloatArray,  # [M]
        boxes: FloatArray,  # [M, 4]
        variance: FloatArray,  # [K]
        single: bool,  # similarities are rounded to single precision
    ) -> None: ...
    def collect(
        self,
        places: Int64Array,  # [G]
        cells: Cells,
        detections: Detections,
        truths: Truths,
        ties_by_content: bool,
        lowest: float,
        first: int,
        last: int,
        threads: int,
    ) -> int: ...  # exponents of the pairs of the cells' ranges [first, last)
    def copy_exponents(self, out: FloatArray) -> None: ...
    def finish(self, values: FloatArray) -> None: ...  # their exponentials

def match_masks(
    masks: MaskOverlaps,
    detection_area: FloatArray,  # [N] what decides size classes
    places: Int64Array,  # [G] row of each truth of the cells
    cells: Cells,
    detections: Detections,
    truths: Truths,
    rules: MatchingRules,
    outcome: Outcome,
    threads: int,
) -> int: ...  # detections that repeat another
def match_keypoints(
    keypoints: KeypointOverlaps,
    compared: bool,  # False: nothing overlaps
    detection_area: FloatArray,  # [N]
    places: Int64Array,  # [G]
    cells: Cells,
    detections: Detections,
    truths: Truths,
    rules: MatchingRules,
    outcome: Outcome,
    threads: int,
) -> int: ...  # detections that repeat another

class QuadOverlaps:
    """Both sides of an evaluation of quadrilaterals, and the overlaps found so far."""

    def __init__(
        self,
        measure: int,  # QuadMeasure
        detections: FloatArray,  # corners of all rows, one after the other
        truths: FloatArray,
        detection_offsets: Int64Array | None = None,  # [N + 1] in corners; None: four a row
        truth_offsets: Int64Array | None = None,
    ) -> None: ...

def match_quads(
    quads: QuadOverlaps,
    detection_area: FloatArray,  # [N] what decides size classes
    places: Int64Array,  # [G] row of each truth of the cells
    cells: Cells,
    detections: Detections,
    truths: Truths,
    rules: MatchingRules,
    outcome: Outcome,
    threads: int,
) -> int: ...  # detections that repeat another
def first_crossed(quads: FloatArray) -> int: ...  # first row [*, 8] whose outline crosses itself, or -1

class TableSides:
    """Detections in the order of a match state, and the truths of a match table."""

    def __init__(
        self,
        image: Int32Array,  # [N]
        category: Int32Array,  # [N]
        row: Int64Array,  # [N] row in the file
        truth_image: Int32Array,  # [G]
        truth_category: Int32Array,  # [G] orders the truths of an image
        images: int,
        categories: int,
        class_agnostic: bool,
    ) -> None: ...

class Best:
    """Columns of best overlaps to fill."""

    def __init__(self, overlap: FloatArray, partner: Int32Array) -> None: ...  # out [*]

def box_pairs(  # offsets [N + 1], truth [P] and overlap [P] of pairs that reach `lowest`, as the next three
    extent: int,  # what a box covers: BoxExtent
    boxes: FloatArray,  # of the file [*, 4]
    sides: TableSides,
    truths: Truths,  # [G]
    ties_by_content: bool,
    lowest: float,
    threads: int,
) -> tuple[Int64Array, Int32Array, FloatArray]: ...

# fmt: off
def mask_pairs(
    masks: MaskOverlaps, places: Int64Array,  # [G] row of each truth
    sides: TableSides, truths: Truths, ties_by_content: bool, lowest: float, threads: int,
) -> tuple[Int64Array, Int32Array, FloatArray]: ...
def quad_pairs(
    quads: QuadOverlaps, places: Int64Array,  # [G] row of each truth
    sides: TableSides, truths: Truths, ties_by_content: bool, lowest: float, threads: int,
) -> tuple[Int64Array, Int32Array, FloatArray]: ...
def keypoint_pairs(
    keypoints: KeypointOverlaps,
    sides: TableSides, truths: Truths, ties_by_content: bool, lowest: float, threads: int,
) -> tuple[Int64Array, Int32Array, FloatArray]: ...
# fmt: on

# fmt: off
class PairedDetections:  # the rows of a match table [N], by (category, image, rank), and their overlaps [P]
    def __init__(
        self, category: Int32Array, image: Int32Array, offsets: Int64Array, truth: Int32Array,
        overlap: FloatArray,
    ) -> None: ...

class PairedTruths:  # the truths of a match table [G]
    def __init__(
        self, category: Int32Array, ignored: ByteArray, crowd: ByteArray, unmarked: ByteArray
    ) -> None: ...
# fmt: on

# fmt: off
class Partners:  # columns of a match table to fill: best overlaps of detections [N] and truths [G]
    # truth [N, T] or -1; detection [G, T] or -1
    def __init__(
        self, own: Best, other: Best, not_counted: Best, of_truth: Best, truth: Int32Array,
        detection: Int32Array,
    ) -> None: ...
# fmt: on

# fmt: off
# matching: truebox.evaluation.matching.policy.Matching; thresholds [T].
def find_partners(
    matching: int, thresholds: FloatArray, detections: PairedDetections, truths: PairedTruths,
    partners: Partners, threads: int,
) -> None: ...
# Boxes [N, 4] of the rows [N]; every row of the cells (class and image of each row) in which one is marked.
def boxes_of_rows(boxes: FloatArray, rows: Int64Array, threads: int) -> FloatArray: ...
def rows_of_marked_cells(category: Int32Array, image: Int32Array, marked: ByteArray) -> Int64Array: ...
# Boxes [*, 4] x, y, width, height by cell, offsets [cells + 1], rising cuts [T]: detections that score more
# are there; overlap: more than this; counts [cells, T, 3], out: pairs, people, detections.
def count_jaccard(
    found: FloatArray, found_offsets: Int64Array, score: FloatArray, people: FloatArray,
    people_offsets: Int64Array, regions: FloatArray, region_offsets: Int64Array, cuts: FloatArray,
    overlap: float, counts: Int64Array, threads: int,
) -> None: ...
# out uint8 [R]: which of these rows are rings.
def polygon_rings(coordinates: FloatArray, offsets: Int64Array, rows: Int64Array, out: ByteArray) -> None: ...
# Pairs [P] by image and class (offsets), then by word, then by detection; least [4]: share of the word, of
# the detection, and the sums that suffice; values [D, 2] and partner [D] are written.
def deteval_credits(
    offsets: Int64Array, found: Int64Array, word: Int64Array, of_word: FloatArray, of_found: FloatArray,
    least: FloatArray, word_counts: ByteArray, found_counts: ByteArray, word_corners: FloatArray,
    word_offsets: Int64Array, found_corners: FloatArray, found_offsets: Int64Array, values: FloatArray,
    partner: Int64Array,
) -> None: ...
def polygon_credits(
    offsets: Int64Array, found: Int64Array, word: Int64Array, of_word: FloatArray, of_found: FloatArray,
    least_of_word: float, least_of_found: float, words: int, values: FloatArray, partner: Int64Array,
) -> None: ...
# fmt: on
