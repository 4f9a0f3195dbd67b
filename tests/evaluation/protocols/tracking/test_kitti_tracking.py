"""What KITTI tracking leaves out, by hand."""

from __future__ import annotations

from truebox.evaluation import evaluate_tracks

LINE = "0 {track} {kind} {truncated} {occluded} -10 {x0} 0 {x1} {height} -1 -1 -1 -1000 -1000 -1000 -10\n"


def test_what_kitti_leaves_out(tmp_path):
    """A car counts; a van, a hidden car, a small detection and one in a DontCare region count neither way."""

    def line(track, kind, x, height=50, occluded=0, truncated=0):
        return LINE.format(
            track=track, kind=kind, x0=x, x1=x + 50, height=height, occluded=occluded, truncated=truncated
        )

    truth = line(1, "Car", 0) + line(2, "Van", 100) + line(3, "Car", 200, occluded=3)
    truth += line(4, "Car", 300, truncated=1) + line(-1, "DontCare", 400)
    found = (
        "".join(line(k, "Car", 100 * k) for k in range(5))
        + line(5, "Car", 500, height=25)
        + line(6, "Car", 600)
    )
    for side, text in (("gt", truth), ("found", found)):
        (tmp_path / side).mkdir()
        (tmp_path / side / "0000.txt").write_text(text)
    car = evaluate_tracks(tmp_path / "gt", tmp_path / "found", protocol="kitti_tracking").per_class[0]
    assert (car.truths, car.detections, car.metrics["CLR_TP"], car.metrics["CLR_FP"]) == (1, 2, 1, 1)
