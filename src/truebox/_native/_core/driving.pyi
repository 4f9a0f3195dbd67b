# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
# Arrays are C-contiguous.
from truebox.typing import ByteArray, FloatArray, Int32Array, Int64Array, WordArray

class Side:
    def __init__(
        self,
        rows: Int64Array,  # those of image i from offsets[i] to offsets[i + 1], in the order of the file
        offsets: Int64Array,  # [images + 1]
        boxes: FloatArray,  # [N, 4]: x, y, width, height
        space: FloatArray | None,  # [N, 7]: height, width, length, x, y, z, rotation about y
        angle: FloatArray,  # [N]
    ) -> None: ...

class CuboidDraws:
    def __init__(
        self,
        offsets: Int64Array,  # [K + 1]
        image: Int32Array,  # [N], by class and falling score
        hit: ByteArray,  # [N, T]
        errors: FloatArray,  # [N, E]
        recalls: FloatArray,  # [S], ascending
        epsilon: float,
        place: int,  # of the distance at which errors are added
        images: int,
    ) -> None: ...
    def read(
        self,
        weights: Int64Array,  # [images]
        truths: Int64Array,  # [K]; where there is none, nothing is written
        precision: FloatArray,  # [K, T, S], out
        sums: FloatArray,  # [K, E], out
        found: Int64Array,  # [K], out
    ) -> None: ...

class CenterDraws:
    def __init__(
        self,
        offsets: Int64Array,  # [K + 1]
        score: FloatArray,  # [N], by class, in the order in which they ask
        image: Int32Array,  # [N]
        hit: ByteArray,  # [N, T]
        errors: FloatArray,  # [N, E], NaN where unknown
        recalls: FloatArray,  # [S], ascending
        near: float,  # a recall this little short of one is that one
        by_recall: bool,  # errors are read at recalls; else at the scores that stand there
        place: int,  # of the distance at which errors are read; none where it is not a distance
        images: int,
    ) -> None: ...
    def read(
        self,
        weights: Int64Array,  # [images]
        truths: Int64Array,  # [K]
        precision: FloatArray,  # [K, T, S], out
        errors: FloatArray,  # [K, E, S], out, of classes with hits
        whole: FloatArray,  # [K, E], out, of classes with hits
        last: Int64Array,  # [K], out, -1 without hits
    ) -> None: ...

class StepDraws:
    def __init__(
        self,
        offsets: Int64Array,  # [K + 1]
        image: Int32Array,  # [N], by class and falling score
        counted: ByteArray,  # [N], 1: true or false, 2: true
        adds: FloatArray | None,  # [N], how far each is right; None: as a true one
        sample_offsets: Int64Array,  # [K + 1]
        sample_image: Int32Array,  # [S], of scores that may become thresholds
        sample_end: Int64Array,  # [S], the row behind the last of its score
        images: int,
    ) -> None: ...
    def read(
        self,
        weights: Int64Array,  # [images], at least 0
        truths: Int64Array,  # [K]; without any the curve is 0
        curve: FloatArray,  # [K, 41], out
    ) -> None: ...

def match_driving(
    found: Side,
    score: FloatArray,  # [D]
    found_class: Int32Array,  # [D], -1: another class
    truth: Side,
    counts_for: Int32Array,  # [G], -1: no class
    neutral_for: Int32Array,  # [G], -1: no class
    area: ByteArray,  # [G]
    ignored: WordArray,  # [G], a bit for each set
    thresholds: FloatArray,  # [K]
    least: FloatArray,  # [S]
    flags: ByteArray,  # [D, S, 3], out, zeros: picture, ground, space; 1 hit, 2 false, 4 sampled
    likeness: FloatArray,  # [D, S], out, zeros
    partner: Int64Array,  # [D], out, -1
    threads: int,
) -> None: ...
def match_centers(
    found: FloatArray,  # [D, 2 or 3], by group, in the order in which they ask
    found_offsets: Int64Array,  # [groups + 1]
    truth: FloatArray,  # [G, 2 or 3], by group
    true_offsets: Int64Array,  # [groups + 1]
    limits: FloatArray,  # [T]: a pair must be nearer
    once: bool,  # an object is the first's whose nearest it is
    taken: Int64Array,  # [D, T], out, -1: place of the object
    threads: int,
) -> None: ...
def match_assigned(
    found: FloatArray,  # [D, 4]: x, y, width, height; or [D, 7] as of `Side`; by group and falling band
    found_offsets: Int64Array,  # [groups + 1]
    truth: FloatArray,  # [G, 4 or 7], by group
    true_offsets: Int64Array,  # [groups + 1]
    heading: FloatArray,  # [D], radians
    true_heading: FloatArray,  # [G]
    band: Int64Array,  # [D]
    row: Int64Array,  # [D]: place in the file
    excused: ByteArray,  # [D], 1: never false
    easy: ByteArray,  # [G], 1: missed at the lower level too, where nothing finds it
    found_within: ByteArray,  # [D], bits of ranges
    true_within: ByteArray,  # [G]
    thresholds: FloatArray,  # [groups]
    view: int,  # 0 picture, 1 ground, 2 space
    added: FloatArray,  # [R, D, 4], out, zeros, 1 to 8 ranges: found, false, headings, easy ones found
    taken: Int64Array,  # [D], out, -1: place of the object in the first range
    hits: WordArray,  # [D], out, zeros: bit 2 r found in range r, 2 r + 1 an easy object
    counted: WordArray,  # [D], out, zeros: found or false
    threads: int,
) -> None: ...
