"""Small valid files of formats that are read and never written, or whose writers cannot say all.

A format is covered by having rows here: a test asks that every registered reader has a case.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SCORE = 0.8125
"""Of every detection that has one; no other number of a sample is written so."""

ROTATED = {"geometry": "rotated"}
QUAD = "377,117,463,117,465,130,378,130"
WORD = f"\ufeff{QUAD},Genaxis, Theatre\r\n493,115,519,115,519,131,493,131,###\r\n"
CURVE = ",".join(str(number) for number in (10, 10, 90, 40, *range(14), *range(14)))
RECT = {"name": "rect", "x": 10, "y": 20, "width": 30, "height": 40}
VIA = {"a.jpg9": {"filename": "a.jpg", "size": 9, "regions": [
    {"shape_attributes": RECT, "region_attributes": {"type": "cat"}}], "file_attributes": {}}}  # fmt: skip
FIFTYONE = {"samples": [{"filepath": "data/1.jpg", "metadata": {"width": 100, "height": 120}, **{
    name: {"_cls": "Detections", "detections": [{"_cls": "Detection", "label": "cat", "bounding_box": [
        0.1, 0.1, 0.5, 0.5], **more}]}
    for name, more in (("ground_truth", {}), ("predictions", {"confidence": SCORE}))
}}]}  # fmt: skip
ODGT = {"ID": "a", "width": 640, "height": 480, "gtboxes": [
    {"tag": "person", "fbox": [-5, 1, 20, 40], "hbox": [3, 1, 8, 9], "head_attr": {"ignore": 1}},
    {"tag": "mask", "fbox": [50, 50, 90, 90], "hbox": [0, 0, 1, 1], "extra": {"ignore": 1}}]}  # fmt: skip
ODGT_FOUND = {"ID": "a", "dtboxes": [{"box": [0, 1, 15, 40], "hbox": [3, 1, 8, 8], "score": SCORE}]}
CUBOIDS = (
    "tx_m,ty_m,tz_m,length_m,width_m,height_m,qw,qx,qy,qz,timestamp_ns,category,log_id,num_interior_pts,score\n"
    f"9,2,0,4,2,1.5,1,0,0,0,315970000000000001,BUS,a,7,{SCORE}\n"
)
SLIDE = (
    "<ASAP_Annotations><Annotations><Annotation PartOfGroup='Tumor'><Coordinates>"
    "<Coordinate X='0' Y='0'/><Coordinate X='320' Y='0'/><Coordinate X='320' Y='320'/>"
    "</Coordinates></Annotation></Annotations></ASAP_Annotations>"
)
SAMPLE = {
    "sample_token": "a", "translation": [1, 2, 0], "size": [2, 4, 2], "rotation": [1, 0, 0, 0],
    "velocity": [1, 0], "detection_name": "car", "detection_score": SCORE, "attribute_name": "",
}  # fmt: skip
LABEL = "0 1 Car 0 0 -10 10 20 50 60 -1 -1 -1 -1000 -1000 -1000 -10"
TEMPORAL = {"segment": [1.5, 4], "label": "Run"}
WORD_LIST = "x: [[10 60\n 110 60]], y: [[30 10 30\n50]], ornt: [u'c'], transcriptions: [u\"it's\"]\n"
FACES = "0--Parade/0_a.jpg\n2\n10 20 30 40 0 0 0 0 0 0\n1 2 3 4 0 0 0 1 0 0\n"
MOT = "1,1,10,20,30,40,1,1,1.0\n2,1,12,20,30,40,1,1,1.0\n"


@dataclass(frozen=True)
class Sample:
    """Files by name, which side they are, and what is said when they are read; one file is read by itself."""

    form: str
    side: str
    files: dict[str, str | bytes | Callable[[], bytes]]
    said: dict[str, Any] = field(default_factory=dict)
    at: str = ""

    def written(self, folder: Path) -> Path:
        """Write the files; the path to be read."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            made = content() if callable(content) else content
            path.write_bytes(made.encode() if isinstance(made, str) else made)
        return folder / self.at


def samples() -> list[Sample]:
    """All of them."""
    text = json.dumps
    return [
        Sample("activitynet", "truth", {"t.json": text({"version": "1.3", "taxonomy": [], "database": {
            "v": {"subset": "validation", "duration": 9.5, "annotations": [TEMPORAL]}}})}, at="t.json"),
        Sample("activitynet", "found", {"p.json": text({
            "results": {"v": [TEMPORAL | {"score": SCORE}]}, "external_data": {}})}, at="p.json"),
        Sample("argoverse2", "truth", {"t.csv": CUBOIDS}, at="t.csv"),
        Sample("argoverse2", "found", {"p.csv": CUBOIDS}, at="p.csv"),
        Sample("camelyon16", "truth", {
            "test_002.xml": SLIDE, "reference.csv": "test_001,Normal,None,None\ntest_002,Tumor,IDC,Macro\n"}),
        Sample("camelyon16", "found", {"a.csv": f"confidence,x,y\n{SCORE},10,20\n", "b.csv": ""}),
        Sample("cityscapes", "truth", {"ulm_0_1_gtFine_instanceIds.png": _ids}, {"geometry": "masks"}),
        Sample("cityscapes", "found", {"ulm_0_1_pred.txt": f"masks/a.png 26 {SCORE}\n", "masks/a.png": _mask},
               {"geometry": "masks"}),
        Sample("ctw1500", "truth", {"1001.txt": CURVE}, ROTATED),
        Sample("ctw1500", "found", {"1001.txt": "0,0,10,0,20,0,20,5,10,5,0,5\n1,1,9,1,9,9\n"}, ROTATED),
        Sample("fiftyone", "truth", {"samples.json": text(FIFTYONE)}),
        Sample("fiftyone", "found", {"samples.json": text(FIFTYONE)}),
        Sample("icdar", "truth", {"gt_img_1.txt": WORD}, ROTATED),
        Sample("icdar", "truth", {"gt.zip": _archive}, ROTATED, "gt.zip"),
        Sample("icdar", "found", {"res_img_1.txt": f"{QUAD},{SCORE}\n"}, ROTATED),
        Sample("kitti-tracking", "truth", {"0001.txt": LABEL + "\n"}),
        Sample("kitti-tracking", "found", {"0001.txt": f"{LABEL} {SCORE}\n"}),
        Sample("kitti-tracking", "found", {
            "0001.txt": f"0,2,10,20,50,60,{SCORE},1.5,1.6,3.9,1,2,3,.1,-.2\n"}),
        Sample("luna16", "truth", {
            "annotations.csv": "seriesuid,coordX,coordY,coordZ,diameter_mm\nb,10,20,30,6\n",
            "annotations_excluded.csv": "seriesuid,coordX,coordY,coordZ,diameter_mm\nb,1,2,3,-1\n",
            "seriesuids.csv": "b\na\n"}),
        Sample("luna16", "found", {
            "found.csv": f"seriesuid,coordX,coordY,coordZ,probability\nb,1,2,3,{SCORE}\n"},
               at="found.csv"),
        Sample("mot", "truth", {"gt/gt.txt": MOT, "seqinfo.ini": (
            "[Sequence]\nname=s\nframeRate=30\nseqLength=3\nimWidth=640\nimHeight=480\n")}),
        Sample("mot", "found", {"s.txt": f"1,1,10,20,30,40,{SCORE},-1,-1,-1\n"}, at="s.txt"),
        Sample("nuscenes", "truth", {"t.json": text({"meta": {}, "results": {"a": [SAMPLE], "b": []}})},
               at="t.json"),
        Sample("nuscenes", "truth", _tables(), at="v1.0-own"),
        Sample("nuscenes", "found", {"p.json": text({"meta": {}, "results": {"a": [SAMPLE]}})}, at="p.json"),
        Sample("odgt", "truth", {"t.odgt": text(ODGT) + "\n"}, at="t.odgt"),
        Sample("odgt", "found", {"p.odgt": text(ODGT_FOUND) + "\n"}, at="p.odgt"),
        Sample("total-text", "truth", {"poly_gt_img1.txt": WORD_LIST}, ROTATED),
        Sample("total-text", "found", {"img1.txt": "30,10,10,60,30,110,50,110,50,10\n"}, ROTATED),
        Sample("ultralytics", "found", {"predictions.json": text([{"image_id": "a", "file_name": "a.png",
            "category_id": 2, "bbox": [1.5, 2, 3, 4], "score": SCORE}])},
            at="predictions.json"),
        Sample("via", "truth", {"via.json": text(VIA)}, at="via.json"),
        Sample("visdrone", "truth", {"0001.txt": "10,20,30,40,1,4,0,1\n1,2,3,4,0,0,0,0,\n"}),
        Sample("visdrone", "found", {"0001.txt": f"10.5,20,30,40,{SCORE},4,-1,-1\n"}),
        Sample("waymo", "truth", {"t.bin": lambda: _waymo(0)}, at="t.bin"),
        Sample("waymo", "found", {"p.bin": lambda: _waymo(1)}, at="p.bin"),
        Sample("widerface", "truth", {"wider_face_val_bbx_gt.txt": FACES}, at="wider_face_val_bbx_gt.txt"),
        Sample("widerface", "truth", {f"wider_{name}_val.mat": lambda name=name: _faces(name)
                                      for name in ("face", "easy", "medium", "hard")}),
        Sample("widerface", "found", {"0--Parade/0_a.txt": f"0_a.jpg\n1\n1 2 3 4 {SCORE}\n"}),
    ]  # fmt: skip


def _picture(pixels: Any) -> bytes:
    import io

    from PIL import Image

    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "png")
    return stream.getvalue()


def _ids() -> bytes:
    import numpy as np

    return _picture(np.array([[7, 7, 26001, 26001], [26, 4, 26001, 29003]], np.uint16))


def _mask() -> bytes:
    import numpy as np

    return _picture(np.array([[0, 0, 200, 200], [0, 0, 200, 200]], np.uint8))


def _archive() -> bytes:
    import io
    import zipfile

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("gt_img_1.txt", WORD)
    return stream.getvalue()


def _waymo(side: int) -> bytes:
    from waymo_worlds import waymo_world

    return waymo_world(1)[side]


def _faces(name: str) -> bytes:
    from matlab_files import cells, matlab_file, matrix

    if name != "face":
        return matlab_file({"gt_list": cells([cells([matrix([[2]]), matrix([])])])}, deflated=name == "hard")
    whole = {
        "event_list": cells([matrix("0--Parade")]),
        "file_list": cells([cells([matrix("0_a"), matrix("0_b")])]),
        "face_bbx_list": cells([cells([matrix([[1, 2, 3, 4], [5, 6, 7, 8]]), matrix([])])]),
    }
    return matlab_file(whole, deflated=True)


def _tables() -> dict[str, str | bytes | Callable[[], bytes]]:
    held: dict[str, list[dict[str, Any]]] = {
        "sample": [{"token": "s", "timestamp": 1_000_000, "scene_token": "c"}],
        "scene": [{"token": "c", "name": "scene-0103"}],
        "category": [{"token": "k", "name": "vehicle.bus.rigid"}],
        "instance": [{"token": "i", "category_token": "k"}],
        "attribute": [{"token": "m", "name": "vehicle.moving"}],
        "sample_annotation": [{
            "instance_token": "i", "size": [2, 4, 2], "rotation": [1, 0, 0, 0], "num_radar_pts": 1,
            "token": "a", "sample_token": "s", "translation": [0, 0, 0], "attribute_tokens": ["m"],
            "num_lidar_pts": 1, "prev": "", "next": "",
        }],
        "sample_data": [{"sample_token": "s", "ego_pose_token": "p", "filename": "samples/LIDAR_TOP/x.bin"}],
        "ego_pose": [{"token": "p", "translation": [-10, 0, 0]}],
    }  # fmt: skip
    return {f"v1.0-own/{name}.json": json.dumps(rows) for name, rows in held.items()}
