"""A family is a folder: three files of one folder that begin with the same word want to be one."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from project_tree import SOURCE

# "folder: word" -> why these stay side by side.
SIDE_BY_SIDE: dict[str, str] = {
    "boxes: box": "the room is about one thing, `box`; each of the others is one of its forms",
    "datasets/folders: picture": "what a folder of pictures is asked for: three steps of one way",
    "datasets/formats/yolo: label": "a label's text, table and geometry; the folder is the family",
    "datasets/texts: json": "three kinds of text stand side by side, a few files each",
    "diagnosis/equal_scores: tied": "what is tied, beside the ties themselves",
    "diagnosis/gating: gate": "the gate and what it reads; the folder is the family",
    "evaluation/protocols/presets/mmdet: mmdet": "a protocol is named as its file; the folder is the family",
    "diagnosis/suspects: suspect": "the two kinds of suspect and what they share; the folder is the family",
}


def families(folder: Path, suffixes: set[str], least: int = 3) -> dict[str, list[str]]:
    """``folder: word`` (relative to `folder`) to the files that share their first word."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        if path.suffix in suffixes and "__pycache__" not in path.parts and not path.name.startswith("__"):
            word = path.stem.lstrip("_").partition("_")[0]
            found[f"{path.parent.relative_to(folder).as_posix()}: {word}"].append(path.name)
    return {family: names for family, names in found.items() if len(names) >= least}


def test_a_family_of_modules_is_a_folder():
    found = families(SOURCE, {".py"})
    assert {family: names for family, names in found.items() if family not in SIDE_BY_SIDE} == {}


def test_no_excuse_outlives_its_family():
    assert set(SIDE_BY_SIDE) <= set(families(SOURCE, {".py"}))


def test_the_guard_notices_a_family(tmp_path):
    (tmp_path / "room").mkdir()
    for name in ("coco.py", "coco_rows.py", "_coco_head.py", "cocoa.py", "lvis_rows.py", "lvis_head.py"):
        (tmp_path / "room" / name).touch()
    assert families(tmp_path, {".py"}) == {"room: coco": ["_coco_head.py", "coco.py", "coco_rows.py"]}
