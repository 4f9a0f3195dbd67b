"""GOT-10k: what is covered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TRUE = [[10, 10, 20, 40], [12, 10, 20, 40], [14, 10, 20, 40], [16, 10, 20, 40]]
FOUND = [[10, 10, 20, 40], [12, 10, 20, 40], [19, 10, 20, 40], [90, 10, 20, 40]]
META = "[METAINFO]\nurl: none\nresolution: (640, 480)\n"


def put(file: Path, rows: list[Any], between: str = ",") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [row if isinstance(row, str) else between.join(map(str, row)) for row in rows]
    file.write_text("\n".join(lines) + "\n")


def got10k(folder: Path, name: str = "walk", **files: str) -> None:
    put(folder / "truth" / name / "groundtruth.txt", TRUE)
    for file, text in ({"cover.label": "8\n8\n8\n8\n", "meta_info.ini": META} | files).items():
        (folder / "truth" / name / file).write_text(text)


def run(folder: Path, protocol: str, **how: Any) -> Any:
    return tb.evaluate(folder / "truth", folder / "found", protocol=protocol, **how)


def test_got10k_cover_and_absence(tmp_path: Path) -> None:
    got10k(tmp_path, **{"cover.label": "8\n8\n8\n0\n"})
    put(tmp_path / "found/walk/walk_001.txt", [*FOUND[:3], ["nan"] * 4])
    assert run(tmp_path, "got10k").truths == 2
    (tmp_path / "truth/walk/cover.label").unlink()
    (tmp_path / "truth/walk/absence.label").write_text("0\n0\n0\n1\n")
    assert run(tmp_path, "got10k").truths == 2
