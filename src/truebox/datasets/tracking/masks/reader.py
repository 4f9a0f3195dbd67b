"""Tracked masks of one side: text or pictures, their first frame, and how long each sequence is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._writing.counted import grouped
from truebox.datasets.formats.mot.sequences import described
from truebox.datasets.tracking.masks.pictures import read_mask_pictures
from truebox.datasets.tracking.masks.rows import CLASSES, IGNORED, MaskRows
from truebox.datasets.tracking.masks.text import read_mask_text
from truebox.records import Finding, Source, Tracks

if TYPE_CHECKING:
    from truebox.datasets.format import Role

__all__ = ["read_mask_tracks"]

_SEQMAP = "evaluate_mots.seqmap*"


def read_mask_tracks(source: Source, files: Mapping[str, Path], role: Role) -> Tracks:
    """The tracks of these files, or folders of pictures, by sequence.

    A truth in folders of its own (``SEQ/gt/gt.txt``) counts frames from 1, as MOTSChallenge does; another
    counts from 0 where a seqmap of KITTI lies beside it or a frame 0 occurs. Results count as their truth
    does, which only both sides together know: their ``first`` is 0, and their frames are those written.

    Examples
    --------
    >>> read_mask_tracks(Source("gt", "mots", "MOTS masks"), {}, "truth")
    <Tracks gt: 0 objects, 0 sequences>
    """
    rows = {
        name: read_mask_pictures(file) if file.is_dir() else read_mask_text(file)
        for name, file in files.items()
    }
    lengths = {name: _kitti_length(name, file) for name, file in files.items()}
    is_truth = role == "truth"
    first = _first(files, rows, lengths) if is_truth else 0
    sequences = []
    for name, file in files.items():
        told = described(file, name)
        seen = [max(rows[name].frame) + 1 - first] if rows[name].frame else []
        length = (told.believed_length(seen) or lengths[name]) if is_truth else 0
        sequences.append(rows[name].sequence(name, first=first, length=length, is_truth=is_truth))
    findings = () if is_truth else tuple(_of_no_class(source.name, rows.values()))
    return Tracks(source=source, sequences=tuple(sequences), classes=CLASSES, findings=findings)


def _of_no_class(name: str, rows: Iterable[MaskRows]) -> Iterator[Finding]:
    """Results of classes that no such benchmark has, which nobody evaluates."""
    other = [label for each in rows for label in each.label if label not in CLASSES and label != IGNORED]
    if other:
        known = " and ".join(f"{number} ({name})" for number, name in CLASSES.items())
        text = (
            f"{name} has {grouped(len(other), 'mask')} of classes that are none "
            f"({', '.join(map(str, sorted(set(other))[:3]))}): left out; those that count are {known}"
        )
        yield Finding("W-592", text, len(other))


def _first(files: Mapping[str, Path], rows: Mapping[str, MaskRows], lengths: Mapping[str, int]) -> int:
    if any(file.name == "gt.txt" for file in files.values()):
        return 1
    if any(lengths.values()):
        return 0
    if any(file.parent.name == "label_02" for file in files.values()):
        return 0
    return min((min(each.frame) for each in rows.values() if each.frame), default=1) and 1


def _kitti_length(name: str, file: Path) -> int:
    """Frames by a seqmap above the file (name, word, first, last); 0 where there is none."""
    for folder in file.absolute().parents[:3]:
        for listed in sorted(folder.glob(_SEQMAP)):
            for line in listed.read_text(encoding="utf-8", errors="replace").splitlines():
                found = re.fullmatch(r"(\d+)\s+\S+\s+(\d+)\s+(\d+)\s*", line)
                if found and f"{int(found[1]):04d}" == name:
                    return int(found[3]) + 1
    return 0
