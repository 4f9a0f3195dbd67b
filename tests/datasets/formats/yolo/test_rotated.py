"""What tells that labels hold rotated boxes."""

from __future__ import annotations

import pytest
from label_samples import folder_of, png

from truebox.datasets.formats.yolo.rotated import rotated_evidence

CORNERS = " ".join(["0.1"] * 8)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"0 {CORNERS} 0.9", "its rows have 10 columns"),
        (f"0 {CORNERS} 0.9 7", "its rows have 11 columns"),
        (f"0 {CORNERS}", ""),
        ("0 0.1 0.1 0.1 0.1 0.9", ""),
    ],
)
def test_results_tell_by_the_length_of_their_rows(tmp_path, line, said):
    root = folder_of(tmp_path, {"a.txt": "", "b.txt": f"{line}\n{line}\n"})
    assert rotated_evidence(root, "predictions", None) == said


def test_a_dataset_tells_by_its_description(tmp_path):
    files = {"images/val/a.png": png(9, 9), "labels/val/a.txt": f"0 {CORNERS}\n"}
    yaml = "path: .\nval: images/val\nnames: [cat]\ntask: obb\n"
    root = folder_of(tmp_path / "a", {**files, "data.yaml": yaml})
    said = "; the upright boxes around them: --geometry boxes"
    assert rotated_evidence(root, "truth", None) == f"data.yaml says task: obb{said}"
    assert rotated_evidence(root, "truth", "obb") == f"--task obb{said}"
    assert rotated_evidence(root, "truth", "segment") == ""
    other = folder_of(tmp_path / "b", {**files, "data.yaml": yaml.replace("obb", "segment")})
    assert rotated_evidence(other, "truth", None) == ""
