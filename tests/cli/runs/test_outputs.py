"""Reports are refused early or written whole."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from made_results import make_many

from truebox import report
from truebox.cli.runs.outputs import Output, plan_outputs, write_file
from truebox.errors import ArgumentError


def plan(coco_text: bool = False, **targets: str | None) -> tuple[Output, ...]:
    return plan_outputs(targets, coco_text=coco_text)


def test_the_table_is_printed_unless_something_else_is() -> None:
    assert plan(json=None) == (Output("table", "-"),)
    assert plan(json="-") == (Output("json", "-"),)
    assert plan(coco_text=True) == (Output("coco-text", "-"),)


def test_files_leave_stdout_to_the_table(tmp_path: Path) -> None:
    target = str(tmp_path / "a.csv")
    assert plan(csv=target) == (Output("csv", target), Output("table", "-"))


def test_two_reports_for_stdout_are_refused() -> None:
    with pytest.raises(ArgumentError, match="--json and --coco-text both go to stdout"):
        plan(json="-", coco_text=True)


def test_two_reports_for_one_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="--json and --csv both write"):
        plan(json=str(tmp_path / "a"), csv=f"{tmp_path}/../{tmp_path.name}/a")


def test_folders_and_missing_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="this is a folder"):
        plan(json=str(tmp_path))
    with pytest.raises(ArgumentError, match="there is no folder"):
        plan(json=str(tmp_path / "no" / "a.json"))
    with pytest.raises(ArgumentError, match="empty file name"):
        plan(json="")


@pytest.mark.parametrize("kind", ["json", "csv", "md"])
def test_somebodys_data_is_not_overwritten(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "predictions.json"
    target.write_text('[{"image_id": 1}]')
    with pytest.raises(ArgumentError, match="is no output of this kind"):
        plan(**{kind: str(target)})


def test_what_is_read_is_not_written_over(tmp_path: Path) -> None:
    table, link = tmp_path / "found.parquet", tmp_path / "link.parquet"
    table.write_bytes(b"PAR1")
    link.symlink_to(table)
    for target in (table, link):
        with pytest.raises(ArgumentError, match=r"--matches .*parquet: this is an input"):
            plan_outputs({"matches": str(target)}, coco_text=False, inputs=["truth.json", str(table)])
    assert plan_outputs({"matches": str(table)}, coco_text=False)[0].target == str(table)


@pytest.mark.parametrize("kind", ["json", "csv", "md"])
@pytest.mark.parametrize("files", [1, 2])
def test_an_own_report_is_overwritten(tmp_path: Path, kind: str, files: int) -> None:
    text = {"json": report.to_json, "csv": report.to_csv, "md": report.to_markdown}[kind](
        [make_many(2)] * files
    )
    target = tmp_path / "out"
    write_file(str(target), text)
    assert plan(**{kind: str(target)})[0] == Output(kind, str(target))
    write_file(str(target), "")
    assert plan(**{kind: str(target)})[0].target == str(target)


def test_a_file_is_utf8_with_unix_line_ends_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_file(str(tmp_path / "a.md"), "猫\n\ud800")
    assert (tmp_path / "a.md").read_bytes() == "猫\n\\ud800".encode()
    assert os.listdir(tmp_path) == ["a.md"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.json"
    target.write_text("old")

    def fail(source: str, destination: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space left on device"):
        write_file(str(target), "new")
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_folder_that_went_away_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"cannot write: No such file or directory: .*a\.json"):
        write_file(str(tmp_path / "gone" / "a.json"), "text")


@pytest.mark.parametrize("end", ["/", "//", ""])
def test_the_folder_that_is_missing_is_named(tmp_path: Path, end: str) -> None:
    with pytest.raises(ArgumentError, match=f"there is no folder {tmp_path / 'no'}; make it first"):
        plan_outputs(
            {"report": f"{tmp_path / 'no' / 'page'}/{end}"}, coco_text=False, folders=frozenset({"report"})
        )
    with pytest.raises(ArgumentError, match=f"there is no folder {tmp_path / 'no'}; make it first"):
        plan(json=str(tmp_path / "no" / "a.json"))


def test_what_may_not_be_written_is_refused_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The superuser may write anywhere, so that the system's answer is taken away from it here."""
    closed, protected = tmp_path / "closed", tmp_path / "kept.json"
    closed.mkdir()
    protected.touch()
    denied = {str(closed), str(protected)}
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) not in denied)
    for target in (closed / "a.json", protected):
        with pytest.raises(PermissionError, match=r"cannot write: .*ermission denied"):
            plan(json=str(target))
    assert plan(json=str(tmp_path / "b.json"))[0].target == str(tmp_path / "b.json")


@pytest.mark.skipif(os.name != "posix", reason="Windows has no folder of devices")
def test_a_device_needs_no_folder_that_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) == os.devnull)
    assert plan(json=os.devnull)[0] == Output("json", os.devnull)


@pytest.mark.skipif(not hasattr(os, "statvfs"), reason="this system does not say how a disk is mounted")
@pytest.mark.parametrize(
    ("flags", "words"), [(0, "Permission denied"), (getattr(os, "ST_RDONLY", 1), "Read-only file system")]
)
def test_a_disk_mounted_to_be_read_is_said(tmp_path, monkeypatch, flags, words):
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=flags))
    with pytest.raises(OSError, match=f"cannot write: {words}"):
        plan_outputs({"json": str(tmp_path / "a.json")}, coco_text=False)


def test_a_circle_of_links_and_a_link_into_no_folder_are_said_before_the_run(tmp_path):
    first, second, astray = (tmp_path / name for name in ("first", "second", "astray"))
    try:
        first.symlink_to(second)
    except OSError:
        pytest.skip("this system does not let everybody make links")
    assert plan_outputs({"json": str(first)}, coco_text=False)  # written through
    second.symlink_to(first)
    astray.symlink_to(tmp_path / "no" / "a.json")
    with pytest.raises(OSError, match="cannot write: ") as refused:
        plan_outputs({"json": str(first)}, coco_text=False)
    assert refused.value.errno == errno.ELOOP
    with pytest.raises(FileNotFoundError, match="cannot write: "):
        plan_outputs({"json": str(astray)}, coco_text=False)
