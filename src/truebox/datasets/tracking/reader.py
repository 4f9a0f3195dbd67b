"""Rows of tracks out of text files: natively where they are plain, else line by line, naming faults."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._writing.saying import say
from truebox.datasets.format import Role
from truebox.datasets.formats.kitti.format import FORMAT as KITTI
from truebox.datasets.formats.mot.classes import CLASSES
from truebox.datasets.formats.mot.format import FORMAT as MOT
from truebox.datasets.formats.mot.sequences import described
from truebox.datasets.formats.mot.ten_columns import ten_columns_disagree, ten_columns_say_classes
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.label_lines import are_numbers, label_lines, number_of, whole_of
from truebox.datasets.texts.packed import without_packing
from truebox.datasets.tracking import masks, tables, videos
from truebox.datasets.tracking.frame_numbers import refuse_far_frames
from truebox.datasets.tracking.layout import track_files, why_none
from truebox.datasets.tracking.nothing_found import holds_nothing
from truebox.datasets.tracking.seqmaps import seqmap_of
from truebox.datasets.tracking.tables.telling import names_of_table
from truebox.datasets.tracking.texts_ahead import read_texts, text_files
from truebox.datasets.tracking.videos.telling import (
    are_instances,
    has_tracked_boxes,
    is_cvat_video,
    is_frame_list,
    is_instance_results,
    is_tracked_boxes,
)
from truebox.datasets.tracking.visdrone_columns import are_visdrone_columns, as_visdrone
from truebox.errors import InputError
from truebox.records import Source, TrackedSequence, Tracks

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from truebox.typing import AnyArray, FloatArray, Int64Array

__all__ = ["TrackTexts", "read_track_texts", "read_tracks"]

_KITTI = ("car", "van", "truck", "pedestrian", "person", "cyclist", "tram", "misc", "dontcare")
_KITTI_WORDS = {
    **{word: number for number, word in enumerate(_KITTI)},
    "person_sitting": _KITTI.index("person"),
    "person sitting": _KITTI.index("person"),
}
_NAMES = ("left", "top", "width", "height")
_MORE = ("confidence", "class", "visibility", "number")
_Read = tuple["AnyArray", "Int64Array", "FloatArray", "list[FloatArray]"]
TrackTexts: TypeAlias = "dict[Path, _Read | None]"
"""Rows of text files; None where a file is to be read line by line."""


@refuses_other_kinds
def read_tracks(
    path: Path,
    role: Role = "truth",
    *,
    threads: int | None = None,
    name: str | None = None,
    texts: TrackTexts | None = None,
) -> Tracks:
    """The tracks of one side.

    Parameters
    ----------
    path : Path
        As `truebox.datasets.tracking.layout.track_files` takes it, a JSON file of YouTube-VIS or TAO, or a
        table with columns of frames, ids and boxes.
    role : {"truth", "predictions"}
        Truth of ten columns, of MOT15, has world coordinates where results of ten have the class; unless
        all are classes, then visibilities from 0 to 1, and -1 at last.
    threads : int or None
        That read files.
    name : str, optional
        The path as it was given.
    texts : mapping of Path to rows, optional
        Files that `read_track_texts` has read; they are taken out of it.

    Returns
    -------
    Tracks

    Raises
    ------
    InputError
        There are none (E-581), or a line is wrong: E-421, E-422, E-435.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "S-01.txt"
    ...     _ = file.write_text("1,7,10,10,5,5,1,-1,-1,-1")
    ...     side = read_tracks(file)
    >>> side.sequences[0].name, side.sequences[0].track.tolist()
    ('S-01', [7])
    """
    if role == "predictions" and holds_nothing(path):
        given = str(path) if name is None else name
        return Tracks(source=Source(given, "nothing", "nothing found", path), sequences=(), classes={})
    if is_frame_list(path) or (path.is_file() and videos.is_frame_file(path)):
        given = str(path) if name is None else name
        return videos.read_frame_list(Source(given, "bdd100k", "BDD100K tracks", path, "xyxy"), path)
    if without_packing(path.name).endswith(".json"):
        alike, other = (
            (is_tracked_boxes, is_instance_results)
            if role == "predictions"
            else (has_tracked_boxes, are_instances)
        )
        reader = videos.read_tao if alike(path) and not other(path) else videos.read_instances
        return reader(path, role, str(path) if name is None else name)
    if is_cvat_video(path):
        return videos.read_cvat_video(path, str(path) if name is None else name)
    columns = names_of_table(path)
    if columns is not None and not are_numbers(columns[:6]):
        return tables.read_track_table(
            path, columns, role, str(path) if name is None else name, threads=threads
        )
    found = track_files(path)
    if found is None:
        problem = why_none(path)
        fix = "give a folder with SEQ/gt/gt.txt or SEQ.txt, lines frame, track, left, top, width, height, ..."
        raise InputError("E-581", str(path), problem, fix)
    files = found.files
    chosen = seqmap_of(path, files) if role == "truth" else None
    given = str(path) if name is None else name
    if found.kind == "masks":
        side = masks.read_mask_tracks(Source(given, "mots", "MOTS masks", path), files, role)
    elif found.kind == "frames":
        source = Source(given, "bdd100k", "BDD100K tracks", path, "xyxy")
        side = videos.read_scalabel_tracks(source, files)
    elif found.kind == "palettes":
        side = masks.read_palettes(Source(given, "davis", "DAVIS masks", path), files, role)
    elif found.kind == "corners":
        source = Source(given, KITTI.name, "KITTI tracking", path, "xyxy")
        sequences = tuple(_kitti_sequence(each, file, role) for each, file in files.items())
        side = Tracks(source=source, sequences=sequences, classes=dict(enumerate(_KITTI)), layout="xyxy")
    else:
        source = Source(given, MOT.name, f"{MOT.title} tracks", path, "xywh")
        texts = {} if texts is None else texts
        texts |= _texts([file for file in files.values() if file not in texts], threads)
        side = _mot_tracks(source, files, texts, role)
    return replace(side, chosen=chosen)


@refuses_other_kinds
def read_track_texts(paths: Iterable[Path], threads: int | None = None) -> TrackTexts:
    r"""The text files of several sides, read together: threads share the files of all.

    Parameters
    ----------
    paths : iterable of Path
        As `read_tracks` takes them; what is no text of MOTChallenge is passed over.
    threads : int or None
        That read files.

    Returns
    -------
    dict
        Of each file its rows, for `read_tracks`; None where it has to be read line by line.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "S-01.txt"
    ...     _ = file.write_text("1,7,10,10,5,5,1,-1,-1,-1\n")
    ...     texts = read_track_texts([file])
    ...     read_tracks(file, "predictions", texts=texts).sequences[0].track.tolist(), texts
    ([7], {})
    """
    return _texts(text_files(paths), threads)


def _texts(files: Iterable[Path], threads: int | None) -> TrackTexts:
    distinct = list(dict.fromkeys(files))
    return dict(zip(distinct, read_texts(distinct, threads), strict=True))


def _mot_tracks(source: Source, files: dict[str, Path], texts: TrackTexts, role: Role) -> Tracks:
    plain = [texts.pop(file) for file in files.values()]
    read = [
        _by_line(file) if rows is None else rows for file, rows in zip(files.values(), plain, strict=True)
    ]
    saying = [_rows_of_classes(rows) if role == "truth" else 0 for rows in read]
    ten_of_nine = [0 < count == len(rows[0]) for count, rows in zip(saying, read, strict=True)]
    of_visdrone = role == "truth" and not any(ten_of_nine) and _are_of_visdrone(read)
    classed = (2, 3, 4) if of_visdrone or role == "predictions" else (2, 3)
    sequences, named = [], False
    for (name, file), (numbers, track, boxes, more), cut in zip(
        files.items(), read, ten_of_nine, strict=True
    ):
        count = len(numbers)
        columns = [
            np.broadcast_to(each, count) if len(each) == 1 else each for each in more[: 3 if cut else 4]
        ]
        told = described(file, name)
        frame = _from_zero(numbers, told.length, file, role)
        has_classes = len(columns) in classed
        label = _labels(columns[1], file) if has_classes else np.broadcast_to(np.int64(-1), count)
        named = named or (has_classes and bool((label >= 0).any()))
        sequences.append(
            TrackedSequence(
                name=name,
                length=told.believed_length([int(frame.max()) + 1] if count else []),
                frame=frame,
                track=track,
                boxes=boxes.reshape(-1, 4),
                label=label,
                score=_scores(columns[0], role) if columns else np.broadcast_to(np.float64(1), count),
                attributes={"visibility": _visibility(columns[2])} if len(columns) == 3 else {},
                place=str(file),
            )
        )
    side = Tracks(
        source=source,
        sequences=tuple(sequences),
        classes=dict(enumerate(CLASSES, start=1)),
        named_classes=named,
    )
    if of_visdrone:
        return as_visdrone(side)
    counts = zip(files.values(), saying, read, strict=True)
    said = [
        each for file, count, rows in counts for each in ten_columns_disagree(str(file), count, len(rows[0]))
    ]
    return replace(side, findings=(*side.findings, *said)) if said else side


def _are_of_visdrone(files: Sequence[_Read]) -> bool:
    """Whether every file that has rows has the columns of VisDrone, and some row a category."""
    held = [rows[3] for rows in files if len(rows[0])]
    return all(map(are_visdrone_columns, held)) and any(bool((columns[1] > 0).any()) for columns in held)


def _rows_of_classes(rows: _Read) -> int:
    """How many rows of ten columns can be the nine of MOT17 and a -1, and none a place in the world."""
    if len(rows[3]) != 4:
        return 0
    _, label, visible, last = rows[3]
    known = ten_columns_say_classes(label, visible, last) & (label <= len(CLASSES))
    return int(np.count_nonzero(np.broadcast_to(known, len(rows[0]))))


def _scores(values: AnyArray, role: Role) -> AnyArray:
    """As numbers with fractions; flags of a truth stay in as little memory as they were read into."""
    return values if role == "truth" else values.astype(np.float64, copy=False)


def _visibility(values: AnyArray) -> AnyArray:
    """In half the memory, where what is visible at all stays so."""
    if values.dtype == np.float32:
        return values
    short = values[:1].astype(np.float32) if values.strides == (0,) else values.astype(np.float32)
    if ((short > 0) != (values > 0)).any():
        return values
    return np.broadcast_to(short, len(values)) if values.strides == (0,) else short


def _labels(values: AnyArray, file: Path) -> AnyArray:
    """Classes as whole numbers, small ones in little memory."""
    if values.dtype == np.int16:
        return values
    labels = values[:1] if values.strides == (0,) else values
    whole = labels.astype(np.int64)
    if (whole != labels).any():
        row = int(np.argmax(whole != labels))
        problem = f"class is {labels[row]!r}, not a whole number"
        raise InputError("E-422", f"{file} row {row + 1}", problem, "repair such lines")
    if values.strides == (0,):
        return np.broadcast_to(whole, len(values))
    small: AnyArray = whole.astype(np.int16)
    return small if (small == whole).all() else whole


def _from_zero(frame: AnyArray, length: int, file: Path, role: Role) -> AnyArray:
    if len(frame) == 0:
        return frame
    refuse_far_frames(frame, lambda row: f"{file} row {row + 1}")
    low, high = int(frame.min()), int(frame.max())
    if role == "predictions":  # refused where sides meet, unless an offset mends it
        low = max(low, 1)
    if low < 1 or (length and high > length):
        row = int(np.argmin(frame) if low < 1 else np.argmax(frame))
        last = f" to {length}" if length else ""
        problem = f"frame {low if low < 1 else high} is not in 1{last}"
        fix = "count frames from 1" if low < 1 else "correct seqLength in seqinfo.ini, or remove such lines"
        raise InputError("E-435", f"{file} row {row + 1}", problem, fix, row=row)
    frame -= np.int32(1)  # in place: nobody else holds what was read
    return frame


def _by_line(file: Path) -> _Read:
    """The same of a text that is not plain: lines of several lengths, or with a fault, which is named."""
    frame, track, boxes = [], [], []
    more: list[list[float]] = []
    for place, words in label_lines(file, _delimiter(file)):
        if not 6 <= len(words) <= 10:
            problem = f"the line has {len(words)} columns, need 6 to 10"
            fix = "write frame, track, left, top, width, height, confidence"
            raise InputError("E-421", place, problem, fix)
        frame.append(_frame_number(words[0], place))
        track.append(whole_of(words[1], place, "track"))
        boxes.append([number_of(word, place, what) for word, what in zip(words[2:6], _NAMES, strict=True)])
        more.append([number_of(word, place, what) for word, what in zip(words[6:], _MORE, strict=False)])
    if len(more) > 1 and len(more[-1]) < len(more[-2]) and not _ends_with_line(file):
        problem = f"the text ends inside a line, of which {6 + len(more[-1])} columns are there"
        raise InputError("E-421", place, problem, "the file was cut short: copy or write it again")
    width = min(map(len, more), default=0)
    columns = [np.array([row[k] for row in more]) for k in range(width)]
    return (
        np.array(frame, dtype=np.int32),
        np.array(track, dtype=np.int64),
        np.array(boxes, dtype=np.float64).reshape(-1),
        columns,
    )


def _ends_with_line(file: Path) -> bool:
    return bytes(read_bytes(file)[-1:]) in b"\r\n"


def _frame_number(word: str, place: str) -> int:
    number = whole_of(word, place, "frame")
    if abs(number) >= 1 << 31:
        raise InputError("E-435", place, f"frame {number} is in no video", "count frames from 1")
    return number


def _delimiter(file: Path) -> str | None:
    with file.open("rb") as stream:
        return "," if b"," in stream.read(1 << 12) else None


def _kitti_sequence(name: str, file: Path, role: Role) -> TrackedSequence:
    """KITTI counts frames from 0 and has corners, not sizes."""
    rows: dict[str, list[Any]] = {
        key: [] for key in ("frame", "track", "label", "truncated", "occluded", "box")
    }
    scores = []
    for place, words in label_lines(file):
        if not 17 <= len(words) <= 18:
            problem = f"the line has {len(words)} columns, need 17 or 18"
            raise InputError(
                "E-421", place, problem, "write frame, track, type, truncated, occluded, alpha, ..."
            )
        label = _KITTI_WORDS.get(words[2].lower())
        if label is None:
            known = ", ".join(_KITTI)
            raise InputError(
                "E-429", place, f"the class {say(words[2])} is none of KITTI", f"use one of {known}"
            )
        frame = _frame_number(words[0], place)
        if frame < 0 and role == "truth":  # others are refused where sides meet, unless an offset mends it
            raise InputError("E-435", place, f"frame {frame} is before 0", "count frames from 0")
        rows["frame"].append(frame)
        rows["track"].append(whole_of(words[1], place, "track"))
        rows["label"].append(label)
        rows["truncated"].append(number_of(words[3], place, "truncated"))
        rows["occluded"].append(number_of(words[4], place, "occluded"))
        rows["box"].append([number_of(word, place, "box") for word in words[6:10]])
        scores.append(number_of(words[17], place, "score") if len(words) == 18 else 1.0)
    frames = np.array(rows["frame"], dtype=np.int32)
    refuse_far_frames(frames, lambda row: f"{file} row {row + 1}")
    return TrackedSequence(
        name=name,
        length=_kitti_length(name, file),
        frame=frames,
        track=np.array(rows["track"], dtype=np.int64),
        boxes=np.array(rows["box"], dtype=np.float64).reshape(-1, 4),
        label=np.array(rows["label"], dtype=np.int64),
        score=np.array(scores, dtype=np.float64),
        attributes={
            **{key: np.array(rows[key], dtype=np.float64) for key in ("truncated", "occluded")},
            "region": np.array(rows["label"], dtype=np.int64) == _KITTI.index("dontcare"),
        },
        place=str(file),
        first=0,
    )


def _kitti_length(name: str, file: Path) -> int:
    """Frames by a seqmap beside the labels (name, word, first, last); 0 where there is none."""
    for folder in file.absolute().parents[:3]:
        for listed in sorted(folder.glob("evaluate_tracking.seqmap*")):
            for line in listed.read_text(encoding="utf-8", errors="replace").splitlines():
                found = re.fullmatch(r"(\S+)\s+\S+\s+(\d+)\s+(\d+)\s*", line)
                if found and found[1] == name:
                    return int(found[3])
    return 0
