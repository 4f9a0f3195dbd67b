"""Every error and warning code in the source is registered, and every registered code is in use."""

from __future__ import annotations

import re
from pathlib import Path

from project_tree import SOURCE, listed, python_files

from truebox.codes import CODES

_CODE = re.compile(r"\b[EW]-\d{3}\b")


def codes_in(files: list[Path]) -> dict[str, set[str]]:
    """Code -> names of the files that mention it."""
    found: dict[str, set[str]] = {}
    for path in files:
        for code in _CODE.findall(path.read_text(encoding="utf-8")):
            found.setdefault(code, set()).add(path.name)
    return found


def unregistered(used: dict[str, set[str]], registered: dict[str, object]) -> dict[str, set[str]]:
    """Codes that are used but not explained anywhere."""
    return {code: files for code, files in used.items() if code not in registered}


def _used() -> dict[str, set[str]]:
    return codes_in([path for path in python_files(SOURCE) if path.parent.name != "codes"])


def test_every_code_in_the_source_is_registered():
    missing = unregistered(_used(), CODES)
    assert not missing, listed(missing.items())


def test_every_registered_code_is_in_use():
    unused = set(CODES) - set(_used())
    assert not unused, listed(unused)


def test_the_guard_notices_an_unregistered_code(tmp_path):
    file = tmp_path / "reader.py"
    file.write_text("raise InputError('E-999', ...)\n", encoding="utf-8")
    assert unregistered(codes_in([file]), {"E-101": None}) == {"E-999": {"reader.py"}}
