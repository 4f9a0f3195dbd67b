# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
# Arrays are C-contiguous; outputs are overwritten, but ties of classes without truth are left alone.
from truebox.typing import ByteArray, FloatArray, Int32Array, Int64Array, WordArray

class Columns:
    def __init__(
        self,
        scores: FloatArray,  # [N], by (category, image, rank)
        offsets: Int64Array,  # [K + 1]
        images: Int32Array,  # [N]
        ranks: Int32Array,  # [N]
        matched: WordArray,  # [N, W]
        ignored: WordArray,  # [N, W]
        boxes: FloatArray | None,  # [N, 4]: order equal scores by content
        rows: Int64Array | None,  # [N]: order them by the file, where there are no boxes
        truth_offsets: Int64Array,  # [K + 1]
        truth_images: Int32Array,  # [G], by (category, image)
        truth_inside: WordArray,  # [G], bit a: counts in area range a
        thresholds: int,  # 1 to 64
        ranges: int,  # 1 to 64
        image_count: int,
    ) -> None: ...

class ScoreCurves:
    def __init__(
        self,
        score: FloatArray,  # [N], by class, falling
        offsets: Int64Array,  # [K + 1]
        image: Int32Array,  # [N]
        hit: ByteArray,  # [N]
        places: Int64Array,  # [K, S]: behind the last detection of at least each cut
        cuts: FloatArray,  # [S], ascending
        images: int,
    ) -> None: ...
    def read(
        self,
        weights: Int64Array,  # [images]
        truths: Int64Array,  # [H]
        classes: Int64Array,  # [H]
        precision: FloatArray,  # [H, S], out
        recall: FloatArray,  # [H, S], out
    ) -> None: ...

def resample(
    columns: Columns,
    question_ranges: Int32Array,  # [Q]
    question_caps: Int32Array,  # [Q]
    question_precise: ByteArray,  # [Q], 0: recall alone
    selections: WordArray,  # [S], bit t: threshold t is part of the mean
    recalls: FloatArray,  # [R], ascending; none for the area under the envelope
    epsilon: float,
    sampled: Int32Array,  # images to draw from; unused where weights are given
    seed: int,
    first: int,  # number of the first replicate
    weights: ByteArray | None,  # [replicates, image_count]
    precision: FloatArray,  # [replicates, Q, S, K]
    recall: FloatArray,  # [replicates, Q, S, K]
    threads: int,
) -> None: ...
def score_images(
    columns: Columns,
    range: int,
    cap: int,
    recalls: FloatArray,  # [R], ascending; none for the area under the envelope
    epsilon: float,
    out: FloatArray,  # [image_count], NaN without truth
) -> None: ...
def bound_ties(
    scores: FloatArray,  # [N]
    offsets: Int64Array,  # [K + 1]
    truths: Int64Array,  # [K]
    recalls: FloatArray,  # [R], ascending; none for the area under the envelope
    epsilon: float,
    best_hits: WordArray,  # [N], bit t: true positive at threshold t
    best_misses: WordArray,  # [N]
    worst_hits: WordArray,  # [N]
    worst_misses: WordArray,  # [N]
    best: FloatArray,  # [K, T]
    worst: FloatArray,  # [K, T]
    nested: ByteArray,  # [K]: one order gives the bounds of all thresholds
    threads: int,
) -> None: ...
def order_ties(
    scores: FloatArray,  # [N]
    offsets: Int64Array,  # [K + 1]
    truths: Int64Array,  # [K]
    recalls: FloatArray,  # [R], ascending; none for the area under the envelope
    epsilon: float,
    keys: FloatArray,  # [N]: equal scores stand by these, the lowest first
    hits: WordArray,  # [N]
    misses: WordArray,  # [N]
    out: FloatArray,  # [K, T]
    threads: int,
) -> None: ...
def draw(
    sampled: Int32Array,
    seed: int,
    out: ByteArray,  # [replicates, image_count]
) -> None: ...
