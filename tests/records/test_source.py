"""Where records came from."""

from __future__ import annotations

import os

import pytest

from truebox.records import Source


def test_the_hash_is_of_the_file(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"abc")
    # SHA-256 of "abc": FIPS 180-2, appendix B.1
    expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert Source("x", "coco", "COCO JSON", path).sha256() == expected
    assert Source("<memory>", "arrays", "arrays per image").sha256() is None
    path.unlink()
    assert Source("x", "coco", "COCO JSON", path).sha256() is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_has_no_hash_and_nobody_waits_for_its_writer(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert Source("pipe", "coco", "COCO JSON", tmp_path / "pipe").sha256() is None
