"""Pascal VOC results: a text file per class."""

from __future__ import annotations

import pytest
from label_samples import folder_of

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.formats.voc_results.format import FORMAT
from truebox.datasets.joining.joining import join
from truebox.datasets.registry import find_format
from truebox.errors import InputError
from truebox.generation import make_dataset

TRUTH = [{"boxes": [[0, 0, 9, 9]], "labels": ["traffic_light"], "file_name": "000012.jpg", "image_id": 5}]


def test_the_class_is_in_the_name_and_coordinates_count_from_1(tmp_path):
    root = folder_of(tmp_path, {"comp4_det_test_traffic_light.txt": "000012 0.75 11 21 30 60\r\n\n"})
    for path in (root, root / "comp4_det_test_traffic_light.txt"):
        found = read_predictions(path, truth=read_truth(TRUTH))
        assert found.boxes.tolist() == [[10, 20, 20, 40]]
        assert found.image.tolist() == read_truth(TRUTH).images.ids.tolist()
        assert found.category.tolist() == read_truth(TRUTH).categories.ids.tolist()
        assert found.scores.tolist() == [0.75]
        assert found.source.description == "VOC results (first pixel 1)"


def test_an_exact_0_means_all_begin_at_0(tmp_path):
    root = folder_of(tmp_path, {"det_val_cat.txt": "a b 1 0.0 2 3 4\na 1 5 6 7 8\n"})
    found = read_predictions(root)
    assert found.boxes.tolist() == [[0, 2, 3, 2], [5, 6, 2, 2]]
    assert found.image.tolist() == ["a b", "a"]
    assert [finding.code for finding in found.findings] == ["W-400"]
    assert read_predictions(root, pixel_origin=1).boxes.tolist()[1] == [4, 5, 3, 3]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("a 0.5 1 2 3", "there are 5 columns"),
        ("a 0,5 1 2 3 4", r"\"0,5\" is no number"),
        ("a nan 1 2 3 4", r"\"nan\" is no number"),
        (f"a {'9' * 100_000}x 1 2 3 4", r"\"9+\.+\" is no number"),
    ],
)
def test_a_broken_row_is_refused_by_file_and_line(tmp_path, row, words):
    root = folder_of(tmp_path, {"comp4_det_test_cat.txt": f"a 0.5 1 2 3 4\n{row}\n"})
    with pytest.raises(InputError, match=rf"E-409 comp4_det_test_cat.txt line 2: {words}"):
        read_predictions(root)
    assert len(read_predictions(root, lenient=True)) == 1


def test_negative_sizes_are_refused(tmp_path):
    root = folder_of(tmp_path, {"comp4_det_test_cat.txt": "a 0.5 30 2 3 4\n"})
    with pytest.raises(InputError, match=r"E-122 comp4_det_test_cat.txt line 1"):
        read_predictions(root)


def test_a_folder_without_such_files_is_refused(tmp_path):
    root = folder_of(tmp_path, {"cat.txt": "a 0.5 30 2 3 4\n"})
    with pytest.raises(InputError, match=r"E-409 .*comp4_det_test_person.txt"):
        read_predictions(root, format="voc-results")


def test_what_is_written_is_read_back(tmp_path):
    truth, predictions = make_dataset(5, 3, 6.0, 2.0, 3, crowds=0.0)
    losses = FORMAT.write_predictions(truth, predictions, tmp_path / "out")
    assert [loss.what for loss in losses] == ["order of detections of different classes"]
    found = read_predictions(tmp_path / "out", truth=truth, pixel_origin=1)
    assert _rows(found) == pytest.approx(_rows(predictions), abs=1e-9)


def _rows(records):
    rows = zip(
        records.scores.tolist(),
        records.image.tolist(),
        records.category.tolist(),
        records.boxes.tolist(),
        strict=True,
    )
    return [value for score, _, _, box in sorted(rows) for value in (score, *box)]


def test_a_class_that_is_no_name_of_a_file_is_refused(tmp_path):
    truth = read_truth([{"boxes": [[0, 0, 1, 1]], "labels": ["a/b"], "width": 2, "height": 2}])
    found = read_predictions([])
    with pytest.raises(InputError, match=r"E-414 .*part of a file's name"):
        FORMAT.write_predictions(truth, found, tmp_path / "out")


def test_six_words_in_a_file_of_that_name_are_no_text_boxes(tmp_path):
    root = folder_of(tmp_path, {"comp4_det_test_cat.txt": "a 0.5 1 2 3 4\n"})
    for path in (root, root / "comp4_det_test_cat.txt"):
        assert find_format(path, "predictions")[0].name == "voc-results"


@pytest.mark.parametrize("name", ["beach  day", "a b", "a\u00a0b", "\u3000a", "1 2"])
def test_blanks_within_a_name_are_kept_by_writing_and_reading(tmp_path, name):
    truth = read_truth(
        [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "file_name": f"{name}.jpg", "image_id": 5}]
    )
    found = read_predictions([{"boxes": [[1, 2, 9, 9]], "labels": ["cat"], "scores": [0.5], "image_id": 5}])
    FORMAT.write_predictions(truth, join(truth, found), tmp_path / "written")
    assert read_predictions(tmp_path / "written").image.tolist() == [name]
    assert read_predictions(tmp_path / "written", truth=truth).boxes.tolist() == [[1, 2, 8, 7]]


def test_blanks_before_a_row_are_no_part_of_a_name(tmp_path):
    root = folder_of(tmp_path, {"comp4_det_test_cat.txt": "  a   0.5 1 2   3 4  \n"})
    assert read_predictions(root).image.tolist() == ["a"]


@pytest.mark.parametrize("name", [" a", "\ufeffa"])
def test_a_name_that_would_be_read_otherwise_is_not_written(tmp_path, name):
    truth = read_truth([{"boxes": [], "labels": [], "file_name": f"{name}.jpg", "image_id": 5}])
    with pytest.raises(InputError, match="E-414"):
        FORMAT.write_predictions(truth, read_predictions([]), tmp_path / "written")
    assert not (tmp_path / "written").exists()
