"""What a result of one object says of itself."""

from __future__ import annotations

from pathlib import Path

import truebox as tb
from truebox import report


def test_document_and_table(tmp_path: Path) -> None:
    for file in ("truth/walk/groundtruth_rect.txt", "found/walk.txt"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).write_text("10,10,20,40\n12,10,20,40\n")
    result = tb.evaluate(tmp_path / "truth", tmp_path / "found", protocol="otb")
    entry = result.to_dict()["results"][0]
    assert [row["name"] for row in entry["per_sequence"]] == ["walk"]
    assert len(entry["curves"]["success"]) == 21
    assert "walk" in report.to_table(result)
