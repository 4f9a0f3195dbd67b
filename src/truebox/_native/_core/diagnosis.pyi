# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.

from truebox.typing import ByteArray, FloatArray, Int32Array, Int64Array, WordArray

class Overlaps:
    """The overlaps of a match table, and what the kernels ask about both sides."""

    def __init__(
        self,
        image: Int32Array,  # [N]
        category: Int32Array,  # [N]
        row: Int64Array,  # [N]
        score: FloatArray,  # [N]
        offsets: Int64Array,  # [N + 1]
        pair_truth: Int32Array,  # [P]
        pair_overlap: FloatArray,  # [P]
        truth_category: Int32Array,  # [G]
        truth_ignored: ByteArray,  # [G]
        categories: int,
    ) -> None: ...

def find_errors(
    overlaps: Overlaps,
    image_order: Int32Array,  # [I] every image once
    foreground: float,
    background: float,
    tide_matching: bool,
    cap: int,
    standing: ByteArray,  # in and out [N]: 0 false, 1 true, 2 ignored, 3 left out; see Standing
    holder: Int32Array,  # in, with TIDE's matching out [G]: the detection that found it or -1
    order: Int32Array,  # out [N] by image, score and row
    kind: ByteArray,  # out [N]: 0 none, 1 class, 2 location, 3 both, 4 duplicate, 5 background
    target: Int32Array,  # out [N] truth or -1
    mends: ByteArray,  # out [N]
    missed: ByteArray,  # out [G]
    threads: int,
) -> None: ...
def measure_oracles(
    offsets: Int64Array,  # [K + 1] rows of each class
    score: FloatArray,  # [N]
    order: Int32Array,  # [N]
    standing: ByteArray,  # [N]
    kind: ByteArray,  # [N]
    target: Int32Array,  # [N]
    mends: ByteArray,  # [N]
    truth_category: Int32Array,  # [G]
    truths: Int64Array,  # [K]
    missed: Int64Array,  # [K]
    unfound: Int64Array,  # [K]
    recalls: FloatArray,  # [R]
    epsilon: float,  # added to the denominator of precision
    mended_first: bool,  # of equal scores, errors come before what was right
    precision: FloatArray,  # out [K, 9]: as it is, and with each kind mended (Oracle)
    used: ByteArray,  # out [K, 9]: 1 has truths, 2 has detections
    threads: int,
) -> None: ...
def assign_pairs(
    overlaps: Overlaps,
    detection_counts: ByteArray,  # [N]
    least: float,
    order: int,  # PairOrder
    partner: Int32Array,  # out [N] truth or -1
    holder: Int32Array,  # out [G] detection or -1
    threads: int,
) -> None: ...
def count_pairs(
    overlaps: Overlaps,
    confident: ByteArray,  # [N]
    excused: ByteArray,  # [N]: not counted where it has no partner
    partner: Int32Array,  # [N] truth or -1
    holder: Int32Array,  # [G] detection or -1
    least: float,  # the overlap by which a detection lies on an ignored truth
    counted: ByteArray,  # out [N]
    counts: Int64Array,  # added to [K + 1, K + 1]: true class, predicted class; the last is the background
    threads: int,
) -> None: ...
def count_kinds(
    overlaps: Overlaps,
    kind: ByteArray,  # [N]
    counts: Int64Array,  # out [K, kinds]
) -> None: ...
def match_forgivingly(
    overlaps: Overlaps,
    area: FloatArray,  # [N]
    truth_area: FloatArray,  # [G]
    crowd: ByteArray,  # [G]
    group: Int32Array,  # [K]
    thresholds: FloatArray,  # [S]
    forgiven: ByteArray,  # [S]: 0 nothing, 1 classes of the same group, 2 all
    ranges: FloatArray,  # [A, 2] low, high
    half_open: bool,
    matched: WordArray,  # out [N], bit a * S + s
    ignored: WordArray,  # out [N]
    threads: int,
) -> None: ...
def slice_outcomes(
    false_ones: WordArray,  # [N, ceil(T / 64)] false positives, bit t
    rows: Int64Array,  # [H] ascending: detections with a true positive
    partner: Int32Array,  # [H, T] truth or -1
    truth_inside: ByteArray,  # [S, G], at most 64 slices
    detection_inside: ByteArray,  # [S, N]
    matched: WordArray,  # out [N, ceil(S * T / 64)], bit s * T + t
    ignored: WordArray,  # out [N, ceil(S * T / 64)]
    counted: Int64Array,  # out [S] not ignored at the first threshold
    threads: int,
) -> None: ...
def count_not_above(
    ascending: FloatArray,  # [C]
    values: FloatArray,  # [N]
    out: Int64Array,  # out [N]: how many of `ascending` are not greater
    threads: int,
) -> None: ...
