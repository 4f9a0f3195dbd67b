"""A broken archive is refused by name."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from truebox.datasets.formats.icdar.members import members
from truebox.errors import InputError


def test_a_broken_archive(tmp_path: Path) -> None:
    path = tmp_path / "gt.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("gt_a.txt", "1,2,3,4,5,6,7,8,word\n")
    data = path.read_bytes()
    path.write_bytes(data.replace(b"word", b"ward"))
    with pytest.raises(InputError, match="E-110"):
        list(members(path))
