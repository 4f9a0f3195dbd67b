"""Every relative link of a page leads to a file of the checkout, and to a heading that is there."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from project_tree import ROOT, listed, written_files

_FENCE = re.compile(r"^(`{3,}).*?^\1`*\s*?$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(
    r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|\b(?:src|href|srcset)=\"([^\"]+)\"|^\[[^\]]+\]:\s+(\S+)",
    re.MULTILINE,
)
_ANCHOR = re.compile(r"^\(([\w-]+)\)=$|\bid=\"([^\"]+)\"", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """What a link to a part of the page may say after its `#`: headings as they are shortened, and marks."""
    found = {mark for marks in _ANCHOR.findall(text) for mark in marks if mark}
    for heading in re.findall(r"^#+ (.*)$", _FENCE.sub("", text), re.MULTILINE):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        found.add(re.sub(r"[^\w\- ]", "", shown.strip().lower()).replace(" ", "-"))
    return found


def dead_links(root: Path) -> Iterator[str]:
    """Links of Markdown pages below `root` that lead nowhere in what somebody wrote."""
    files = {path.resolve() for path in written_files(root)}
    folders = {parent for path in files for parent in path.parents}
    for path in sorted(path for path in files if path.suffix == ".md"):
        text = path.read_text(encoding="utf-8")
        for link in map("".join, _LINK.findall(_FENCE.sub("", text))):
            if re.match(r"[a-z][a-z+.-]*:", link):
                continue
            name, _, part = link.partition("#")
            target = Path(os.path.normpath(path.parent / name)) if name else path
            if target not in files and target not in folders:
                yield f"{path.relative_to(root.resolve())}: {link}"
            elif part and target.suffix == ".md" and part not in anchors(target.read_text(encoding="utf-8")):
                yield f"{path.relative_to(root.resolve())}: {link}, no such heading"


def test_no_link_is_dead() -> None:
    dead = list(dead_links(ROOT))
    assert not dead, listed(dead)


@pytest.mark.parametrize(
    ("link", "dead"),
    [
        ("[a](b.md)", 0),
        ("[a](b.md#the-part)", 0),
        ("[a](#here)", 0),
        ("![a](made/a.svg)", 1),
        ('<img src="made/a.svg">', 1),
        ("[a]\n\n[a]: made/a.svg", 1),
        ("[a](b.md#another)", 1),
        ("```\n[a](nowhere.md)\n```", 0),
        ("[a](https://example.org/nowhere.md)", 0),
    ],
)
def test_what_is_dead(tmp_path: Path, link: str, dead: int) -> None:
    (tmp_path / "a.md").write_text(f"# Here\n\n{link}\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("# B\n\n## The `part`\n", encoding="utf-8")
    assert len(list(dead_links(tmp_path))) == dead
