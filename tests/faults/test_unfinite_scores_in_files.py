"""A score that is NaN or infinite in a file of any format that is read: refused with a code, never a number.

A format that is registered is tried here without a word more: in what its writer writes, and in its samples.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from format_worlds import made_pair, pictures, said, target
from waymo_worlds import labelled

import truebox as tb
from truebox.datasets.registry import all_formats
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

WITHOUT = {
    "ctw1500": "its detections have no confidence",
    "total-text": "its detections have no confidence",
}
VALUES = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity", "1e999": "1e999"}
"""As most programs print them, and as JSON's do; the last is larger than any number of 64 bits."""
CODES = {
    *("E-104", "E-109", "E-123", "E-124", "E-139"),  # no number of JSON, or no score
    *("E-400", "E-409", "E-422"),  # no number where one is needed, in a line or a cell
}
READ = sorted(name for name, form in all_formats().items() if form.read_predictions is not None)


def samples_of() -> Any:
    """The module of the fuzz targets: no package of the tests."""
    path = Path(__file__).resolve().parents[2] / "fuzz" / "samples.py"
    spec = importlib.util.spec_from_file_location("samples", path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules.setdefault("samples", importlib.util.module_from_spec(spec))
    spec.loader.exec_module(module)
    return module


SAMPLES = samples_of()
OWN = {each.form for each in SAMPLES.samples() if each.side == "found"}
TOKEN = str(SAMPLES.SCORE).encode()


def put(folder: Path, value: str) -> int:
    """In how many files the score was replaced by the value."""
    changed = 0
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".png":
            held = path.read_bytes()
            word = VALUES[value] if held.lstrip()[:1] in (b"{", b"[") else value
            path.write_bytes(held.replace(TOKEN, word.encode(), 1))
            changed += TOKEN in held
    return changed


def from_samples(name: str, folder: Path, value: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    for number, sample in enumerate(SAMPLES.samples()):
        if sample.form == name and sample.side == "found":
            at = sample.written(folder / str(number))
            if name == "waymo":
                box = {"box": (9, 2, 0, 4, 2, 1.5, 0), "type": 1, "score": float(value)}
                at.write_bytes(labelled(box))
            else:
                assert put(folder / str(number), value) > 0
            yield at, {"format": name, **sample.said}


def from_writer(name: str, folder: Path, value: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    form = all_formats()[name]
    truth, found = made_pair(images=1, detections=3.0, truths=3.0)
    how = said(form, pictures(folder, truth))
    at = target(folder, form)
    write = form.write_predictions
    assert write is not None
    if name in ("npz", "tfrecord"):  # bytes: the writer itself, past the refusal of `Format`
        scores = found.scores.copy()
        scores[1] = float(value)
        write.found()(truth, replace(found, scores=scores), at)  # type: ignore[attr-defined]
    else:
        write(truth, replace(found, scores=np.full(len(found), SAMPLES.SCORE)), at)
        files = [at] if at.is_file() else sorted(path for path in at.rglob("*") if path.is_file())
        held = [path for path in files if TOKEN in path.read_bytes()]
        text = held[0].read_bytes()
        held[0].write_bytes(text.replace(TOKEN, (VALUES[value] if b'"' in text[:99] else value).encode(), 1))
    yield at, {**how, "truth": truth}


@pytest.mark.parametrize("name", [each for each in READ if each not in WITHOUT])
def test_a_score_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    for value in VALUES:
        folder = tmp_path / value
        folder.mkdir()
        made = from_samples if name in OWN else from_writer
        for at, how in made(name, folder, value):
            with pytest.raises(InputError) as caught:
                tb.read_predictions(at, **how)
            assert caught.value.code in CODES, (value, str(caught.value))


def test_formats_without_scores_are_those_that_have_none() -> None:
    assert set(WITHOUT) <= set(READ)


@pytest.mark.parametrize("suffix", ["parquet", "feather", "arrow"])
def test_tables_of_columns(suffix: str, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import feather, parquet

    for value in ("nan", "inf", "-inf"):
        columns = {"image": ["a.jpg", "b.jpg"], "label": ["cat", "cat"], "score": [0.5, float(value)]}
        table = pa.table(columns | {key: [1.0, 2.0] for key in ("xmin", "ymin")} | {
            key: [8.0, 9.0] for key in ("xmax", "ymax")})  # fmt: skip
        at = tmp_path / f"found.{suffix}"
        if suffix == "parquet":
            parquet.write_table(table, at)
        elif suffix == "feather":
            feather.write_feather(table, at)
        else:
            with pa.OSFile(str(at), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
                writer.write_table(table)
        with pytest.raises(InputError) as caught:
            tb.read_predictions(at, format="table", box_format="xyxy")
        assert caught.value.code == ("E-123" if value == "nan" else "E-124")


def test_transcriptions_of_words_are_no_confidences(tmp_path: Path) -> None:
    """A word `nan` is read as one where another line has a word; among confidences it is none."""
    quad = "377,117,463,117,465,130,378,130"
    path = tmp_path / "res_img_1.txt"
    path.write_text(f"{quad},nan\n{quad},soup\n")
    assert tb.read_predictions(tmp_path, format="icdar").scores.tolist() == [1.0, 1.0]
    path.write_text(f"{quad},0.5\n{quad},nan\n")
    with pytest.raises(InputError, match=r'E-422 .* line 2: the confidence is "nan"'):
        tb.read_predictions(tmp_path, format="icdar")
    assert tb.read_predictions(tmp_path, format="icdar", lenient=True).scores.tolist() == [0.5]


def test_tracks(tmp_path: Path) -> None:
    from truebox.evaluation import evaluate_tracks

    truth, found = tmp_path / "gt" / "s.txt", tmp_path / "found" / "s.txt"
    for path in (truth, found):
        path.parent.mkdir()
    truth.write_text("".join(f"{frame},1,{frame},20,30,40,1,1,1.0\n" for frame in range(1, 41)))
    lines = [f"{frame},1,{frame},20,30,40,0.5,-1,-1,-1\n" for frame in range(1, 40)]
    for value in ("0.25", *VALUES):
        found.write_text("".join([*lines, f"40,1,40,20,30,40,{value},-1,-1,-1\n"]))
        if value == "0.25":
            assert evaluate_tracks(truth.parent, found.parent).metrics["HOTA"] == 1.0
            continue
        with pytest.raises(InputError, match=r"E-422 .*line 40"):
            evaluate_tracks(truth.parent, found.parent)
