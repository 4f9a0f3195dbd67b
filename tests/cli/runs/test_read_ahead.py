"""Reading begun early is taken only for exactly the same files."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from truebox import datasets
from truebox.cli.runs import read_ahead

geometries: list[str] = []
Call = tuple[str, tuple[str, ...], int | None]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Call]]:
    calls: list[Call] = []
    geometries.clear()

    class Started:
        def __init__(
            self,
            truth: str,
            predictions: tuple[str, ...],
            *,
            geometry: str,
            threads: int | None,
            **said: object,
        ) -> None:
            calls.append((truth, predictions, threads))
            geometries.append(geometry)

    monkeypatch.setattr(datasets, "start_reading", Started, raising=False)
    read_ahead._begun.clear()
    yield calls
    read_ahead._begun.clear()


@pytest.mark.parametrize("files", [("p",), ("p", "q")])
def test_what_was_begun_is_taken_once(started: list[Call], files: tuple[str, ...]) -> None:
    read_ahead.begin(["eval", "t", *files, "--json", "out.json"])
    assert started == [("t", files, None)]
    first = read_ahead.take("t", files, None)
    assert started == [("t", files, None)]
    assert read_ahead.take("t", files, None) is not first
    assert len(started) == 2


@pytest.mark.parametrize(
    "wanted", [("t", ("q",), None), ("u", ("p",), None), ("t", ("p",), 1), ("t", ("p", "q"), None)]
)
def test_anything_else_is_read_anew(started: list[Call], wanted: Call) -> None:
    read_ahead.begin(["eval", "t", "p"])
    read_ahead.take(*wanted)
    assert started == [("t", ("p",), None), wanted]


def test_what_was_begun_is_not_taken_when_something_is_said(started: list[Call]) -> None:
    read_ahead.begin(["eval", "t", "p"])
    read_ahead.take("t", ("p",), None, "boxes", ({}, {"box_format": "xyxy"}))
    assert started == [("t", ("p",), None)] * 2


def test_a_guess_that_fails_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*call: object, **options: object) -> None:
        raise FileNotFoundError

    monkeypatch.setattr(datasets, "start_reading", fail, raising=False)
    read_ahead.begin(["eval", "t", "p"])
    with pytest.raises(FileNotFoundError):
        read_ahead.take("t", ["p"], None)


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "eval",
        "eval t",
        "--help",
        "demo t p",
        "eval --json t p",
        "eval t -q p",
        "eval t p --threads 2",
        "eval t p --box-format xyxy",
        "eval t p --truth-format=voc",
        "eval t p --protocol panoptic",
    ],
)
def test_nothing_is_begun_on_a_guess(started: list[Call], arguments: str) -> None:
    read_ahead.begin(arguments.split())
    assert started == []


def test_the_geometry_said_is_begun(started: list[Call]) -> None:
    read_ahead.begin(["eval", "t", "p", "--geometry", "masks"])
    first = read_ahead.take("t", ("p",), None, "masks")
    assert geometries == ["masks"]
    assert read_ahead.take("t", ("p",), None, "boxes") is not first


def test_files_are_being_read_before_the_parser_and_numpy_are_imported() -> None:
    code = (
        "import sys\nfrom truebox.cli.process import prepare\nprepare()\n"
        "from truebox.cli.runs import read_ahead\nread_ahead.begin(['eval', 't.json', 'p.json', '--json'])\n"
        "print({'click', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(
    ("more", "begun"),
    [
        ([], True),
        (["--threads=2"], True),
        (["--threads", "2"], True),
        (["--protocol=mot17"], True),
        (["--protocol", "tracks"], True),
        (["--threads=1"], False),
        (["--threads", "1"], False),
        (["--threads", "many"], False),
        (["--protocol=coco"], False),
    ],
)
def test_texts_of_tracks_are_begun_where_there_are_threads(started, more, begun, tmp_path, monkeypatch):
    for side in ("gt", "mine"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "S-01.txt").write_text("1,7,10,10,5,5,1,-1,-1,-1\n")
    asked: list[object] = []
    monkeypatch.setattr(
        datasets, "begin_track_texts", lambda paths, threads: asked.append(threads), raising=False
    )
    read_ahead.begin(["eval", str(tmp_path / "gt"), str(tmp_path / "mine"), *more])
    assert bool(asked) is begun
    assert not (begun and started)
