from __future__ import annotations

import subprocess
import sys

_PROGRAM = """
import sys
from pycocotools.coco import COCO
import beside
print(COCO.__module__, sys.argv[1:], __name__)
sys.exit(3)
"""


def _run(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", "truebox.run", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_program_runs_as_it_is_with_truebox_in_the_place_of_pycocotools(tmp_path):
    (tmp_path / "train.py").write_text(_PROGRAM)
    (tmp_path / "beside.py").write_text("")
    for told in (_run(tmp_path, "train.py", "--epochs", "3"), _run(tmp_path, "-m", "train", "--epochs", "3")):
        assert told.stdout == "truebox.integrations.pycocotools.coco ['--epochs', '3'] __main__\n", (
            told.stderr
        )
        assert told.returncode == 3


def test_a_missing_program_is_said_and_help_is_given(tmp_path):
    told = _run(tmp_path, "none.py")
    assert (told.returncode, "there is no file none.py" in told.stdout) == (2, True)
    assert _run(tmp_path, "--help").returncode == 0
    assert _run(tmp_path).returncode == 2
