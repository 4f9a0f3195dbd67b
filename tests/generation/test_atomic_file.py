"""A failed write leaves no trace and harms no old file."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.generation.atomic_file import atomic_file


def fail_halfway(target: Path) -> None:
    with atomic_file(target) as stream:
        stream.write(b"new")
        raise RuntimeError("halfway")


def test_failure_keeps_the_old_file_and_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "kept.json"
    target.write_bytes(b"old")
    with pytest.raises(RuntimeError, match="halfway"):
        fail_halfway(target)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_success_replaces(tmp_path: Path) -> None:
    target = tmp_path / "kept.json"
    target.write_bytes(b"old")
    with atomic_file(target) as stream:
        stream.write(b"new")
    assert target.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [target]
