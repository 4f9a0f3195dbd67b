# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.

from os import PathLike
from typing import TypeAlias

from typing_extensions import Buffer

from truebox.typing import ByteArray, FloatArray, Int64Array

# Why a text was declined, and the byte offset of the place.
Declined: TypeAlias = tuple[str, int]

# The distinct strings that ids are indices into; None for integer ids.
Names: TypeAlias = tuple[str, ...] | None

# image [N] and names, category [N] and names, boxes [N, 4] x y width height, scores [N]
PredictionArrays: TypeAlias = tuple[Int64Array, Names, Int64Array, Names, FloatArray, FloatArray]

# images: ids [I] and names, sizes [I, 2] width height, file names as one UTF-8 buffer, offsets [I + 1];
# categories: ids [K] and names of ids, their own names; annotations: image [N], category [N] and id [N],
# each with names, boxes [N, 4], area [N], area is missing [N], crowd [N], ignore [N]
TruthArrays: TypeAlias = tuple[
    Int64Array, Names, Int64Array, bytes, Int64Array,
    Int64Array, Names, tuple[str, ...],
    Int64Array, Names, Int64Array, Names, Int64Array, Names,
    FloatArray, FloatArray, ByteArray, ByteArray, ByteArray,
]  # fmt: skip

class PredictionsReading:
    # Starts reading in the background; threads <= 0: one per processor.
    def __init__(self, path: str | PathLike[str], threads: int) -> None: ...
    # Waits; the columns can be taken once.
    def take(self) -> PredictionArrays | Declined: ...

class TruthReading:
    def __init__(self, path: str | PathLike[str], threads: int) -> None: ...
    def take(self) -> TruthArrays | Declined: ...

def read_predictions_text(text: Buffer, threads: int) -> PredictionArrays | Declined: ...
def read_truth_text(text: Buffer, threads: int) -> TruthArrays | Declined: ...

# The first fault of a JSON text (grammar, UTF-8, keys twice in one object, depth), or None.
def find_fault(text: Buffer, max_depth: int) -> Declined | None: ...

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
