"""What of a room's inside other rooms use: names that they import past its ``__init__``.

``python tests/architecture/inside_imports.py`` writes the list again (`inside.toml`), after names were moved.
The list may only get shorter: `tests/architecture/test_inside_imports.py` holds its length.
"""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "made"))
from project_tree import SOURCE
from source_imports import dotted, home_of, imports_of, modules_of

LIST = Path(__file__).with_name("inside.toml")

# Ground: what every room stands on. Its modules are what one imports.
GROUND = {"_native", "_writing"}

Inside = dict[str, dict[str, list[str]]]

_HEAD = """\
# Names of a room's inside that other rooms import: room -> module -> names. Who changes one of them changes
# other rooms. The list may only get shorter; after moving a name, write it again:
#   python tests/architecture/inside_imports.py
"""


def inside_names(package: Path) -> Inside:
    """Room to module to the names that other rooms import from it past the room's ``__init__``."""
    rooms = {path.parent.name for path in package.glob("*/__init__.py")} - GROUND
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for path in modules_of(package):
        own_room = dotted(path, package).partition(".")[0]
        for taken in imports_of(path, package):
            home = home_of(taken, package) if taken.ours else ""
            room, _, module = home.partition(".")
            if module and room in rooms and room != own_room:
                found[room][module].add(taken.name if home == taken.module and taken.name else "*")
    return {
        room: {module: sorted(names) for module, names in sorted(modules.items())}
        for room, modules in sorted(found.items())
    }


def listed_names(path: Path = LIST) -> Inside:
    """The list as it is written down."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def flat(inside: Inside) -> set[str]:
    """``room.module.name`` of every name; ``*`` is the module itself."""
    return {
        f"{room}.{module}.{name}"
        for room, modules in inside.items()
        for module, names in modules.items()
        for name in names
    }


def as_toml(inside: Inside) -> str:
    """The list as text."""
    text = _HEAD
    for room, modules in inside.items():
        text += f"\n[{room}]\n"
        for module, names in modules.items():
            quoted = ", ".join(f'"{name}"' for name in names)
            text += f'"{module}" = [{quoted}]\n'
    return text


if __name__ == "__main__":
    now = inside_names(SOURCE)
    LIST.write_text(as_toml(now), encoding="utf-8")
    print(f"{len(flat(now))} names in {LIST.name}; LIMIT in test_inside_imports.py may be no higher")
