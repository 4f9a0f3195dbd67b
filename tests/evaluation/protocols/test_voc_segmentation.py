"""Mean IoU of folders of PNGs, as VOCevalseg.m counts."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import truebox as tb
from truebox.cli.commands.eval import eval_command
from truebox.errors import ArgumentError, InputError, TrueboxWarning

image_library = pytest.importorskip("PIL.Image")


def write(folder: Path, name: str, rows: object, *, palette: bool = False) -> Path:
    folder.mkdir(exist_ok=True)
    picture = image_library.fromarray(np.array(rows, np.uint8))
    if palette:
        picture = picture.convert("P")
        picture.putpalette([value for k in range(256) for value in (k, 255 - k, 7)])
        picture.putdata([value for row in rows for value in row])
    picture.save(folder / f"{name}.png")
    return folder


def evaluated(truth: Path, found: Path, **more: object) -> object:
    return tb.evaluate(truth, found, protocol="voc_segmentation", **more)


def test_pixels_of_all_images_are_counted_together_and_void_nowhere(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth", "a", [[0, 0, 15], [255, 15, 15]], palette=True)
    found = write(tmp_path / "found", "a", [[0, 15, 15], [7, 15, 0]])
    write(truth, "b", [[0, 0, 0, 0]])
    write(found, "b", [[0, 0, 0, 3]])
    result = evaluated(truth, found)
    ious = {each.name: each.metrics["IoU"] for each in result.per_class}
    # Background: 4 shared, 6 true, 5 predicted. Person: 2 shared, 3 true, 3 predicted. Bird: predicted alone.
    assert ious["background"] == 4 / 7
    assert ious["person"] == 2 / 4
    assert ious["bird"] == 0
    assert ious["bus"] is None  # predicted only where nothing counts
    assert result.metrics["IoU"] == pytest.approx((4 / 7 + 0.5) / 3, abs=1e-15)
    assert len(result.per_class) == 21
    both = evaluated(truth, found, images=["a"]).state + evaluated(truth, found, images=["b"]).state
    assert both.matrix.tolist() == result.state.matrix.tolist()


def test_void_alone_has_no_number(tmp_path: Path) -> None:
    truth, found = write(tmp_path / "t", "a", [[255]]), write(tmp_path / "f", "a", [[0]])
    result = evaluated(truth, found)
    assert result.metrics == {"IoU": None}
    assert result.undefined == {"IoU": "no pixel counts"}


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, 21]], r"E-179 .*found.*a.png: the pixel in row 0, column 1 has the label 21"),
        ([[0, 255]], r"E-179 .*has the label 255.*from 0 to 20"),
        ([[0]], r"E-164 .*the map is 1 x 1 .*, that of the truth 1 x 2"),
        ([[[0, 0, 0], [1, 1, 1]]], r"E-173 .*a.png: this PNG has colours"),
    ],
)
def test_maps_that_cannot_be_counted_are_refused(rows: object, message: str, tmp_path: Path) -> None:
    truth, found = write(tmp_path / "truth", "a", [[0, 255]]), write(tmp_path / "found", "a", rows)
    with pytest.raises(InputError, match=message):
        evaluated(truth, found)


def test_labels_of_the_truth_are_looked_at_too(tmp_path: Path) -> None:
    truth, found = write(tmp_path / "truth", "a", [[99]]), write(tmp_path / "found", "a", [[0]])
    with pytest.raises(InputError, match=r"E-179 .*truth.*label 99.*or 255 where nothing counts"):
        evaluated(truth, found)


def test_images_of_one_side_alone(tmp_path: Path) -> None:
    truth, found = write(tmp_path / "truth", "a", [[0]]), write(tmp_path / "found", "b", [[0]])
    with pytest.raises(InputError, match=r"E-178 .*1 of 1 images have no prediction \(such as 'a'\)"):
        evaluated(truth, found)
    write(found, "a", [[0]])
    with pytest.warns(TrueboxWarning, match=r"W-182 .*'b'"):
        assert evaluated(truth, found).metrics["IoU"] == 1
    with pytest.raises(ArgumentError, match="'c' is not in the truth"):
        evaluated(truth, found, images=["c"])
    with pytest.raises(ArgumentError, match="expected a folder of PNGs"):
        evaluated({}, found)


def test_the_command(tmp_path: Path) -> None:
    truth, found = write(tmp_path / "truth", "a", [[0, 1]]), write(tmp_path / "found", "a", [[0, 0]])
    asked = [str(truth), str(found), "--protocol", "voc_segmentation"]
    done = CliRunner().invoke(eval_command, [*asked, "--json"])
    assert done.exit_code == 0, done.output
    document = json.loads(done.stdout)
    assert document["results"][0]["metrics"] == {"IoU": 0.25}
    table = CliRunner().invoke(eval_command, asked)
    assert table.exit_code == 0, table.output
    assert "aeroplane" in table.stdout
    gated = CliRunner().invoke(eval_command, [*asked, "--fail-under", "IoU=0.5"])
    assert gated.exit_code == 1, gated.output
