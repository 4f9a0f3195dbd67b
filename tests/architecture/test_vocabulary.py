"""Terminal, page, notebook and docs say one thing by one name, that of the field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTEAD = {
    r"false (alarm|detection)s?": "false positive",
    r"true detections?": "true positive",
    r"(undetected|unfound|unmatched) truths?": "missed",
    r"insignificant": "not significant",
    r"p < 0\.\d+": "p < .001",
    r"p = 0\.\d+": "p = .020",
    r"object keypoint similarity \(IoU\)": "OKS",
}
# False alarms are what the curves of these fields are drawn against.
OF_ANOTHER_FIELD = ("docs/protocols/pedestrians.md", "evaluation/protocols/pedestrians/__init__.py")
PLACES = {
    "terminal, page and notebook": ("src/truebox", ("*.py", "*.js", "*.html")),
    "docs": ("docs", ("*.md",)),
    "README": (".", ("README.md",)),
}


def texts(folder: str, endings: tuple[str, ...]) -> list[Path]:
    found = [
        path
        for ending in endings
        for path in (ROOT / folder).glob(f"**/{ending}" if folder != "." else ending)
    ]
    return [path for path in found if not str(path).endswith(OF_ANOTHER_FIELD) and "_build" not in path.parts]


def others(text: str) -> list[str]:
    return [found.group(0) for word in INSTEAD for found in re.finditer(rf"(?i)\b{word}\b", text)]


@pytest.mark.parametrize("place", PLACES)
def test_the_words_of_the_field(place: str) -> None:
    held = texts(*PLACES[place])
    assert held
    found = {str(path.relative_to(ROOT)): others(path.read_text(encoding="utf-8")) for path in held}
    assert {name: words for name, words in found.items() if words} == {}


def test_another_word_would_be_found() -> None:
    assert others("Two False alarms, p < 0.001.") == ["False alarms", "p < 0.001"]
    assert others("Two false positives, p < .001, F1 < 0.1 and ap = 0.5.") == []
