"""Results of TAO: a list of boxes, each with the numbers of its picture, class and track."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_object import JsonObject
from truebox.datasets.texts.json_text import parse
from truebox.datasets.tracking.videos.tao.boxes import tao_box
from truebox.errors import InputError
from truebox.records import Source, TrackedSequence, Tracks

if TYPE_CHECKING:
    from truebox.typing import FloatArray, Int64Array

__all__ = ["read_tao_results"]

_UNSAID = -1
_LARGEST = 2**31
_Row = tuple[float, float, float, float]


class _Box(msgspec.Struct, gc=False):
    image_id: int
    category_id: int
    bbox: _Row
    score: float
    track_id: int
    video_id: int | None = None


class _Columns(NamedTuple):
    numbers: Int64Array  # [N, 4]: picture, class, track, video
    boxes: FloatArray
    score: FloatArray


def read_tao_results(path: Path, source: Source) -> Tracks:
    """All boxes as one sequence; only the truth knows which pictures are of which video.

    Raises
    ------
    InputError
        A value is missing or of another kind (E-440, E-441).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "found.json"
    ...     _ = file.write_text("[]")
    ...     read_tao_results(file, Source("found.json", "tao", "TAO tracks"))
    <Tracks found.json: 0 objects, 1 sequence>
    """
    text = read_bytes(path)
    columns = _plain(text)
    if columns is None:
        columns = _checked(parse(text, str(path)), path)
    image, label, track, video = columns.numbers.T
    count = len(columns.score)
    rows = TrackedSequence(
        name="",
        length=0,
        frame=np.zeros(count, dtype=np.int32),
        track=np.ascontiguousarray(track),
        boxes=columns.boxes,
        label=np.ascontiguousarray(label),
        score=columns.score,
        attributes={"image": image, "video": video, "entry": np.arange(count)},
        place=str(path),
        first=0,
    )
    return Tracks(source=source, sequences=(rows,), classes={}, pictured=True)


def _plain(text: bytes | bytearray) -> _Columns | None:
    """The columns of a list without any fault, read at once; else None."""
    try:
        held = msgspec.json.decode(text, type=list[_Box])
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    numbers = [
        (each.image_id, each.category_id, each.track_id, _UNSAID if each.video_id is None else each.video_id)
        for each in held
    ]
    try:
        whole = np.array(numbers, dtype=np.int64).reshape(-1, 4)
    except OverflowError:
        return None
    boxes = np.array([each.bbox for each in held], dtype=np.float64).reshape(-1, 4)
    score = np.array([each.score for each in held], dtype=np.float64)
    if (whole[:, :3] < 0).any() or (whole < _UNSAID).any() or (whole >= _LARGEST).any():
        return None
    finite = np.isfinite(boxes).all() and np.isfinite(score).all()
    return _Columns(whole, boxes, score) if finite and (boxes[:, 2:] >= 0).all() else None


def _checked(content: object, path: Path) -> _Columns:
    """The same value by value: the first that is wrong is named."""
    if not isinstance(content, list):
        raise InputError("E-440", str(path), "this is no list of boxes", "write [{...}, ...]")
    numbers, boxes, score = [], [], []
    for entry, value in enumerate(content):
        each = JsonObject(value, f"{path}[{entry}]")
        video = each.whole("video_id") if "video_id" in each else _UNSAID
        numbers.append((each.whole("image_id"), each.whole("category_id"), each.whole("track_id"), video))
        boxes.append(tao_box(each))
        score.append(each.number("score"))
    return _Columns(
        np.array(numbers, dtype=np.int64).reshape(-1, 4),
        np.array(boxes, dtype=np.float64).reshape(-1, 4),
        np.array(score, dtype=np.float64),
    )
