"""A room is entered through its ``__init__``; what goes past it stands in a list that only gets shorter."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from project_tree import SOURCE, listed

sys.path.insert(0, str(Path(__file__).parent))
from inside_imports import as_toml, flat, inside_names, listed_names

# No higher than today; whoever makes the list shorter lowers it.
LIMIT = 107

_MEND = (
    "import it from the room, or move it to where both may; then: python tests/architecture/inside_imports.py"
)


def test_no_file_goes_past_a_rooms_door_but_for_what_is_listed():
    new = flat(inside_names(SOURCE)) - flat(listed_names())
    assert not new, f"{_MEND}{listed(new)}"


def test_no_entry_of_the_list_is_stale():
    stale = flat(listed_names()) - flat(inside_names(SOURCE))
    assert not stale, f"python tests/architecture/inside_imports.py writes the list again{listed(stale)}"


def test_the_list_does_not_grow():
    assert len(flat(listed_names())) <= LIMIT


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    package = tmp_path / "planted"
    for room in ("boxes", "overlap", "_writing"):
        (package / room).mkdir(parents=True)
        (package / room / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package / "boxes" / "area.py").touch()
    (package / "_writing" / "counted.py").touch()
    return package


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("from planted.boxes.area import box_area", {"boxes.area.box_area"}),
        ("from planted.boxes import area", {"boxes.area.*"}),
        ("import planted.boxes.area", {"boxes.area.*"}),
        ("def late():\n    from planted.boxes.area import box_area", {"boxes.area.box_area"}),
        ("from planted.boxes import box_area", set()),
        ("from planted import boxes", set()),
        ("from planted._writing.counted import counted", set()),
    ],
)
def test_the_guard_notices_each_way_past_the_door(planted, statement, found):
    (planted / "overlap" / "iou.py").write_text(f"{statement}\n", encoding="utf-8")
    assert flat(inside_names(planted)) == found


def test_a_room_may_use_its_own_inside(planted):
    (planted / "boxes" / "clipping.py").write_text("from planted.boxes.area import x\n", encoding="utf-8")
    assert inside_names(planted) == {}


def test_the_written_list_reads_back(tmp_path):
    names = {"boxes": {"area": ["box_area"], "layouts": ["relayout", "to_corners"]}}
    (tmp_path / "list.toml").write_text(as_toml(names), encoding="utf-8")
    assert listed_names(tmp_path / "list.toml") == names
