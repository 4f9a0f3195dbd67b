"""Which sequences a path holds."""

from __future__ import annotations

import pytest
from format_rounds import refused

from truebox.datasets.formats.mot.sequences import sequences_of

# As in MOT17-02-FRCNN, shortened.
INFO = "[Sequence]\nname=MOT17-02\nimDir=img1\nframeRate=30\nseqLength=3\nimWidth=1920\nimHeight=1080\n"


@pytest.fixture
def benchmark(tmp_path):
    for name in ("MOT17-04", "MOT17-02"):
        (tmp_path / name / "gt").mkdir(parents=True)
        (tmp_path / name / "gt" / "gt.txt").write_text("1,1,1,1,5,5,1,1,1\n")
        (tmp_path / name / "seqinfo.ini").write_text(INFO)
    return tmp_path


def test_a_benchmark_has_its_sequences_by_name(benchmark):
    found = sequences_of(benchmark, "gt")
    assert [each.name for each in found] == ["MOT17-02", "MOT17-04"]
    assert (found[0].length, found[0].width, found[0].height) == (3, 1920, 1080)
    assert found[0].file_name(2) == "MOT17-02/img1/000002.jpg"


def test_one_sequence_needs_no_name(benchmark):
    for path in (
        benchmark / "MOT17-02",
        benchmark / "MOT17-02" / "gt",
        benchmark / "MOT17-02" / "gt" / "gt.txt",
    ):
        (only,) = sequences_of(path, "gt")
        assert (only.key(7), only.length) == ("000007", 3)


def test_a_broken_description_is_refused(benchmark):
    (benchmark / "MOT17-02" / "seqinfo.ini").write_text("seqLength=3\n")
    assert "seqinfo.ini" in refused("E-436", sequences_of, benchmark, "gt")
    (benchmark / "MOT17-02" / "seqinfo.ini").write_text("[Sequence]\nseqLength=many\n")
    refused("E-436", sequences_of, benchmark, "gt")
