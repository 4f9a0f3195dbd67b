# Stubs of the compiled submodule; shapes and dtypes are in the comments beside each function.
from collections.abc import Sequence
from os import PathLike
from typing import Any

from truebox.typing import AnyArray, ByteArray, FloatArray, Int64Array

class TrackRows:
    def __init__(
        self,
        frame: AnyArray,  # int32 [N], from 0
        track: Int64Array,  # [N]
        boxes: FloatArray,  # [N, 4]; [0, 4] where similarities are given
        role: ByteArray,  # [N]; of truth bits 1 counts, 2 removes; of predictions 1 left out unless assigned
    ) -> None: ...

class TrackSequence:
    def __init__(
        self,
        truth: TrackRows,
        predictions: TrackRows,
        frames: int,
        similarities: FloatArray,  # of every frame [truths * predictions], one after another; or none
    ) -> None: ...

class TrackRules:
    def __init__(
        self,
        *,
        corners: bool,
        ids_of_kept: bool,  # an id may come twice in a frame, if at most one of the rows is evaluated
        by_content: bool,
        epsilon: float,
        beforehand: float,
        unassigned: float,
        threshold: float,
        carries_memory: bool,
        gaps_of_tracker: bool,
        mostly_includes: bool,
        measures_vace: bool,
        alphas: FloatArray,  # ascending
    ) -> None: ...

# Of each sequence its sums by name, or (of the truth, first row, second row) of a track twice in a frame.
def evaluate_tracks(
    sequences: Sequence[TrackSequence], rules: TrackRules, threads: int
) -> list[dict[str, Any] | tuple[bool, int, int]]: ...

# Of each file frame [N] int32, track [N], boxes [4 N] and up to four further columns [N], or [1] where all
# are equal; None where it is not plain and the general reader has to judge.
def read_track_files(
    files: Sequence[str | PathLike[str]], threads: int
) -> list[tuple[AnyArray, Int64Array, FloatArray, list[FloatArray]] | None]: ...

# The column of each row at the least total cost; of equal ones that which SciPy's order of decisions finds.
def assign_by_paths(
    costs: FloatArray,  # [rows, columns], finite, at least as many columns as rows
) -> AnyArray: ...

class TetaSide:
    def __init__(
        self,
        frame: AnyArray,  # int32 [N], from 0
        track: Int64Array,  # [N]
        boxes: FloatArray,  # [N, 4]: x, y, width, height
        label: Int64Array,  # [N]
    ) -> None: ...

class TetaSequence:
    def __init__(
        self,
        truth: TetaSide,
        predictions: TetaSide,
        frames: int,
        classes: Int64Array,  # those that are evaluated, ascending
    ) -> None: ...

# Of each sequence its sums by name, [classes * alphas] with those of the first class first; None where a
# track is twice in a frame.
def measure_teta(
    sequences: Sequence[TetaSequence],
    *,
    alphas: FloatArray,  # ascending
    first_of_classes: int,  # from this alpha on classes are compared: Cls_* are [classes * (alphas - first)]
    epsilon: float,
    every_frame: bool,  # those without any truth are looked at too
    threads: int,
) -> list[dict[str, FloatArray] | None]: ...
