"""Either side speaks for rotated boxes, so that the command line needs no flag."""

from __future__ import annotations

from pathlib import Path

from truebox.cli.options.rotated_sides import rotated_sides


def test_both_sides(tmp_path: Path) -> None:
    for name, text in (("gt_a.txt", "1,2,3,2,3,4,1,4,a\n"), ("res_a.txt", "1,2,3,2,3,4,1,4\n")):
        (tmp_path / name).write_text(text)
    assert "four corners" in rotated_sides(str(tmp_path / "gt_a.txt"), [str(tmp_path / "res_a.txt")])
