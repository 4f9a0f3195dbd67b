"""``truebox merge``."""

from __future__ import annotations

import json
import warnings

import pytest
from streamed_worlds import coco

from truebox.cli import main
from truebox.execution import part


@pytest.fixture
def folder(tmp_path):
    shards = [coco([0, 1, 2], 1), coco([3, 4], 100), coco([5, 6, 7], 200)]
    for number, shard in enumerate(shards):
        part(*shard, save=tmp_path / f"{number}.tbx")
    for name, data in zip(("truth", "found"), coco(list(range(8)), 1), strict=True):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    (tmp_path / "images.txt").write_text("\n".join(map(str, range(8))) + "\n")
    return tmp_path


def test_parts_print_the_numbers_of_the_whole(folder, capsys):
    parts = [str(folder / f"{number}.tbx") for number in (2, 0, 1)]
    assert main(["merge", *parts, "--expect", str(folder / "images.txt"), "--csv"]) == 0
    merged = capsys.readouterr().out
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert main(["eval", str(folder / "truth.json"), str(folder / "found.json"), "--csv", "-q"]) == 0
    alone = capsys.readouterr().out
    assert [line.split(",")[1:] for line in merged.splitlines()] == [
        line.split(",")[1:] for line in alone.splitlines()
    ]
    assert main(["merge", *parts]) == 0
    assert "cat" in capsys.readouterr().out
    assert main(["merge", *parts, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["evaluated"]["images"] == 8


def test_parts_print_the_twelve_lines_of_the_reference(folder, capsys):
    """As `eval` prints them, which `tests/parity/test_command_line.py` holds against pycocotools."""
    assert main(["merge", *(str(folder / f"{number}.tbx") for number in (1, 0, 2)), "--coco-text"]) == 0
    merged = capsys.readouterr().out
    assert main(["eval", str(folder / "truth.json"), str(folder / "found.json"), "--coco-text", "-q"]) == 0
    assert merged == capsys.readouterr().out
    assert len(merged.splitlines()) == 12


def test_a_missing_part_ends_with_3(folder, capsys):
    parts = [str(folder / f"{number}.tbx") for number in (0, 2)]
    assert main(["merge", *parts, "--expect", str(folder / "images.txt")]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "E-571" in err
    assert "2 of 8 announced images are missing (id 3, 4)" in err
    assert main(["merge", str(folder / "truth.json")]) == 3
    assert "E-574" in capsys.readouterr().err


def test_a_list_of_images_as_windows_writes_it(folder, capsys):
    parts = [str(folder / f"{number}.tbx") for number in range(3)]
    (folder / "images.txt").write_bytes(b"\xef\xbb\xbf" + b"".join(b"%d\r\n" % number for number in range(8)))
    assert main(["merge", *parts, "--expect", str(folder / "images.txt"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["evaluated"]["images"] == 8


def test_a_list_of_images_that_is_no_text_is_refused(folder, capsys):
    (folder / "images.txt").write_bytes(b"\xff\xfe1\x00")
    assert main(["merge", str(folder / "0.tbx"), "--expect", str(folder / "images.txt")]) == 2
    assert "it is not UTF-8 text" in capsys.readouterr().err
