# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.

from os import PathLike
from typing import Any, TypeAlias

from typing_extensions import Buffer

from truebox.typing import AnyArray, ByteArray, FloatArray, Int64Array

# Why a text was declined, and the byte offset of the place.
Declined: TypeAlias = tuple[str, int]

# The distinct strings that ids are indices into; None for integer ids.
Names: TypeAlias = tuple[str, ...] | None

# image [N] and names, category [N] and names, boxes [N, 4] x y width height, scores [N]
# Ids and codes are int32 as long as they fit, else int64.
PredictionArrays: TypeAlias = tuple[AnyArray, Names, AnyArray, Names, FloatArray, FloatArray]

# images: ids [I] and names, sizes [I, 2] width height, file names as one UTF-8 buffer, offsets [I + 1];
# categories: ids [K] and names of ids, their own names; annotations: image [N], category [N] and id [N],
# each with names, boxes [N, 4], area [N], area is missing [N], crowd [N], ignore [N]; then the keys of images
# that say which protocol the truth was made for
TruthArrays: TypeAlias = tuple[
    Int64Array, Names, Int64Array, bytes, Int64Array,
    Int64Array, Names, tuple[str, ...],
    Int64Array, Names, Int64Array, Names, Int64Array, Names,
    FloatArray, FloatArray, ByteArray, ByteArray, ByteArray, tuple[str, ...],
]  # fmt: skip

class PredictionsReading:
    # Starts reading in the background; threads <= 0: one per processor.
    def __init__(self, path: str | PathLike[str], threads: int) -> None: ...
    # Blocks until it is done; the columns can be taken once.
    def take(self) -> PredictionArrays | Declined: ...

class TruthReading:
    def __init__(self, path: str | PathLike[str], threads: int) -> None: ...
    def take(self) -> TruthArrays | Declined: ...

def read_predictions_text(text: Buffer, threads: int) -> PredictionArrays | Declined: ...
def read_truth_text(text: Buffer, threads: int) -> TruthArrays | Declined: ...

# The first fault of a JSON text (grammar, UTF-8, keys twice in one object, depth), or None.
def find_fault(text: Buffer, max_depth: int) -> Declined | None: ...

# Where an array of JSON objects may be cut: behind one that ends `least` bytes or more behind `begin`, or at
# the array's closing bracket.
def after_objects(text: Buffer, begin: int, least: int) -> int: ...

# Of each word, of three letters of ASCII or more, whether it stands in the text.
def words_in(text: Buffer, words: list[str]) -> list[bool]: ...

# Pages of mapped memory that its file no longer has read as zeros as long as what is returned lives.
def guard_memory(text: Buffer) -> object: ...

# Rows of COCO objects separated by ", ", without brackets; names are JSON strings with quotes,
# or None for integer ids. Every number must be finite.
def format_predictions(
    image: Int64Array,  # [N]
    image_names: list[str] | None,
    category: Int64Array,  # [N]
    category_names: list[str] | None,
    boxes: FloatArray,  # [N, 4]
    scores: FloatArray,  # [N]
) -> bytes: ...
def format_annotations(
    id: Int64Array,  # [N]
    id_names: list[str] | None,
    image: Int64Array,  # [N]
    image_names: list[str] | None,
    category: Int64Array,  # [N]
    category_names: list[str] | None,
    boxes: FloatArray,  # [N, 4]
    area: FloatArray,  # [N]
    crowd: ByteArray,  # [N]
    ignore: ByteArray,  # [N]
) -> bytes: ...

# As PredictionArrays, then: has a box [N], kind [N], size [N, 2], text, end of each text [N], numbers,
# end of each part [P], parts up to each row [N]
MaskPredictionArrays: TypeAlias = tuple[
    Int64Array, Names, Int64Array, Names, FloatArray, FloatArray, ByteArray,
    ByteArray, Int64Array, ByteArray, Int64Array, FloatArray, Int64Array, Int64Array,
]  # fmt: skip

# As PredictionArrays, then: has a box [N], numbers, end of each row [N], num_keypoints or -1 [N]; or, packed:
# x and y [N, 2 K] in whole numbers of 1 / unit, third numbers [N, K], the unit, num_keypoints or -1 [N]
KeypointPredictionArrays: TypeAlias = tuple[
    Int64Array, Names, Int64Array, Names, FloatArray, FloatArray, ByteArray,
    FloatArray, Int64Array, Int64Array,
] | tuple[
    Int64Array, Names, Int64Array, Names, FloatArray, FloatArray, ByteArray,
    AnyArray, ByteArray, float, Int64Array,
]  # fmt: skip

# TruthArrays, then the same columns of masks or keypoints
ShapeTruthArrays: TypeAlias = tuple[Any, ...]

class MaskPredictionsReading:
    def __init__(self, path: str | PathLike[str], threads: int) -> None: ...
    def take(self) -> MaskPredictionArrays | Declined: ...

class KeypointPredictionsReading:
    def __init__(self, path: str | PathLike[str], threads: int) -> None: ...
    def take(self) -> KeypointPredictionArrays | Declined: ...

class MaskTruthReading:
    def __init__(self, path: str | PathLike[str], threads: int) -> None: ...
    def take(self) -> ShapeTruthArrays | Declined: ...

class KeypointTruthReading:
    def __init__(self, path: str | PathLike[str], threads: int) -> None: ...
    def take(self) -> ShapeTruthArrays | Declined: ...

def read_mask_predictions_text(text: Buffer, threads: int) -> MaskPredictionArrays | Declined: ...
def read_keypoint_predictions_text(text: Buffer, threads: int) -> KeypointPredictionArrays | Declined: ...
def read_mask_truth_text(text: Buffer, threads: int) -> ShapeTruthArrays | Declined: ...
def read_keypoint_truth_text(text: Buffer, threads: int) -> ShapeTruthArrays | Declined: ...

# The keys of the first object of a list, without those of empty lists; None where there is no such list.
def first_keys(path: str | PathLike[str]) -> list[str] | None: ...
def first_keys_of_text(text: Buffer) -> list[str] | None: ...

# The texts of some members of a JSON object; ValueError where one is missing.
def find_members(text: Buffer, members: list[str]) -> list[bytes]: ...

# The CRC-32C (Castagnoli) of some bytes.
def crc32c(bytes: Buffer) -> int: ...

# Of a TFRecord file of examples: width and height [2 I], names as one buffer and their ends [I]; of each
# object its picture and class [N], boxes x y width height [4 N], area or score [N], is_crowd difficult
# group_of [3 N] (int8, -1 where absent; none for detections); of each class in the order of its first
# object its label, whether it has one, and its text. None where anything is unusual, damaged or missing.
ExampleColumns: TypeAlias = tuple[
    Int64Array, bytes, Int64Array,
    Int64Array, Int64Array, FloatArray, FloatArray, AnyArray,
    Int64Array, ByteArray, tuple[bytes, ...],
]  # fmt: skip

def read_example_records(path: str | PathLike[str], detections: bool) -> ExampleColumns | None: ...

# Of a file that is an `Objects` message of the Waymo Open Dataset: whether it is whole; centre x y z, length,
# width, height, heading [7 N]; scores [N]; context, time, camera, type, level, points, in a zone without
# labels, and which of these are there (1 box, 2 score, 4 context, 8 time, 16 points, 32 camera) [8 N]; the
# contexts. None where the file is no regular one, is empty or cannot be read.
def read_labelled_objects(
    path: str | PathLike[str],
) -> tuple[bool, FloatArray, FloatArray, Int64Array, tuple[bytes, ...]] | None: ...
def read_labelled_objects_text(
    text: bytes | bytearray,
) -> tuple[bool, FloatArray, FloatArray, Int64Array, tuple[bytes, ...]]: ...
