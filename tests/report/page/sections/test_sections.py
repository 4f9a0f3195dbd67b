"""What a section's script calls is its own, one of the page's frame, or the browser's."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

PAGES = Path(str(files("truebox.report"))) / "page"
FRAMES = {"": ("frame",), "tracks": ("frame", "tracks/frame"), "followed": ("frame", "followed/frame")}
SCRIPTS = sorted(
    path.relative_to(PAGES).as_posix()
    for page in FRAMES
    for path in (PAGES / page / "sections").glob("*/*.js")
)
OF_THE_BROWSER = frozenset(
    [
        *(
            "Array",
            "Blob",
            "Boolean",
            "DOMParser",
            "Date",
            "Error",
            "Float32Array",
            "Float64Array",
            "Image",
            "Map",
        ),
        *(
            "Int32Array",
            "Math",
            "Number",
            "Object",
            "Option",
            "Promise",
            "ResizeObserver",
            "Set",
            "String",
            "URL",
        ),
        *(
            "Uint32Array",
            "Uint8Array",
            "XMLSerializer",
            "addEventListener",
            "alert",
            "atob",
            "catch",
            "clearTimeout",
        ),
        *("cancelAnimationFrame", "fetch", "for", "function", "getComputedStyle", "if", "isFinite", "isNaN"),
        *(
            "matchMedia",
            "parseFloat",
            "parseInt",
            "requestAnimationFrame",
            "return",
            "setTimeout",
            "structuredClone",
        ),
        *("switch", "typeof", "while"),
    ]
)


def plain(text: str) -> str:
    """The script without comments and texts; what stands in templates stays."""
    return re.sub(r"//.*", "", re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text))


def declared(text: str) -> set[str]:
    names = set(re.findall(r"(?:function\*?|class|const|let)\s+(\w+)", text)) | set(
        re.findall(r"(\w+)\s*=>", text)
    )
    for inside in (
        *re.findall(r"(?:const|let)\s*[\[{]([^\]}=]*)[\]}]\s*=", text),
        *re.findall(r"\(([^()]*)\)\s*=>", text),
        *re.findall(r"function\s*\w*\s*\(([^)]*)\)", text),
    ):
        names |= set(re.findall(r"\w+", inside))
    return names


def called(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w.$])([A-Za-z_]\w*)\s*\((?!\d+,)", text))


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_function_is_there(script: str) -> None:
    page = script.partition("/")[0]
    frame = set().union(
        *(
            declared(plain(path.read_text(encoding="utf-8")))
            for at in FRAMES.get(page, FRAMES[""])
            for path in (PAGES / at).rglob("*.js")
        )
    )
    text = plain((PAGES / script).read_text(encoding="utf-8"))
    assert called(text) - declared(text) - frame - OF_THE_BROWSER <= {"rgba"}  # a colour of CSS


def test_a_foreign_function_is_seen() -> None:
    text = plain('const own = (a) => a;\nown(1); other(2); x.method(3); // not()\nown("text(4)");')
    assert called(text) - declared(text) == {"other"}
    assert len(SCRIPTS) > 15
