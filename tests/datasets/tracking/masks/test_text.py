"""Lines of masks."""

from __future__ import annotations

from truebox.datasets.tracking.masks.text import read_mask_text


def test_an_empty_file_has_no_rows(tmp_path):
    (tmp_path / "a.txt").write_text("")
    rows = read_mask_text(tmp_path / "a.txt")
    assert (rows.frame, len(rows.masks)) == ([], 0)
