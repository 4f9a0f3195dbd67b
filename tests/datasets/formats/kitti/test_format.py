"""KITTI labels; the sample line is 000000.txt of the training set, as the development kit prints it."""

from __future__ import annotations

import pytest
from format_rounds import check_round, refused
from small_scene import scene

import truebox as tb
from truebox.datasets.formats.kitti.format import FORMAT
from truebox.datasets.place import Place

SAMPLE = "Pedestrian 0.00 0 -0.20 712.40 143.00 810.73 307.92 1.89 0.48 1.20 1.84 1.47 8.41 0.01\n"
IGNORED = "DontCare -1 -1 -10 503.89 169.71 590.61 190.13 -1 -1 -1 -1000 -1000 -1000 -10\n"


@pytest.fixture
def labels(tmp_path):
    (tmp_path / "000000.txt").write_text(SAMPLE + IGNORED)
    (tmp_path / "000001.txt").write_text("")
    return tmp_path


def test_the_sample_is_read_as_the_kit_defines_it(labels):
    truth = tb.read_truth(labels)
    assert truth.source.format == "kitti"
    assert truth.images.ids.tolist() == ["000000", "000001"]
    assert truth.boxes[0].tolist() == [712.40, 143.00, 810.73 - 712.40, 307.92 - 143.00]
    assert truth.attributes["rotation_y"].tolist() == [0.01, -10]
    assert (truth.categories.names, truth.ignore.tolist()) == (("Pedestrian", "DontCare"), [0, 1])


@pytest.mark.parametrize(("origin", "corner"), [(None, [712.40, 143.00]), (0, [712.40, 143.00]),
                                                (1, [711.40, 142.00])])  # fmt: skip
def test_the_first_pixel_is_0_unless_a_person_says_1(labels, tmp_path, origin, corner):
    found = tmp_path / "found"
    found.mkdir()
    (found / "000000.txt").write_text(SAMPLE.strip() + " 0.75\n")
    for box in (
        tb.read_truth(labels, format="kitti", pixel_origin=origin).boxes[0],
        tb.read_predictions(found, format="kitti", pixel_origin=origin).boxes[0],
    ):
        assert box[:2].tolist() == pytest.approx(corner)
        assert box[2:].tolist() == [810.73 - 712.40, 307.92 - 143.00]  # a width has no origin


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(labels):
    (labels / "000000.txt").write_bytes(b"\xef\xbb\xbf" + (SAMPLE + IGNORED).replace("\n", "\r\n").encode())
    assert tb.read_truth(labels).boxes.shape == (2, 4)


def test_detections_need_a_16th_column(tmp_path):
    (tmp_path / "000000.txt").write_text(SAMPLE.strip() + " 0.75\n")
    found = tb.read_predictions(tmp_path)
    assert (found.scores.tolist(), found.image[0], found.category[0]) == ([0.75], "000000", "Pedestrian")
    (tmp_path / "000000.txt").write_text(SAMPLE)
    message = refused("E-123", tb.read_predictions, tmp_path, format="kitti")
    assert "000000.txt line 1" in message


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (SAMPLE[:40], "E-421"),
        (SAMPLE.replace("712.40", "712,40"), "E-422"),
        (SAMPLE.replace("712.40", "nan"), "E-422"),
        (SAMPLE.replace("712.40", "1e999"), "E-422"),
        (SAMPLE.replace("712.40", "1e300"), "E-121"),
        (SAMPLE.replace("712.40", "912.40"), "E-122"),
        ("x" * 70_000, "E-432"),
        (SAMPLE.replace("Pedestrian", "Caf\xe9").encode("latin-1"), "E-105"),
        (SAMPLE.encode("utf-16"), "E-105"),
    ],
)
def test_malformed_lines_are_refused_with_file_and_line(tmp_path, text, code):
    data = text if isinstance(text, bytes) else text.encode()
    (tmp_path / "7.txt").write_bytes(data)
    assert "7.txt line 1" in refused(code, tb.read_truth, tmp_path, format="kitti")


def test_lenient_drops_the_line_and_says_so(labels):
    with (labels / "000001.txt").open("w") as stream:
        stream.write("Car 0 0 0 1 2\n")
    truth = tb.read_truth(labels, format="kitti", lenient=True)
    assert len(truth) == 2
    assert [finding.code for finding in truth.findings] == ["W-150"]


def test_written_labels_come_back(tmp_path):
    check_round("kitti", tmp_path, "label_2")


def test_columns_of_space_survive(labels, tmp_path):
    truth = tb.read_truth(labels)
    losses = FORMAT.write_truth(truth, tmp_path / "again")
    again = tb.read_truth(tmp_path / "again")
    assert {name: column.tolist() for name, column in again.attributes.items()} == {
        name: column.tolist() for name, column in truth.attributes.items()
    }
    assert losses == ()


def test_a_class_of_two_words_cannot_be_written(tmp_path):
    truth, _ = scene(label="traffic light")
    refused("E-433", FORMAT.write_truth, truth, tmp_path / "labels")
    assert list(tmp_path.iterdir()) == []


def test_what_an_object_has_not_is_written_as_the_kit_writes_it(tmp_path):
    # The development kit's values for "unknown": -1 truncated and occluded, alpha -10, -1 for each side,
    # -1000 for each coordinate, rotation -10.
    truth = tb.read_truth([{"boxes": [[1, 2, 4, 8]], "labels": ["Car"], "file_name": "7.png"}])
    FORMAT.write_truth(truth, tmp_path / "labels")
    (words,) = [line.split() for line in (tmp_path / "labels" / "7.txt").read_text().splitlines()]
    numbers = [float(word) for word in words[1:]]
    assert (words[0], numbers[:7]) == ("Car", [-1, -1, -10, 1, 2, 4, 8])
    assert numbers[7:] == [-1, -1, -1, -1000, -1000, -1000, -10]


SCORED = SAMPLE.strip() + " 0.75\n"


@pytest.mark.parametrize(
    ("text", "truth", "predictions"),
    [
        (SAMPLE, 3, 1),  # as predictions they lack the score, which reading says
        (SAMPLE + IGNORED, 3, 1),
        (SCORED, None, 3),
        (SAMPLE + SCORED, None, None),
        (SAMPLE + SAMPLE.replace("712.40", "left"), None, None),
        (SAMPLE.replace(" 0.01", ""), None, None),
        (SCORED.strip() + " 1\n", None, None),
        ("", None, None),
    ],
)
def test_recognised_by_the_number_of_columns(tmp_path, text, truth, predictions):
    (tmp_path / "a.txt").write_text(text)
    found = [FORMAT.recognise(Place(tmp_path), role) for role in ("truth", "predictions")]
    assert [each and each.strength for each in found] == [truth, predictions]


def test_lenient_drops_a_detection_without_a_score(tmp_path):
    (tmp_path / "a.txt").write_text(SAMPLE + SCORED)
    found = tb.read_predictions(tmp_path, format="kitti", lenient=True)
    assert (found.scores.tolist(), [each.code for each in found.findings]) == ([0.75], ["W-150"])
