"""How long does each protocol take beside COCO, on the same records?"""

from __future__ import annotations

import time
import warnings

import truebox as tb
from benchmarks.answer import Answer, Row, Target
from benchmarks.asking import main
from benchmarks.made_data import made_files
from truebox.evaluation.registry import DETECTION_PROTOCOLS, protocol_value

_USUAL = DETECTION_PROTOCOLS[0]
# A truth of LVIS states which classes were looked for; KITTI evaluates three classes of its own names;
# nuScenes, Argoverse 2 and Waymo evaluate boxes in space or classes of their own, LUNA16 and CAMELYON16
# points. Those without boxes in pictures are left out too.
_WITHOUT = (
    *("lvis", "kitti", "nuscenes", "argoverse2", "luna16", "camelyon16"),
    *("waymo", "waymo_bev", "waymo_camera"),
)
_MOST = 2.0


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Processor time in one process, interleaved: 5,000 images and 500,000 detections, by each protocol."""
    files = made_files(500 if quick else 5000, 80)
    truth = tb.read_truth(files.truth)
    found = tb.read_predictions(files.predictions)
    names = [
        name
        for name in DETECTION_PROTOCOLS
        if name not in _WITHOUT and "boxes" in protocol_value(name).geometries
    ]
    seconds: dict[str, list[float]] = {name: [] for name in names}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for _ in range(rounds or (2 if quick else 5)):
            for name in names:
                start = time.process_time()
                tb.evaluate(truth, found, protocol=name, fit_test=False)
                seconds[name].append(time.process_time() - start)
    answer = Answer(
        "protocols",
        "Every protocol beside COCO",
        "Processor time in one process, interleaved: both sides as records, boxes, strict mode, with what a "
        "strict evaluation computes again for its warnings. That each protocol gives the numbers of its kit "
        "is tested in `tests/parity/test_protocol_kits.py` and beside each protocol.",
    )
    for name in names:
        answer.rows.append(Row(files.title, name, tuple(seconds[name]), answer="its own"))
    usual = answer.row(files.title, _USUAL)
    for row in answer.rows:
        if usual is not None and row.tool != _USUAL:
            answer.targets.append(
                Target(
                    files.title,
                    f"{row.tool} ≤ {_MOST:g} × the time of {_USUAL}",
                    row.time / usual.time,
                    _MOST,
                )
            )
    return answer


if __name__ == "__main__":
    main(ask)
