"""Where records came from."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys

import pytest

from truebox.records import Source
from truebox.records import source as source_module


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


def test_a_file_is_hashed_once_and_again_when_it_changes(tmp_path, monkeypatch):
    path = tmp_path / "x"
    path.write_bytes(b"abc")
    source = Source("x", "coco", "COCO JSON", path)
    first = source.sha256()
    asked = []
    digest = source_module._sha256_of
    monkeypatch.setattr(source_module, "_sha256_of", lambda *given: asked.append(1) or digest(*given))
    assert source.sha256() == first
    assert not asked
    path.write_bytes(b"")
    # SHA-256 of nothing: NIST CAVP, SHA256ShortMsg.rsp, Len = 0
    assert source.sha256() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert asked


def test_what_is_kept_changes_no_comparison(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"abc")
    asked, other = (Source("x", "coco", "COCO JSON", path) for _ in range(2))
    asked.sha256()
    assert asked == other
    assert hash(asked) == hash(other)
    assert pickle.loads(pickle.dumps(asked)) == other


@pytest.mark.parametrize("size", [0, 1, 1 << 19, (1 << 19) + 1, 3 << 19])
def test_the_hash_of_small_and_large_files_is_the_same(tmp_path, size):
    path = tmp_path / "x.json"
    path.write_bytes(bytes(range(256)) * (size // 256) + b"z" * (size % 256))
    expected = hashlib.sha256(path.read_bytes()).hexdigest()
    assert Source("x", "coco", "COCO JSON", path).sha256() == expected


@pytest.mark.parametrize("size", [0, 1 << 19, (1 << 19) + 1, 1 << 22, (1 << 22) + 1, 9_000_001])
def test_a_hash_begun_ahead_is_of_the_file(tmp_path, size, monkeypatch):
    path = tmp_path / "x.json"
    path.write_bytes(os.urandom(size))
    source = Source("x", "coco", "COCO JSON", path)
    source.hash_ahead()
    begun = [key for key in source_module._under_way if key[0] == str(path)]
    assert len(begun) == (size > source_module._SMALL)
    if begun:  # then nobody hashes a second time
        monkeypatch.setattr(source_module, "_sha256_of", None)
    assert source.sha256() == hashlib.sha256(path.read_bytes()).hexdigest()
    assert not any(key[0] == str(path) for key in source_module._under_way)
    assert pickle.loads(pickle.dumps(source)).kept == source.kept


def test_a_file_that_changes_after_its_hash_was_begun_is_hashed_as_it_is(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(bytes(1 << 20))
    source = Source("x", "coco", "COCO JSON", path)
    source.hash_ahead()
    path.write_bytes(b"abc")
    assert source.sha256() == hashlib.sha256(b"abc").hexdigest()
    path.unlink()
    source.hash_ahead()
    assert source.sha256() is None


def test_where_no_thread_can_be_begun_the_hash_is_made_when_it_is_asked_for(tmp_path, monkeypatch):
    def refused(*_, **__):
        raise RuntimeError("can't start new thread")

    path = tmp_path / "x.json"
    path.write_bytes(bytes(1 << 20))
    source = Source("x", "coco", "COCO JSON", path)
    monkeypatch.setattr(source_module.Thread, "start", refused)
    source.hash_ahead()
    assert source.sha256() == hashlib.sha256(bytes(1 << 20)).hexdigest()


@pytest.mark.parametrize(("process", "thread"), [(0, 10), (15, 15)])
def test_who_hashes_waits_for_the_others(tmp_path, monkeypatch, process, thread):
    said = []
    monkeypatch.setattr(sys, "platform", "linux")  # elsewhere threads have no niceness of their own
    monkeypatch.setattr(os, "PRIO_PROCESS", 0, raising=False)
    monkeypatch.setattr(os, "getpriority", lambda *_: process, raising=False)
    monkeypatch.setattr(os, "setpriority", lambda *given: said.append(given[2]), raising=False)
    path = tmp_path / "x.json"
    path.write_bytes(bytes(1 << 20))
    source = Source("x", "coco", "COCO JSON", path)
    source.hash_ahead()
    assert source.sha256() == hashlib.sha256(bytes(1 << 20)).hexdigest()
    assert said == [thread]
