"""``truebox view``: the address on stdout, and clear words where it cannot serve."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("plotly")
pytest.importorskip("uvicorn", reason="of the extra view")


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    box = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 10, 10]}
    truth = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 99, "height": 99}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "area": 100, "iscrowd": 0, **box}],
    }
    Path("t.json").write_text(json.dumps(truth))
    Path("p.json").write_text(json.dumps([{**box, "score": 0.5}]))
    return tmp_path


@pytest.mark.skipif(os.name != "posix", reason="signals to one process")
def test_it_serves_until_ctrl_c(files: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "truebox.cli", "view", "t.json", "p.json", "--names", "Ours"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    try:
        page = urllib.request.urlopen(address).read().decode()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(address.rsplit("/", 2)[0] + "/")
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert "<title>Truebox: Ours, AP " in page
    assert (process.returncode, out) == (0, "")
    assert "Ctrl-C ends the server" in err
    assert "Traceback" not in err
    assert sorted(each.name for each in files.iterdir()) == ["p.json", "t.json"]


def test_options_reach_the_server(files: Path, real_command: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import truebox.cli.runs.serving as serving

    asked: dict[str, Any] = {}

    def served(make: Any, **options: Any) -> None:
        asked.update(options, files=list(make().files))
        options["tell"]("http://127.0.0.1:8000/x/")

    monkeypatch.setattr(serving, "serve_page", served)
    code, out, err = real_command("view", "t.json", "p.json", "--port", "8000", "--open", "-q")
    assert (code, out, err) == (0, "http://127.0.0.1:8000/x/\n", "")
    assert (asked["port"], asked["open_browser"], asked["files"]) == (8000, True, ["a.jpg"])


def test_tracks_are_refused_with_what_to_do(real_command: Any, tmp_path: Path) -> None:
    lines = "".join(f"{frame},1,0,0,9,9,1,1,1\n" for frame in (1, 2, 3))
    (tmp_path / "gt/S/gt").mkdir(parents=True)
    (tmp_path / "gt/S/gt/gt.txt").write_text(lines)
    (tmp_path / "found").mkdir()
    (tmp_path / "found/S.txt").write_text(lines)
    code, out, err = real_command("view", str(tmp_path / "gt"), str(tmp_path / "found"))
    assert (code, out) == (2, "")
    assert "truebox eval TRUTH PREDICTIONS --report page.html" in err
    code, out, err = real_command(
        "eval", str(tmp_path / "gt"), str(tmp_path / "found"), "--report", f"{tmp_path}/page/"
    )
    assert (code, out) == (2, "")
    assert "one file, not a folder" in err
    assert not (tmp_path / "page").exists()


def test_without_the_extra_it_says_how_to_get_it(files: Path) -> None:
    program = (
        "import sys; sys.modules['uvicorn'] = None; sys.modules['starlette'] = None\n"
        "from truebox.cli import main; sys.exit(main(['view', 't.json', 'p.json', '-q']))"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    said = ended.stderr.partition("needs Starlette and Uvicorn. Install it with: pip install ")[2]
    assert ("'starlette>=" in said and "'uvicorn>=" in said) or "'truebox[view]'" in said
    assert "Traceback" not in ended.stderr


def test_a_folder_is_written_beside_other_outputs(files: Path, real_command: Any) -> None:
    code, _, _ = real_command("eval", "t.json", "p.json", "--report", "page/", "--json=out.json", "-q")
    assert code == 0
    assert sorted(each.name for each in (files / "page").iterdir()) == ["data", "index.html", "plotly.js"]
    assert json.loads((files / "out.json").read_text())["results"][0]["metrics"]["AP"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("t.json/", "this is a file"),
        ("no/such/", "there is no folder no; make it first"),
        (".", "holds something else than a page"),
    ],
)
def test_a_folder_that_cannot_be_is_refused_at_once(
    files: Path, real_command: Any, target: str, words: str
) -> None:
    code, out, err = real_command("eval", "t.json", "absent.json", "--report", target, "-q")
    assert (code, out) == (2, "")
    assert words in err
