"""LabelMe: shapes of every kind, the real fixture, and files that are refused."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from format_worlds import assert_same_objects, objects_by_image

import truebox as tb
from truebox.datasets.formats.labelme.format import FORMAT
from truebox.datasets.registry import find_format
from truebox.errors import InputError
from truebox.masks.coco import masks_from_coco
from truebox.masks.dense import decode_masks


def shape(points: Any, kind: str | None = "rectangle", label: str = "cat", **more: Any) -> dict[str, Any]:
    held = {"label": label, "points": points, "group_id": None, "flags": {}}
    return {**held, **({} if kind is None else {"shape_type": kind}), **more}


def document(*shapes: Any, **more: Any) -> dict[str, Any]:
    """In the order of keys in which labelme writes."""
    return {
        "version": "5.4.1",
        "flags": {},
        "shapes": list(shapes),
        "imagePath": "a.jpg",
        "imageData": None,
        "imageHeight": 480,
        "imageWidth": 640,
        **more,
    }


def write(folder: Path, held: Any, name: str = "a.json") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(held if isinstance(held, str) else json.dumps(held), encoding="utf-8")
    return path


def boxes(folder: Path, *shapes: Any, **reading: Any) -> list[list[float]]:
    return tb.read_truth(write(folder, document(*shapes)), **reading).boxes.tolist()


@pytest.mark.parametrize("points", [[[10, 20], [30, 60]], [[30, 60], [10, 20]], [[10, 60], [30, 20]]])
def test_a_rectangle_is_two_corners_in_any_order(tmp_path, points):
    assert boxes(tmp_path, shape(points)) == [[10, 20, 20, 40]]


def test_other_shapes_with_a_box(tmp_path):
    found = boxes(
        tmp_path,
        shape([[1, 2], [9, 2], [9, 7]], "polygon"),
        shape([[1, 2], [9, 2], [9, 7]], None),  # before shape_type existed, all were polygons
        shape([[50, 50], [53, 54]], "circle"),  # radius 5
        shape([[10, 0], [20, 10], [10, 20], [0, 10]], "oriented_rectangle"),
        shape([[0, 0], [8, 0], [8, 6], [0, 6]], "rectangle"),  # as X-AnyLabeling writes it
        shape([[4, 5], [6, 9]], "mask", mask=""),  # both points are pixels of the mask
    )
    assert found == [[1, 2, 8, 5], [1, 2, 8, 5], [45, 45, 10, 10], [0, 0, 20, 20], [0, 0, 8, 6], [4, 5, 3, 5]]


def test_an_oriented_rectangle_keeps_its_angle_and_corners(tmp_path):
    corners = [[10, 0], [20, 10], [10, 20], [0, 10]]
    path = write(tmp_path, document(shape(corners, "oriented_rectangle")))
    truth = tb.read_truth(path, geometry="masks")
    assert truth.attributes["angle"].tolist() == [45.0]
    assert truth.segmentations.numbers.tolist() == [10, 0, 20, 10, 10, 20, 0, 10]


def test_lines_and_points_are_left_out_and_counted(tmp_path):
    path = write(
        tmp_path, document(shape([[1, 1]], "point"), shape([[1, 1], [2, 2]], "line"), shape([[0, 0], [1, 1]]))
    )
    truth = tb.read_truth(path)
    assert len(truth) == 1
    assert [str(each) for each in truth.findings] == [
        "W-440 2 shapes have no box and are left out: 1 of kind line, 1 of kind point"
    ]


def test_flags_become_flags_and_attributes(tmp_path):
    flags = {"crowd": True, "difficult": True, "blurred": False}
    truth = tb.read_truth(write(tmp_path, document(shape([[0, 0], [1, 1]], flags=flags))))
    assert (truth.crowd.tolist(), truth.ignore.tolist()) == ([1], [1])
    assert {name: column.tolist() for name, column in truth.attributes.items()} == {
        "difficult": [True],
        "blurred": [False],
    }


def test_a_folder_gives_images_by_their_files(tmp_path):
    write(tmp_path, document(shape([[0, 0], [4, 4]], label="dog"), imagePath="..\\images\\a.jpg"), "b/a.json")
    write(tmp_path, document(), "a.json")
    truth = tb.read_truth(tmp_path)
    assert truth.images.ids.tolist() == ["a", "b/a"]
    assert list(truth.images.file_names) == ["a.jpg", "../images/a.jpg"]
    assert truth.images.sizes.tolist() == [[640, 480], [640, 480]]
    assert truth.source.evidence == '*.json with "shapes" and "imagePath"'


def test_a_picture_inside_the_file_is_passed_over(tmp_path):
    picture = base64.b64encode(bytes(3_000_000)).decode()
    held = {"imagePath": "a.jpg", "imageData": picture, "shapes": [shape([[0, 0], [4, 4]])]}
    truth = tb.read_truth(write(tmp_path, held))
    assert truth.boxes.tolist() == [[0, 0, 4, 4]]
    assert truth.images.sizes.tolist() == [[0, 0]]


def test_masks_are_pasted_where_their_points_say(tmp_path):
    from PIL import Image

    pixels = np.array([[1, 0, 1], [1, 1, 0]], dtype=np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(pixels * 255).convert("1").save(buffer, "PNG")
    mask = base64.b64encode(buffer.getvalue()).decode()
    held = document(shape([[2, 1], [4, 2]], "mask", mask=mask), imageWidth=6, imageHeight=4)
    column = tb.read_truth(write(tmp_path, held), geometry="masks").segmentations
    size, text = column.sizes[0].tolist(), column.text.tobytes().decode()
    dense = decode_masks(masks_from_coco([{"size": size, "counts": text}]))[0]
    expected = np.zeros((4, 6), dtype=np.uint8)
    expected[1:3, 2:5] = pixels
    assert dense.tolist() == expected.tolist()


def test_detections_have_scores_as_x_anylabeling_writes_them(tmp_path):
    path = write(tmp_path, document(shape([[0, 0], [4, 4]], score=0.25)))
    found = tb.read_predictions(path)
    assert (found.scores.tolist(), found.image.tolist(), found.category.tolist()) == (
        [0.25],
        ["a.jpg"],
        ["cat"],
    )
    with pytest.raises(InputError, match=r"E-123 .*shapes\[0\]: score is missing"):
        tb.read_predictions(write(tmp_path, document(shape([[0, 0], [4, 4]]))))


@needs_fixtures
def test_the_fixture_holds_what_its_coco_file_does():
    root = "padilla_review/data/database/gts"
    truth = tb.read_truth(fixture(f"{root}/labelme_format"))
    coco = tb.read_truth(fixture(f"{root}/coco_format_v2/instances_v2.json"))
    assert (len(truth), len(truth.images)) == (273, 100)  # the fixtures' README
    assert objects_by_image(truth) == objects_by_image(coco)


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ('{"imagePath": "a.jpg", "shapes": [', r"E-104 .*a\.json line 1"),
        ("", "E-103"),
        ('\ufeff{"imagePath": "a.jpg", "shapes": []}', "E-105 .*byte-order mark"),
        ('{"imagePath": "a.jpg", "shapes": {}}', "E-440 .*shapes: an object .*need a list"),
        ('{"imagePath": "a.jpg", "flags": {}}', "E-441 .*a.json: shapes is missing"),
        ('{"imagePath": "a.jpg", "shapes": [3]}', r"E-440 .*shapes\[0\]: 3, need an object"),
        (
            document(shape([[1, 2]], "rectangle")),
            r"E-451 .*shapes\[0\]: 1 points, need 2 or 4 for a rectangle",
        ),
        (document(shape([[1, 2], [3, 4]], "polygon")), "E-451 .*2 points, need 3 or more for a polygon"),
        (document(shape([[1, 2], [3, 4]], "blob")), 'E-451 .*shape_type "blob" is unknown'),
        (document(shape([["1,5", 2], [3, 4]])), r"E-440 .*shapes\[0\] points: a list of 2"),
        (document(shape([[1], [3, 4]])), "E-440 .*among the points"),
        (document(shape([[1, 2], [3, 4]], label=7)), "E-440 .*label: 7, need a text"),
        (document(shape([[1, 2], [3, 1e300]])), "E-121"),
        ('{"imagePath": "a.jpg", "shapes": [{"label": "c", "points": [[1, NaN], [2, 3]]}]}', "E-104 .*NaN"),
        (document(imageWidth=-3), "E-440 .*imageWidth: -3"),
        (document(imageWidth=1e400), "E-104"),
    ],
)
def test_what_is_refused(tmp_path, held, message):
    text = held if isinstance(held, str) else json.dumps(held)
    with pytest.raises(InputError, match=message):
        tb.read_truth(write(tmp_path, text.replace("Infinity", "1e400")), format="labelme")


def test_lenient_drops_the_bad_shape_and_says_so(tmp_path):
    path = write(tmp_path, document(shape([[1, 2]]), shape([[0, 0], [4, 4]])))
    truth = tb.read_truth(path, lenient=True)
    assert truth.boxes.tolist() == [[0, 0, 4, 4]]
    assert [each.code for each in truth.findings] == ["W-150"]
    assert "1 row dropped by E-451" in truth.findings[0].message


def test_keypoints_are_refused(tmp_path):
    with pytest.raises(InputError, match="E-442"):
        tb.read_truth(write(tmp_path, document()), geometry="keypoints")


def test_line_ends_of_windows_do_not_matter(tmp_path):
    text = json.dumps(document(shape([[0, 0], [4, 4]])), indent=1).replace("\n", "\r\n")
    (tmp_path / "a.json").write_bytes(text.encode())
    assert tb.read_truth(tmp_path / "a.json").boxes.tolist() == [[0, 0, 4, 4]]


def test_polygons_are_written_where_they_fill_their_box(tmp_path):
    held = document(
        shape([[1, 2], [9, 2], [9, 7]], "polygon"),
        shape([[0, 0], [4, 4]], flags={"difficult": True, "crowd": True}),
    )
    truth = tb.read_truth(write(tmp_path / "in", held).parent, geometry="masks")
    losses = FORMAT.write_truth(truth, tmp_path / "out")
    again = tb.read_truth(tmp_path / "out", geometry="masks")
    assert losses == ()
    assert_same_objects(truth, again, 0)
    assert again.segmentations.numbers.tolist() == [1, 2, 9, 2, 9, 7]
    assert (again.crowd.tolist(), again.ignore.tolist()) == ([0, 1], [0, 1])


def test_names_that_lead_out_of_the_folder_are_not_written(tmp_path):
    from dataclasses import replace

    from truebox.records import Strings

    truth = tb.read_truth(write(tmp_path / "in", document()))
    out = replace(truth, images=replace(truth.images, file_names=Strings.of(["../../etc/x.jpg"])))
    with pytest.raises(InputError, match="E-174"):
        FORMAT.write_truth(out, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_it_is_recognised_by_its_first_keys(tmp_path):
    assert find_format(write(tmp_path, document()), "truth")[0].name == "labelme"
