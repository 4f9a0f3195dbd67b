"""The project's text is for everybody: nobody's machine in it, no trace of how the work was organised."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from project_tree import ROOT, listed, written_files

# Square brackets keep each pattern from matching its own text.
PRIVATE = {
    "a path of somebody's machine": re.compile(r"(?<![\w.$}~])[/](?:root|home|Users|work|opt)[/][\w.]"),
    "a path in somebody's temporary folder": re.compile(r"(?<![\w.$}])[/]tmp[/](?:venv|base|bench)"),
    "an issue number": re.compile(r"\b[iI]ssue[ ]#?\d"),
    "a way of working": re.compile(r"\b[wW]ork[t]rees?\b"),
    "a note for later": re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X])\b"),
}
# "owner/name issue 8887" names a public source; a bare number means nothing to a reader.
_CITATION = re.compile(r"[\w.-]+/[\w.-]+ (?:issue )?#?\d+")
_TEXT = {".py", ".pyi", ".md", ".toml", ".txt", ".cpp", ".hpp", ".cmake", ".json", ".yml", ".cfg", ".svg", ""}


def private_text(files: list[Path]) -> list[str]:
    """``file:line: what`` for every line that only makes sense on one machine or to one team."""
    found = []
    for path in files:
        if path.suffix not in _TEXT:
            continue
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate((_CITATION.sub("", line) for line in lines), start=1):
            found += [
                f"{path.name}:{number}: {what}" for what, pattern in PRIVATE.items() if pattern.search(line)
            ]
    return found


def test_no_file_speaks_of_a_private_machine_or_process():
    found = private_text(written_files(ROOT))
    assert not found, listed(found)


@pytest.mark.parametrize(
    "line",
    [
        "see /" + "home/ann/x",
        "cd /" + "root/.cache",
        "/" + "tmp/venv-x/bin",
        "is" + "sue 7",
        "my work" + "tree",
        "TO" + "DO: mend",
    ],
)
def test_the_guard_notices_private_text(tmp_path, line):
    file = tmp_path / "notes.md"
    file.write_text(f"fine\n{line}\n", encoding="utf-8")
    found = private_text([file])
    assert len(found) == 1
    assert found[0].startswith("notes.md:2: ")


@pytest.mark.parametrize(
    "line",
    [
        "https://example.org/home/page",
        "src/work/x.py",
        "${HOME}/x",
        "the tissue 7",
        "(owner/name issue 8887)",
    ],
)
def test_the_guard_lets_public_text_pass(tmp_path, line):
    file = tmp_path / "notes.md"
    file.write_text(line, encoding="utf-8")
    assert private_text([file]) == []
