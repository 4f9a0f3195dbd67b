"""CVAT XML: images, video tracks, and files that are refused."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from format_worlds import objects_by_image

import truebox as tb
from truebox.datasets.registry import find_format
from truebox.errors import InputError

# Head and shapes as in the example of docs.cvat.ai, "XML annotation format".
HEAD = """<?xml version="1.0" encoding="utf-8"?>
<annotations><version>1.1</version><meta><task><size>{size}</size><mode>{mode}</mode>
<start_frame>0</start_frame><stop_frame>{stop}</stop_frame><frame_filter>{step}</frame_filter>
<labels><label><name>car</name><attributes><attribute><name>speed</name><input_type>number</input_type>
</attribute></attributes></label><label><name>person</name><attributes></attributes></label></labels>
<original_size><width>640</width><height>480</height></original_size></task></meta>
"""


def images_file(folder: Path, inner: str, name: str = "annotations.xml") -> Path:
    text = HEAD.format(size=1, mode="annotation", stop=0, step="")
    image = f'<image id="0" name="a.jpg" width="640" height="480">{inner}</image></annotations>'
    path = folder / name
    path.write_text(text + image, encoding="utf-8")
    return path


def video_file(folder: Path, tracks: str, size: int = 6, step: str = "") -> Path:
    path = folder / "annotations.xml"
    head = HEAD.format(size=size, mode="interpolation", stop=size - 1, step=step)
    path.write_text(f"{head}{tracks}</annotations>", encoding="utf-8")
    return path


def box(frame: int, left: float, outside: int = 0, **more: Any) -> str:
    extra = "".join(f' {key}="{value}"' for key, value in more.items())
    return (
        f'<box frame="{frame}" xtl="{left}" ytl="0" xbr="{left + 10}" ybr="20" outside="{outside}" '
        f'occluded="0" keyframe="1"{extra}></box>'
    )


BOX = '<box label="car" occluded="1" xtl="10.5" ytl="20" xbr="30" ybr="60" z_order="0">'


def test_boxes_are_corners(tmp_path):
    inner = f'{BOX}<attribute name="speed">3.5</attribute><attribute name="old">true</attribute></box>'
    truth = tb.read_truth(images_file(tmp_path, inner))
    assert truth.boxes.tolist() == [[10.5, 20, 19.5, 40]]
    assert truth.categories.names == ("car", "person")  # declared in the head, used or not
    assert {key: column.tolist() for key, column in truth.attributes.items()} == {
        "speed": [3.5],
        "old": [True],
        "occluded": [True],
    }
    assert (truth.images.ids.tolist(), list(truth.images.file_names)) == (["a"], ["a.jpg"])


def test_rotation_is_about_the_centre(tmp_path):
    inner = '<box label="car" xtl="0" ytl="10" xbr="40" ybr="20" rotation="90"></box>'
    truth = tb.read_truth(images_file(tmp_path, inner), geometry="masks")
    np.testing.assert_allclose(truth.boxes, [[15, -5, 10, 40]], atol=1e-12)
    assert truth.attributes["angle"].tolist() == [90.0]
    np.testing.assert_allclose(truth.segmentations.numbers, [25, -5, 25, 35, 15, 35, 15, -5], atol=1e-12)


def test_other_shapes(tmp_path):
    inner = (
        '<polygon label="car" points="1,2;9,2;9,7"></polygon>'
        '<ellipse label="car" cx="50" cy="40" rx="20" ry="10" rotation="90"></ellipse>'
        '<mask label="car" left="2" top="1" width="3" height="2" rle="1, 2, 1, 2"></mask>'
        '<polyline label="car" points="1,2;3,4"></polyline><tag label="car"></tag>'
        '<skeleton label="car"><points label="nose" points="1,2"></points></skeleton>'
    )
    truth = tb.read_truth(images_file(tmp_path, inner))
    np.testing.assert_allclose(truth.boxes, [[1, 2, 8, 5], [40, 20, 20, 40], [2, 1, 3, 2]])
    assert str(truth.findings[0]) == (
        "W-440 3 shapes have no box and are left out: 1 of kind polyline, 1 of kind skeleton, 1 of kind tag"
    )
    shaped = tb.read_truth(images_file(tmp_path, inner), geometry="masks")
    assert shaped.segmentations.kinds.tolist() == [3, 3, 1]


def test_points_are_keypoints(tmp_path):
    inner = f'{BOX}</box><points label="car" points="1,2;5,9"></points>'
    truth = tb.read_truth(images_file(tmp_path, inner), geometry="keypoints")
    assert truth.keypoints.points.tolist() == [[[1, 2, 2], [5, 9, 2]]]


def test_crowd_and_ignore_are_attributes(tmp_path):
    flags = ["is_crowd", "ignore", "difficult"]
    inner = "".join(f'{BOX}<attribute name="{flag}">true</attribute></box>' for flag in flags)
    truth = tb.read_truth(images_file(tmp_path, inner))
    assert (truth.crowd.tolist(), truth.ignore.tolist()) == ([1, 0, 0], [0, 1, 1])


def test_a_track_is_followed_through_all_frames(tmp_path):
    first = f'<track id="3" label="car">{box(1, 0)}{box(3, 20)}{box(5, 20, outside=1)}</track>'
    truth = tb.read_truth(video_file(tmp_path, first))
    assert len(truth.images) == 6  # frames that show nothing are images too
    assert truth.images.attributes["frame"].tolist() == [0, 1, 2, 3, 4, 5]
    assert truth.images.sizes[0].tolist() == [640, 480]
    assert truth.image.tolist() == ["frame_000001", "frame_000002", "frame_000003", "frame_000004"]
    assert truth.boxes[:, 0].tolist() == [0, 10, 20, 20]
    assert truth.attributes["track"].tolist() == [3, 3, 3, 3]
    assert [each.code for each in truth.findings] == ["W-442"]


def test_the_last_shape_stays_until_the_end(tmp_path):
    truth = tb.read_truth(video_file(tmp_path, f'<track id="0" label="car">{box(2, 0)}</track>', size=5))
    assert truth.image.tolist() == ["frame_000002", "frame_000003", "frame_000004"]


def test_frames_may_be_a_choice_of_the_video(tmp_path):
    tracks = f'<track id="0" label="car">{box(0, 0)}{box(10, 20)}</track>'
    truth = tb.read_truth(video_file(tmp_path, tracks, size=15, step="step=5"))
    assert truth.image.tolist() == ["frame_000000", "frame_000005", "frame_000010"]
    assert truth.boxes[:, 0].tolist() == [0, 10, 20]


def test_a_project_names_frames_by_task(tmp_path):
    size = "<original_size><width>{}</width><height>9</height></original_size>"
    task = f"<task><id>{{}}</id><size>1</size>{size}</task>"
    tasks = task.format(7, 64) + task.format(8, 32)
    tracks = "".join(f'<track id="0" label="car" task_id="{each}">{box(0, each)}</track>' for each in (7, 8))
    path = tmp_path / "a.xml"
    path.write_text(
        f"<annotations><meta><project><tasks>{tasks}</tasks></project></meta>{tracks}</annotations>"
    )
    truth = tb.read_truth(path)
    assert truth.images.ids.tolist() == ["task_7/frame_000000", "task_8/frame_000000"]
    assert truth.images.sizes[:, 0].tolist() == [64, 32]


@needs_fixtures
def test_the_fixture_holds_what_its_labelme_files_do():
    root = "padilla_review/data/database/gts"
    truth = tb.read_truth(fixture(f"{root}/cvat_format/annotations.xml"))
    other = tb.read_truth(fixture(f"{root}/labelme_format"))
    assert (len(truth), len(truth.images)) == (273, 100)  # the fixtures' README
    assert objects_by_image(truth) == objects_by_image(other)


def test_gzip_and_a_mark_at_the_start_are_read(tmp_path):
    path = images_file(tmp_path, f"{BOX}</box>")
    (tmp_path / "marked.xml").write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    (tmp_path / "packed.xml.gz").write_bytes(gzip.compress(path.read_bytes().replace(b"\n", b"\r\n")))
    assert len(tb.read_truth(tmp_path / "marked.xml")) == 1
    assert len(tb.read_truth(tmp_path / "packed.xml.gz")) == 1


BOMB = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>
<annotations><image id="0" name="&b;"></image></annotations>"""
FETCH = """<!DOCTYPE x SYSTEM "file:///etc/passwd"><annotations><image id="0" name="a"/></annotations>"""


@pytest.mark.parametrize("text", [BOMB, FETCH])
def test_documents_that_declare_anything_are_refused(tmp_path, text):
    path = tmp_path / "a.xml"
    path.write_text(text)
    with pytest.raises(InputError, match="E-406"):
        tb.read_truth(path, format="cvat")


@pytest.mark.parametrize(
    ("inner", "message"),
    [
        ('<box label="car" xtl="1" ytl="2" xbr="3"></box>', "E-441 .*image 0 box 0: ybr is missing"),
        ('<box xtl="1" ytl="2" xbr="3" ybr="4"></box>', "E-441 .*label is missing"),
        ('<box label="car" xtl="1,5" ytl="2" xbr="3" ybr="4"></box>', "E-440 .*xtl.*with a decimal point"),
        ('<box label="car" xtl="nan" ytl="2" xbr="3" ybr="4"></box>', "E-440 .*xtl"),
        ('<box label="car" xtl="1e400" ytl="2" xbr="3" ybr="4"></box>', "E-440 .*xtl"),
        ('<box label="car" xtl="5" ytl="2" xbr="3" ybr="4"></box>', "E-122 .*image 0 box 0"),
        ('<polygon label="car" points="1,2;3,4"></polygon>', "E-451 .*polygon 0: 2 points"),
        ('<polygon label="car" points="1,2;3"></polygon>', "E-440 .*points"),
        ('<polygon label="car" points=""></polygon>', "E-440 .*points"),
        ('<mask label="car" left="0" top="0" width="2" height="2" rle="a"></mask>', "E-440 .*rle"),
        ("<box", "E-444 .*line 7"),
        ('</image><image id="1" name="a.jpg">', 'E-448 .*"a.jpg" is listed twice'),
    ],
)
def test_what_is_refused(tmp_path, inner, message):
    with pytest.raises(InputError, match=message):
        tb.read_truth(images_file(tmp_path, inner), format="cvat")


@pytest.mark.parametrize(
    ("tracks", "message"),
    [
        (f'<track id="0" label="car">{box(1, 0)}{box(1, 5)}</track>', "E-449 .*frame 1 is listed twice"),
        (f'<track id="0" label="car">{box(-1, 0)}</track>', "E-440 .*track 0 box 0 frame"),
        (
            '<track id="0" label="car"><polygon frame="0" points="0,0;1,0;1,1"/>'
            '<polygon frame="4" points="9,0;9,9;0,9"/></track>',
            "E-449 .*no polygon is listed between",
        ),
    ],
)
def test_tracks_that_are_refused(tmp_path, tracks, message):
    with pytest.raises(InputError, match=message):
        tb.read_truth(video_file(tmp_path, tracks))


def test_a_video_without_end_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"E-440 .*frames, need at most"):
        tb.read_truth(video_file(tmp_path, "", size=2_000_000_000))


def test_an_unknown_encoding_and_a_foreign_root_are_refused(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(b'<?xml version="1.0" encoding="klingon"?><annotations/>')
    with pytest.raises(InputError, match="E-444"):
        tb.read_truth(path, format="cvat")
    path.write_text("<annotation/>")
    with pytest.raises(InputError, match=r"E-444 .*begins with <annotation>"):
        tb.read_truth(path, format="cvat")


def test_lenient_drops_shapes(tmp_path):
    inner = f'<box label="car" xtl="1" ytl="2" xbr="3"></box>{BOX}</box>'
    truth = tb.read_truth(images_file(tmp_path, inner), lenient=True)
    assert truth.boxes.tolist() == [[10.5, 20, 19.5, 40]]
    assert "E-441" in truth.findings[0].message


def test_a_segment_of_other_files_is_not_taken_for_it(tmp_path):
    path = images_file(tmp_path, "")
    assert find_format(path, "truth")[1].text == "<annotations> with <image>, <track> or <meta>"
    with pytest.raises(InputError, match="E-151"):
        find_format(path, "predictions")
