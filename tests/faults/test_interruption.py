"""Ctrl-C while a kernel computes: the kernel ends, and `KeyboardInterrupt` comes out of the call."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from project_tree import TESTS

pytestmark = pytest.mark.skipif(
    not hasattr(time, "pthread_getcpuclockid"), reason="counts the processor time of another thread"
)

# The time between signal and exception is counted in processor time of the main thread: another program that
# takes the processor meanwhile does not count.
PROGRAM = """
import os, signal, sys, threading, time
sys.path.insert(0, sys.argv[1])
import numpy as np
clock = time.pthread_getcpuclockid(threading.main_thread().ident)
sent = []
started = threading.Event()
def interrupt():
    started.wait()
    time.sleep(0.15)
    sent.append(time.clock_gettime(clock))
    os.kill(os.getpid(), signal.SIGINT)
random = np.random.default_rng(0)
def boxes(count, side, size):
    corner = random.random((count, 2)) * side
    return np.concatenate([corner, corner + 1 + random.random((count, 2)) * size], 1)
{prepare}
thread = threading.Thread(target=interrupt)
thread.start()
try:
    started.set()
    for _ in range(1000):
        {work}
except KeyboardInterrupt:
    late = time.clock_gettime(clock) - sent[0]
    print(f"{{late:.3f}}")
    thread.join()
    # What was interrupted works again.
    from truebox import overlap, suppression
    assert len(suppression.nms([[0, 0, 1, 1], [0, 0, 1, 1]], [0.5, 0.6])) == 1
    assert overlap.pairwise_iou(np.ones((300, 4)) * [0, 0, 1, 1], np.ones((300, 4)) * [0, 0, 1, 1]).min() == 1
"""

CASES = {
    "nms": (
        "from truebox.suppression import nms\nb, s = boxes(400_000, 3000, 200), random.random(400_000)",
        "nms(b, s, iou_threshold=0.9)",
    ),
    "soft nms": (
        "from truebox.suppression import soft_nms\nb, s = boxes(100_000, 3000, 100), random.random(100_000)",
        "soft_nms(b, s)",
    ),
    "matrix nms": (
        "from truebox.suppression import matrix_nms\nb, s = boxes(60_000, 3000, 100), random.random(60_000)",
        "matrix_nms(b, s)",
    ),
    "fusion": (
        "from truebox.suppression import weighted_boxes_fusion\n"
        "b, s = boxes(150_000, 0.9, 0.01).clip(0, 1) / 2, random.random(150_000)\n"
        "b[:, 2:] = b[:, :2] + 0.001",
        "weighted_boxes_fusion([b], [s])",
    ),
    "optimal matching": (
        "from truebox.matching import match_optimal\n"
        "c = np.minimum.outer(np.arange(3000.), np.arange(3000.)) * random.random((3000, 3000))",
        "match_optimal(c)",
    ),
    "greedy matching": (
        "from truebox.matching import match_greedy\no, s = random.random((4000, 4000)), random.random(4000)",
        "match_greedy(o, s)",
    ),
    "overlaps": (
        "from truebox.overlap import pairwise_giou\nb = boxes(6000, 1000, 50)",
        "pairwise_giou(b, b)",
    ),
    "rotated overlaps": (
        "from truebox.overlap import pairwise_rotated_iou\n"
        "b = np.c_[random.random((6000, 2)) * 1000, random.random((6000, 2)) * 500 + 1, random.random(6000)]",
        "pairwise_rotated_iou(b, b, unit='radians', direction='clockwise')",
    ),
    "mask overlaps": (
        "from truebox import masks, overlap\nm = masks.encode_masks(random.random((150, 300, 300)) < 0.5)",
        "overlap.pairwise_mask_iou(m, m)",
    ),
    "matching of an evaluation": (
        "import warnings\nwarnings.simplefilter('ignore')\nfrom truebox import evaluation\n"
        "from coco_records import prediction_records, truth_records\n"
        "b = boxes(3000, 2000, 300)\nb[:, 2:] -= b[:, :2]\n"
        "t = truth_records({'images': [{'id': 1, 'width': 4000, 'height': 4000}], 'categories': [{'id': 1, "
        "'name': 'a'}], 'annotations': [{'id': i + 1, 'image_id': 1, 'category_id': 1, 'bbox': list(x), "
        "'area': x[2] * x[3], 'iscrowd': 0} for i, x in enumerate(b.tolist())]})\n"
        "p = prediction_records([{'image_id': 1, 'category_id': 1, 'bbox': x, 'score': i / 3000} "
        "for i, x in enumerate(b.tolist())])",
        "evaluation.evaluate(t, p, max_detections=[10, 100, 3000])",
    ),
    "bootstrap": (
        "import coco_worlds, warnings\nwarnings.simplefilter('ignore')\n"
        "from coco_records import prediction_records, truth_records\n"
        "from truebox import diagnosis, evaluation\n"
        "t, p = coco_worlds.world(random, images=80, classes=4, detections=60)\n"
        "r = evaluation.evaluate(truth_records(t), prediction_records(p))",
        "diagnosis.intervals(r, replicates=100_000)",
    ),
    "reader of predictions": (
        "from truebox._native._core.datasets import read_predictions_text\n"
        'row = b\'{"image_id": 1, "category_id": 1, "bbox": [1.5, 2.5, 3.5, 4.5], "score": 0.25},\'\n'
        "text = b'[' + row * 1_000_000 + row[:-1] + b']'",
        "read_predictions_text(text, 2)",
    ),
    "reader of tables": (
        "from truebox._native._core.tables import read_table_text\ntext = b'1.5,2.5,3.5\\n' * 8_000_000",
        "read_table_text(text, 0, b'\\1\\1\\1', 44, 2)",
    ),
    "tracks": (
        "from truebox._native import tracks\nn = 30_000 * 60\n"
        "f, i = np.repeat(np.arange(30_000, dtype=np.int32), 60), np.tile(np.arange(60), 30_000)\n"
        "b, r = boxes(n, 1000, 100), np.ones(n, dtype=np.uint8)\n"
        "t, p = (tracks.TrackRows(f, i, b + move, r * (move == 0)) for move in (0, 9))\n"
        "s = tracks.TrackSequence(t, p, 30_000, np.empty(0))\n"
        "h = tracks.TrackRules(corners=True, ids_of_kept=False, by_content=False, epsilon=1e-9, "
        "beforehand=-1.0, unassigned=0.0, threshold=0.5, carries_memory=False, gaps_of_tracker=False, "
        "mostly_includes=False, measures_vace=True, alphas=np.arange(1, 20) / 20)",
        "tracks.evaluate_tracks([s], h, 2)",
    ),
    "reader of tracks": (
        "import tempfile, pathlib\nfrom truebox._native import tracks\n"
        "file = pathlib.Path(tempfile.mkdtemp()) / 'a.txt'\n"
        "file.write_text('1,2,3.5,4.5,5.5,6.5,1,-1,-1,-1\\n' * 8_000_000)",
        "tracks.read_track_files([file], 2)",
    ),
}


ALONE = ("nms", "overlaps", "matching of an evaluation", "bootstrap")  # with one thread they go other ways


@pytest.mark.parametrize(
    ("case", "threads"), [*((case, "2") for case in CASES), *((case, "1") for case in ALONE)]
)
def test_a_kernel_ends_soon_after_the_signal(case: str, threads: str) -> None:
    """In one of three tries: a kernel that never asks is late in all, one without a processor in few."""
    prepare, work = CASES[case]
    seconds = []
    while len(seconds) < 3 and not any(taken < 0.3 for taken in seconds):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM.format(prepare=prepare, work=work), str(TESTS / "made")],
            env={**os.environ, "TRUEBOX_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        seconds.append(float(done.stdout))
    assert min(seconds) < 0.3, seconds


def test_the_command_ends_with_130(tmp_path) -> None:
    """From the signal to the exit, with two million rows to read."""
    row = '{"image_id": 1, "category_id": 1, "bbox": [1.5, 2.5, 3.5, 4.5], "score": 0.25}'
    (tmp_path / "found.json").write_text("[" + ",".join([row] * 2_000_000) + "]")
    (tmp_path / "truth.json").write_text('{"images": [{"id": 1, "width": 9, "height": 9}], '
        '"categories": [{"id": 1, "name": "a"}], "annotations": []}')  # fmt: skip
    command = [sys.executable, "-m", "truebox.cli", "eval", "truth.json", "found.json", "--json=out.json"]
    run = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.4)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=60)
    # A signal that comes before Python listens ends the process as the system does.
    assert run.returncode in (130, -signal.SIGINT), err
    assert not (tmp_path / "out.json").exists()
