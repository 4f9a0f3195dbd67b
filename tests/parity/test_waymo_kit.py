"""Generated frames, and what the kit's own library returned for them: `waymo_kit.json`, in full precision.

The kit: waymo-open-dataset 99a4cb3, ``metrics/*.cc`` and ``math/*.cc`` compiled with g++ 12.2 -O1 and
protobuf 3.21, the configuration of ``compute_detection_metrics_main.cc`` with TYPE_3D, TYPE_2D and, without
ranges, TYPE_AA_2D, and its preparation of levels and points for the first two.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from waymo_worlds import KINDS, waymo_world

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

EXPECTED = json.loads((Path(__file__).parent / "waymo_kit.json").read_text())
VIEWS = {"3d": "waymo", "2d": "waymo_bev", "aa": "waymo_camera"}
RANGES = {"0-30m": "[0, 30)", "30-50m": "[30, 50)", "50m+": "[50, +inf)"}
TASK = ("VEHICLE", "PEDESTRIAN", "CYCLIST")


def name_of(label: str, level: str, reach: str) -> str:
    where = f"RANGE_TYPE_{label}_{RANGES[reach]}" if reach else f"OBJECT_TYPE_TYPE_{label}"
    return f"{where}_LEVEL_{level}"


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("seed", range(len(EXPECTED)), ids=lambda seed: f"{seed}-{KINDS[seed % len(KINDS)]}")
def test_kit(tmp_path: Path, seed: int, view: str) -> None:
    """To the last bit: its single precision is ours."""
    kit, files = EXPECTED[seed][view], [tmp_path / "truth.bin", tmp_path / "found.bin"]
    for file, message in zip(files, waymo_world(seed, camera=view == "aa"), strict=True):
        file.write_bytes(message)
    classes = [
        tb.evaluate(*files, protocol=VIEWS[view]),
        tb.evaluate(*files, protocol=VIEWS[view], categories=["SIGN"]),
    ]
    compared = 0
    for result in classes:
        for each in result.per_class:
            for level in "21":
                for reach in ("", *(() if view == "aa" else RANGES)):
                    inside = ",".join(part for part in ("L1" if level == "1" else "", reach) if part)
                    tail = f"[{inside}]" if inside else ""
                    keys = [f"AP{tail}"] if view == "aa" else [f"AP{tail}", f"APH{tail}"]
                    wanted = kit[name_of(each.name, level, reach)]
                    assert [each.metrics[key] for key in keys] == wanted[: len(keys)], (each.name, tail)
                    compared += len(keys)
    assert compared == (8 if view == "aa" else 64)
    of_task = [kit[name_of(each, "2", "")][0] for each in TASK]
    assert classes[0].metrics["AP"] == pytest.approx(sum(of_task) / len(of_task), abs=1e-12)
