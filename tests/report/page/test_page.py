"""The page as a file: complete, harmless, within its budget."""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import re
import warnings
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from truebox.errors import ArgumentError, TrueboxWarning
from truebox.evaluation import Result, evaluate
from truebox.generation import make_world, write_world
from truebox.report import to_page, write_page
from truebox.report.page import assembly

HOSTILE = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(2)>", "\u2028'\"&<!--", "猫"]


@pytest.fixture(autouse=True)
def small_plotly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real one has 4.7 MB, and need not be installed here."""
    monkeypatch.setattr(assembly, "plotly_script", lambda: "/* plotly */")


@functools.cache
def results(count: int = 2) -> tuple[Result, ...]:
    world = make_world(12, seed=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        made = [evaluate(world.truth, found) for found in world.predictions]
    return tuple(made[place % 2] for place in range(count))


def hostile_result() -> Result:
    box = {"image_id": 1, "bbox": [1, 1, 9, 9]}
    truth = {
        "images": [{"id": 1, "file_name": HOSTILE[1]}],
        "categories": [{"id": place, "name": name} for place, name in enumerate(HOSTILE)],
        "annotations": [{"id": 1, "category_id": 1, "area": 81, "iscrowd": 0, **box}],
    }
    return evaluate(truth, [{"category_id": 0, "score": 0.5, **box}], mode="corrected")


class Elements(HTMLParser):
    """Tags with their attributes, and the text of scripts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.title = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}", {}))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script":
            self.scripts[-1] += data
        if self.tags and self.tags[-1][0] == "title":
            self.title += data.strip()


def data_of(page: str, part: str = "data") -> dict[str, Any]:
    held = re.search(rf'<script type="application/json" id="{part}">(.*?)</script>', page, re.DOTALL)
    assert held is not None
    data: dict[str, Any] = json.loads(held[1])
    return data


def images_of(page: str) -> list[dict[str, Any]]:
    images: list[dict[str, Any]] = data_of(page, "rest")["images"]["images"]
    return images


def test_only_own_scripts_are_allowed_and_nothing_is_fetched() -> None:
    elements = Elements(to_page(results(1), replicates=0))
    policy = next(
        str(each["content"])
        for tag, each in elements.tags
        if each.get("http-equiv") == "Content-Security-Policy"
    )
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "http" not in policy
    allowed = set(re.findall(r"'sha256-([^']+)'", policy))
    kinds = [each.get("type") for tag, each in elements.tags if tag == "script"]
    assert kinds == ["application/json", "module", "application/json", "text/plain"]
    charts = zlib.decompress(base64.b64decode(elements.scripts[3])).decode()
    assert charts == "/* plotly */"
    texts = (elements.scripts[1], charts)
    run = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts}
    assert run == allowed
    links = [each.get(name) for _, each in elements.tags for name in ("src", "href") if each.get(name)]
    assert all(str(link).startswith(("#", "data:")) for link in links)
    handlers = [name for _, each in elements.tags for name in each if name.startswith("on")]
    assert handlers == []


def test_hostile_names_stay_text() -> None:
    page = to_page(hostile_result(), words=HOSTILE, command=HOSTILE[0], replicates=0)
    elements = Elements(page)
    assert [tag for tag, _ in elements.tags].count("script") == 4
    assert not any(tag == "img" for tag, _ in elements.tags)
    data = data_of(page)
    assert data["classes"] == HOSTILE
    assert data["words"] == HOSTILE
    assert data["command"] == HOSTILE[0]
    assert images_of(page)[0]["file"] == HOSTILE[1]


def test_two_results_are_compared_and_movers_shown() -> None:
    page = to_page(results(), replicates=100, most_images=6)
    data = data_of(page)
    assert len(data["comparisons"]) == 1
    assert len(data["words"]) == 3
    assert len(images_of(page)) == 6
    assert data["gallery"]["images"] == []
    assert data["gallery"]["reason"].startswith("6 of 12 images: ")


def test_more_than_eight_results_are_named() -> None:
    data = data_of(to_page(results(10), replicates=0))
    assert [each["letter"] for each in data["results"]] == list("ABCDEFGH")
    assert data["words"][-1].startswith("Not shown here: I (")
    assert ", J (" in data["words"][-1]


def test_pictures_come_from_their_folder(tmp_path: Path) -> None:
    world = make_world(3, seed=3)
    write_world(world, tmp_path / "w")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        result = evaluate(world.truth, world.predictions[0])
    whole = data_of(to_page(result, images=tmp_path / "w" / "images", replicates=0))["gallery"]
    assert all(each["picture"].startswith("data:image/webp;base64,") for each in whole["images"])
    little = data_of(to_page(result, images=tmp_path / "w" / "images", replicates=0, most_bytes=10))[
        "gallery"
    ]
    assert not any("picture" in each for each in little["images"])
    assert "left out" in little["note"]


def test_write_page(tmp_path: Path) -> None:
    path = tmp_path / "out.html"
    path.write_text("old")
    assert Path(write_page(results(1), path, replicates=0, command="c")) == path
    assert path.read_text(encoding="utf-8") == to_page(results(1), replicates=0, command="c")
    with pytest.raises(FileNotFoundError, match=r"cannot write: .*out\.html"):
        write_page(results(1), tmp_path / "missing" / "out.html", replicates=0)


def test_what_no_page_can_show_is_refused() -> None:
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    found = [box | {"scores": [0.5]}]
    plain = evaluate([box], found, mode="corrected")
    with pytest.raises(ArgumentError, match="results: got none"):
        to_page([])
    with pytest.raises(ArgumentError, match=r"needs classes.*class_agnostic"):
        to_page(evaluate([box], found, mode="corrected", class_agnostic=True))
    with pytest.raises(ArgumentError, match="different truths"):
        to_page([plain, evaluate([{**box, "boxes": [[0, 0, 9, 8]]}], found, mode="corrected")])
