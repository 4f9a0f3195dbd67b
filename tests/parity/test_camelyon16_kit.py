"""Generated slides, and what CAMELYON16's script returned for them: `camelyon16_kit.json`.

The kit: ``Python/Evaluation_FROC.py`` of the challenge at 546b613 with numpy 2.4 and scikit-image 0.26,
divided as in Python 2: its masks (of those of `mask_of`), isolated tumour cells, hits and curve.
"""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from camelyon16_worlds import KINDS, camelyon16_world, corners_of

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

EXPECTED = json.loads((Path(__file__).parent / "camelyon16_kit.json").read_text())


@pytest.mark.parametrize("seed", range(len(EXPECTED)), ids=lambda seed: f"{seed}-{KINDS[seed % len(KINDS)]}")
def test_kit(seed: int) -> None:
    lesions, points = camelyon16_world(seed)
    truth, kit = tb.read_truth(corners_of(lesions)), EXPECTED[seed]
    assert (len(truth) - int(truth.ignore.sum()), int(truth.ignore.sum())) == (
        kit["lesions"],
        kit["isolated"],
    )
    metrics = tb.evaluate(truth, points, protocol="camelyon16").metrics
    shares = [value for key, value in metrics.items() if key.startswith("S[")]
    assert shares == pytest.approx(kit["S"], abs=1e-12)
    assert metrics["FROC"] == pytest.approx(np.mean(kit["S"]), abs=1e-12)


def test_files(tmp_path: Path) -> None:
    """The same numbers from XML and a file for each slide, and from tables."""
    lesions, points = camelyon16_world(0)
    whole = tb.evaluate(corners_of(lesions), points, protocol="camelyon16").metrics
    truth, results = tmp_path / "truth", tmp_path / "results"
    truth.mkdir()
    results.mkdir()
    (truth / "reference.csv").write_text("".join(f"{slide},any,None,None\n" for slide in lesions))
    for slide, held in lesions.items():
        outlines = []
        for left, top, right, bottom in held:
            corners = ((left, top), (right, top), (right, bottom), (left, bottom))
            inner = "".join(
                f'<Coordinate Order="{k}" X="{x * 32}" Y="{y * 32}"/>' for k, (x, y) in enumerate(corners)
            )
            outlines.append(f'<Annotation PartOfGroup="_0"><Coordinates>{inner}</Coordinates></Annotation>')
        if held:
            text = "".join(outlines)
            (truth / f"{slide}.xml").write_text(
                f"<ASAP_Annotations><Annotations>{text}</Annotations></ASAP_Annotations>"
            )
        rows = [row[1:] for row in zip(*points.values(), strict=True) if row[0] == slide]
        (results / f"{slide}.csv").write_text("".join(f"{c},{x},{y}\n" for c, x, y in rows))
    assert tb.evaluate(truth, results, protocol="camelyon16").metrics == whole
    for name, columns in (("truth.csv", corners_of(lesions)), ("found.csv", points)):
        with (tmp_path / name).open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            rows = zip(*columns.values(), strict=True)
            writer.writerows(["" if cell != cell else cell for cell in row] for row in rows)
    assert tb.evaluate(tmp_path / "truth.csv", tmp_path / "found.csv", protocol="camelyon16").metrics == whole
