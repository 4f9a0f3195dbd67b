"""Generated words and what the scripts of the Robust Reading Competition returned for them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fixtures_folder import fixture, needs_fixtures

import truebox as tb

pytestmark = [needs_fixtures, pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")]

EXACT = 1e-12
PARTS = ("precision", "recall", "hmean")


def worlds() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    pair = (
        json.loads(fixture(f"protocols/text_detection/{name}.json").read_text())
        for name in ("worlds", "expected")
    )
    return list(zip(*pair, strict=True))


def folders(world: dict[str, Any], folder: Path) -> tuple[Path, Path]:
    """The files of the competition, one of each side for every image."""
    for side, prefix in (("truth", "gt"), ("detections", "res")):
        (folder / side).mkdir(parents=True)
        for number, words in enumerate(world[side], start=1):
            lines = []
            for word in words:
                corners = ",".join(repr(value) for point in word["points"] for value in point)
                text = "###" if word["ignore"] else "a, b"
                lines.append(corners + (f",{text}" if side == "truth" else "") + "\r\n")
            path = folder / side / f"{prefix}_img_{number}.txt"
            path.write_bytes(b"\xef\xbb\xbf" + "".join(lines).encode())
    return folder / "truth", folder / "detections"


@pytest.mark.parametrize(
    ("protocol", "key"), [("icdar2015", "icdar2015_iou"), ("deteval", "icdar2013_deteval")]
)
def test_text(tmp_path: Path, protocol: str, key: str) -> None:
    compared = 0
    for number, (world, kit) in enumerate(worlds()):
        if key not in kit:  # curves have no DetEval of the kit
            continue
        truth, found = folders(world, tmp_path / str(number))
        how = {"protocol": protocol, "geometry": "rotated", "fit_test": False}
        result = tb.evaluate(truth, found, **how)
        for name in PARTS:
            if result.truths:  # docs/quirks.md, X3
                assert abs(result.metrics[name] - kit[key][name]) <= EXACT, (number, name)
                compared += 1
            else:
                assert kit[key][name] == 0
        for image, theirs in enumerate(kit[key]["per_image"], start=1):
            one = tb.evaluate(truth, found, images=[f"img_{image}"], **how)
            for name in PARTS:
                if one.truths:
                    assert abs(one.metrics[name] - theirs[name]) <= EXACT, (number, image, name)
                    compared += 1
    assert compared > 200 + 100 * (protocol == "icdar2015")
