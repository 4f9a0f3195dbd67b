"""The page of segments and of label maps as a text: its numbers, pictures and policy, what is refused."""

from __future__ import annotations

import base64
import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.diagnosis import map_intervals, panoptic_intervals
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate, evaluate_panoptic
from truebox.report import page_parts, to_page
from truebox.report.page.maps.map_pictures import OUTCOMES
from truebox.report.page.maps.page import MAPS, map_page

image_library = pytest.importorskip("PIL.Image")
IMAGES = 12


def data_of(page: str) -> Any:
    return json.loads(
        page.split('<script type="application/json" id="data">')[1].split("</script>", maxsplit=1)[0]
    )


def drawn(address: str) -> Any:
    """The colours [H, W, 3] of a picture of the page."""
    head, content = address.split(",", 1)
    assert head == "data:image/png;base64"
    return np.asarray(image_library.open(io.BytesIO(base64.b64decode(content))).convert("RGB"))


@pytest.fixture(scope="module")
def label_maps(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    folder: Path = tmp_path_factory.mktemp("maps")
    chance = np.random.default_rng(2)
    for name in range(IMAGES):
        labels = chance.integers(0, 3, (6, 8)).astype(np.uint8)
        sides = {"truth": labels.copy(), "good": labels.copy(), "bad": labels.copy()}
        sides["truth"][0, 0] = 255
        sides["good"][1, :3] = 1
        sides["bad"][2:, : 4 + name % 3] = 2
        for side, held in sides.items():
            (folder / side).mkdir(exist_ok=True)
            image_library.fromarray(held).save(folder / side / f"{name:02}.png")
    return [
        evaluate(folder / "truth", folder / each, protocol="voc_segmentation") for each in ("good", "bad")
    ]


@pytest.fixture(scope="module")
def segments() -> Any:
    """One image is wrong in every way, the others are right."""
    infos = [{"id": k, "category_id": 1 + k % 2} for k in (1, 2, 3)]
    names = [{"id": 1, "name": "sky", "isthing": 0}, {"id": 2, "name": "cat", "isthing": 1}]
    right = [[1, 1, 1, 1, 2, 2, 3, 3]]
    wrong = [[1, 1, 1, 2, 2, 2, 2, 2]]

    def image(number: int, labels: list[list[int]]) -> dict[str, Any]:
        held = [each for each in infos if each["id"] in labels[0]]
        return {"image_id": number, "segmentation": np.array(labels), "segments_info": held}

    truth = {"categories": names, "annotations": [image(k, right) for k in range(IMAGES)]}
    found = {"annotations": [image(k, wrong if k == 5 else right) for k in range(IMAGES)]}
    return evaluate_panoptic(truth, found)


def test_it_holds_the_numbers_of_label_maps(label_maps: list[Any]) -> None:
    data = data_of(to_page(label_maps, replicates=200))
    assert (data["main"], data["unit"], len(data["images"])) == ("IoU", "pixel", IMAGES)
    for own, result in zip(data["results"], label_maps, strict=True):
        intervals = map_intervals(result, replicates=200)
        assert own["metrics"] == dict(result.metrics)
        assert own["intervals"]["IoU"] == [intervals["IoU"].low, intervals["IoU"].high]
        for row, each in zip(own["perClass"], result.per_class, strict=True):
            assert (row["IoU"], row["truths"]) == (each.metrics["IoU"], each.truths)
            assert row["low"] == intervals[f"IoU[{each.name}]"].low
        assert sum(pixels for pixels, _ in own["imageCounts"]) == int(result.state.matrix.sum())
        assert own["worst"] == sorted(range(IMAGES), key=lambda each: (own["imageValues"][each], each))
        matrix = result.state.matrix
        for true, found, pixels, share in own["confused"]:
            assert (true == found, pixels) == (False, matrix[true, found])
            assert share == pixels / matrix[true].sum()


def test_it_holds_the_numbers_and_pictures_of_segments(segments: Any) -> None:
    (own,) = data_of(to_page(segments, replicates=200))["results"]
    intervals = panoptic_intervals(segments, replicates=200)
    assert own["intervals"]["PQth"] == [intervals["PQth"].low, intervals["PQth"].high]
    assert own["worst"][0] == 5
    # The sky overlaps by 3/4; of three cats' pixels two segments are missed and one is wrong.
    assert own["imageValues"][5] == pytest.approx(0.75 / (1 + 0.5 * (1 + 2)), abs=1e-5)
    assert own["imageCounts"][5] == [3, 2, 1]
    outcome = drawn(own["pictures"][0]["outcome"])[0].tolist()
    colours = [list(OUTCOMES[name]) for name in ("right", "wrong")]
    assert outcome == [colours[0]] * 3 + [colours[1]] * 5
    assert [name for name, _ in own["pictures"][0]["outcomes"]] == ["right", "wrong"]
    assert own["confused"] == []


def test_a_page_allows_its_own_script_and_style_only(segments: Any) -> None:
    page = map_page([segments], command="truebox eval a b")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert "unsafe" not in policy[1]
    assert re.findall(r"<!--\w+-->", page) == []
    for section in MAPS.sections:
        assert f'href="#{section.name}"' in page
        assert f'id="{section.name}-title"' in page


def test_more_than_eight_are_named(segments: Any) -> None:
    data = data_of(map_page([segments] * 9, replicates=0))
    assert len(data["results"]) == 8
    assert any("a page holds 8 results" in words for words in data["words"])


def test_no_results_folders_and_other_images_are_refused(label_maps: list[Any], segments: Any) -> None:
    with pytest.raises(ArgumentError, match="got none"):
        map_page([])
    with pytest.raises(ArgumentError, match="different truths or protocols"):
        to_page([label_maps[0], segments])
    with pytest.raises(ArgumentError, match="page of Panoptic quality is one file"):
        page_parts(segments)
