"""Generated instances and what cityscapesScripts returned for them, through files of the kit's own layout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures

import truebox as tb

image_library = pytest.importorskip("PIL.Image")
pytestmark = [needs_fixtures, pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")]

EXACT = 1e-12


def worlds() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    pair = (
        json.loads(fixture(f"protocols/cityscapes_instances/{name}.json").read_text())
        for name in ("worlds", "expected")
    )
    return list(zip(*pair, strict=True))


def folders(world: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    """``gt/city/*_gtFine_instanceIds.png`` and ``found/*.txt`` with their masks."""
    (folder / "gt" / "city").mkdir(parents=True)
    (folder / "found" / "masks").mkdir(parents=True)
    for number, image in enumerate(world["images"]):
        name = f"city_000000_{number:06d}"
        ids = np.full((world["height"], world["width"]), world["background"], np.uint16)
        for value, left, top, right, bottom in image["truth_painted_in_order"]:
            ids[top:bottom, left:right] = value
        picture = image_library.fromarray(ids)
        picture.save(folder / "gt" / "city" / f"{name}_gtFine_instanceIds.png")
        lines = []
        for row, (label, score, left, top, right, bottom) in enumerate(image["predictions"]):
            mask = np.zeros(ids.shape, np.uint8)
            mask[top:bottom, left:right] = 255
            image_library.fromarray(mask).save(folder / "found" / "masks" / f"{name}_{row}.png")
            lines.append(f"masks/{name}_{row}.png {label} {score!r}\n")
        (folder / "found" / f"{name}.txt").write_text("".join(lines))
    return folder / "gt", folder / "found"


def test_every_world(tmp_path: Path) -> None:
    compared = 0
    for number, (world, kit) in enumerate(worlds()):
        if "error" in kit:  # docs/quirks.md, Y3
            continue
        truth, found = folders(world, tmp_path / str(number))
        result = tb.evaluate(truth, found, protocol="cityscapes", geometry="masks", fit_test=False)
        assert abs(result.metrics["AP"] - kit["AP"]) <= EXACT, number
        assert abs(result.metrics["AP50"] - kit["AP50"]) <= EXACT, number
        assert [each.name for each in result.per_class] == list(kit["classes"])
        for each in result.per_class:
            for ours, theirs in (("AP", "ap"), ("AP50", "ap50%")):
                expected = kit["classes"][each.name][theirs]
                if expected is None:
                    assert each.metrics[ours] is None
                else:
                    assert abs(each.metrics[ours] - expected) <= EXACT, (number, each.name)
                    compared += 1
    assert compared > 150
