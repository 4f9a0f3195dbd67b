"""COCO files without the rows that would be refused."""

from __future__ import annotations

import json

import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.errors import InputError
from truebox.generation import make_dataset, to_coco, to_coco_results


@pytest.fixture
def made(tmp_path):
    truth, found = make_dataset(20, 4, seed=5)
    dataset, results = to_coco(truth), to_coco_results(found)

    def write(truth_changes=None, result_changes=None):
        for rows, changes in ((dataset["annotations"], truth_changes), (results, result_changes)):
            for row, change in (changes or {}).items():
                rows[row] = change if not isinstance(change, dict) else {**rows[row], **change}
        (tmp_path / "truth.json").write_text(json.dumps(dataset))
        (tmp_path / "found.json").write_text(json.dumps(results))
        return len(dataset["annotations"]), len(results)

    return tmp_path, write


def test_bad_results_are_dropped_and_counted_with_their_rows(made):
    folder, write = made
    bad = {3: {"bbox": [1, 2, 3]}, 11: {"score": None}, 12: {"bbox": [1, 2, -3, 4]}, 13: "no object"}
    _, count = write(result_changes=bad)
    with pytest.raises(InputError):
        read_predictions(folder / "found.json")
    found = read_predictions(folder / "found.json", lenient=True)
    assert len(found) == count - 4
    said = {finding.message.split()[4].rstrip(":"): finding.rows for finding in found.findings}
    assert said == {"E-120": (3,), "E-124": (11,), "E-122": (12,), "E-135": (13,)}
    assert {finding.code for finding in found.findings} == {"W-150"}
    assert "found.json[3].bbox" in found.findings[0].message


def test_bad_annotations_are_dropped(made):
    folder, write = made
    count, _ = write(truth_changes={0: {"bbox": None}, 7: {"area": -1}})
    truth = read_truth(folder / "truth.json", lenient=True)
    assert len(truth) == count - 2
    assert sum(finding.count for finding in truth.findings if finding.code == "W-150") == 2


def test_clean_files_are_read_as_ever(made):
    folder, write = made
    write()
    plain, lenient = (read_truth(folder / "truth.json", lenient=each) for each in (False, True))
    assert lenient.boxes.tolist() == plain.boxes.tolist()
    assert lenient.findings == plain.findings


def test_what_is_no_row_is_refused_all_the_same(made):
    folder, write = made
    write()
    (folder / "found.json").write_text("[{]")
    with pytest.raises(InputError, match="E-104"):
        read_predictions(folder / "found.json", format="coco", lenient=True)
    (folder / "truth.json").write_text('{"images": [{"id": []}], "annotations": [], "categories": []}')
    with pytest.raises(InputError, match="E-126"):
        read_truth(folder / "truth.json", lenient=True)
