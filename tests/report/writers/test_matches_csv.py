"""Match tables as files: of every protocol from the command, CSV and Parquet with the same cells."""

from __future__ import annotations

import csv
import json
import math
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import protocol_files
import pytest
from match_worlds import small_result

from truebox.cli import main
from truebox.errors import ArgumentError, MissingExtraError
from truebox.evaluation import evaluate
from truebox.evaluation.registry import PROTOCOLS
from truebox.report import to_matches_csv, write_matches

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines()))


@pytest.mark.parametrize("name", PROTOCOLS)
def test_every_protocol_writes_them(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("PIL.Image")
    files = protocol_files.files_of(name, tmp_path / "data")
    target = tmp_path / "rows.csv"
    given = ["eval", str(files.truth), str(files.found[0]), "--protocol", name, "--matches", str(target)]
    code = main([*given, "--json", "--no-fit-test"] if takes_fit_test(name) else [*given, "--json"])
    said = capsys.readouterr()
    if code:
        assert (code, target.exists()) == (2, False)
        assert "--matches has no meaning" in said.err
        return
    rows = rows_of(target.read_text())
    document = json.loads(said.out)
    assert set(rows[0]) >= {"predictions", "geometry", "outcome", "overlap"}
    outcomes = Counter(row["outcome"] for row in rows)
    partners = [key for key in ("truth_row", "truth_id", "truth_segment") if key in rows[0]]
    for row in rows:
        if row["outcome"] == "true positive" and partners:
            assert row[partners[0]]
    per_class = document["results"][0]["per_class"]
    if "truth_row" in rows[0] and "image_id" in rows[0]:
        assert len(rows) - outcomes["missed"] == sum(each["detections"] for each in per_class)


def takes_fit_test(name: str) -> bool:
    return name not in ("panoptic", "voc_segmentation", "davis_semi_supervised", "otb", "lasot", "got10k")


def test_parquet_has_the_cells_of_csv(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="reads Parquet")
    results = [small_result(), small_result(iou_thresholds=(0.75,))]
    write_matches(results, tmp_path / "rows.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet")
    cells: dict[str, list[Any]] = table.to_pydict()
    rows = rows_of(to_matches_csv(results))
    assert list(cells) == list(rows[0])
    for place, row in enumerate(rows):
        for name, text in row.items():
            value = cells[name][place]
            nothing = value is None or value == "" or (isinstance(value, float) and math.isnan(value))
            assert text == ("" if nothing else str(value))


def test_formulas_are_made_harmless(tmp_path: Path) -> None:
    box = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9]}
    truth = {
        "images": [{"id": 1}],
        "categories": [{"id": 1, "name": "=1+1"}],
        "annotations": [{"id": 1, **box}],
    }
    for name, data in (("truth", truth), ("found", [{**box, "score": 0.5}])):
        (tmp_path / f"{name}.json").write_text(json.dumps(data))
    arguments = [str(tmp_path / "truth.json"), str(tmp_path / "found.json"), "-q"]
    assert main(["eval", *arguments, "--matches", str(tmp_path / "rows.csv")]) == 0
    (row,) = rows_of((tmp_path / "rows.csv").read_text())
    assert row["class"] == "'=1+1"


def test_without_pyarrow_it_is_named_before_anything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match="needs pyarrow"):
        write_matches(small_result(), tmp_path / "rows.parquet")
    assert main(["eval", "absent.json", "absent.json", "--matches", str(tmp_path / "rows.parquet")]) != 0
    assert "needs pyarrow" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_tables_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="writes Parquet")
    other = small_result()
    texts = [{"image_id": "a", "category_id": 1, "bbox": [0, 0, 9, 9]}]
    truth = {"images": [{"id": "a"}], "categories": [{"id": 1, "name": "cat"}]}
    named = evaluate(truth | {"annotations": [{"id": 1, **texts[0]}]}, [{**texts[0], "score": 0.5}])
    with pytest.raises(ArgumentError, match="do not go together"):
        write_matches([other, named], tmp_path / "rows.parquet")
    assert not list(tmp_path.iterdir())
