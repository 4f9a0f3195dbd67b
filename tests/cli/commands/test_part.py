"""``truebox part``."""

from __future__ import annotations

import json

import pytest
from streamed_worlds import coco

from truebox.cli import main


def test_a_shard_becomes_a_part_and_says_what_it_holds(tmp_path, capsys):
    truth, found = coco([0, 1, 2], 1)
    for name, data in (("truth", truth), ("found", found)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    files = [str(tmp_path / "truth.json"), str(tmp_path / "found.json")]
    assert main(["part", *files, "-o", str(tmp_path / "1.tbx"), "--mode", "corrected"]) == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert f"1.tbx: 3 images, {len(truth['annotations'])} truths, {len(found)} detections" in err
    first = (tmp_path / "1.tbx").read_bytes()
    again = [
        "part",
        *files,
        "-o",
        str(tmp_path / "1.tbx"),
        "--mode",
        "corrected",
        "--categories-of",
        files[0],
        "-q",
    ]
    assert main(again) == 0
    assert capsys.readouterr().err == ""
    assert (tmp_path / "1.tbx").read_bytes() == first
    assert main(["part", files[0], str(tmp_path / "none.json"), "-o", str(tmp_path / "2.tbx")]) == 3
    assert not (tmp_path / "2.tbx").exists()


@pytest.mark.parametrize("limit", ["1", "1K", "1G"])
def test_a_part_made_in_pieces_is_the_same(tmp_path, capsys, limit):
    """Neither side fits, or both do."""
    truth, found = coco(list(range(12)), 3)
    for name, data in (("truth", truth), ("found", found)):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    files = [str(tmp_path / f"{name}.json") for name in ("truth", "found")]
    made = []
    for name, more in (("whole", []), ("pieces", ["--max-memory", limit])):
        assert main(["part", *files, "-o", str(tmp_path / f"{name}.tbx"), "--mode", "corrected", *more]) == 0
        made.append((tmp_path / f"{name}.tbx").read_bytes())
        assert "12 images" in capsys.readouterr().err
    assert made[0] == made[1]
