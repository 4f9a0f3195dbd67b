"""The whole table, as a person reads it."""

from __future__ import annotations

import subprocess
import sys

from made_results import MadeResult, make_class, make_many, make_undefined
from project_tree import TESTS

from truebox.report import to_table


def test_one_result_to_the_letter() -> None:
    result = MadeResult(per_class=(make_class(1, "cat", 0.25), make_class(2, "dog", 0.75)))
    assert to_table(result) == (
        "Class | Images | Truth | Detections |    AP |  AP50 |  AP75 | AR100\n"
        "------+--------+-------+------------+-------+-------+-------+------\n"
        "all   |    100 |    22 |         26 | 0.500 | 0.501 | 0.502 | 0.508\n"
        "dog   |      7 |    11 |         13 | 0.750 | 0.750 | 0.750 | 0.750\n"
        "cat   |      7 |    11 |         13 | 0.250 | 0.250 | 0.250 | 0.250\n"
        "\n"
        "APs 0.503 · APm 0.504 · APl 0.505   by truth area: s ≤ 32² ≤ m ≤ 96² ≤ l\n"
        "ARs 0.509 · ARm 0.510 · ARl 0.511\n"
        "AR1 0.506 · AR10 0.507 · AR100 0.508   best 1, 10, 100 per image and class\n"
    )


def test_a_list_of_one_is_one_result() -> None:
    assert to_table([make_many(3)]) == to_table(make_many(3))


def test_undefined_says_why() -> None:
    text = to_table(make_undefined())
    assert "n/a APs, ARs: no truth of small size" in text
    assert "-1" not in text
    assert "nan" not in text.lower()


def test_a_note_shared_by_all_files_is_said_once() -> None:
    text = to_table([make_undefined(), make_undefined()])
    assert text.count("no truth of small size") == 1
    assert "A: n/a" not in text


def test_a_note_of_one_file_names_it() -> None:
    assert "B: n/a APs, ARs: no truth of small size" in to_table([MadeResult(), make_undefined()])


def test_reasons_are_escaped() -> None:
    assert "\x1b" not in to_table(MadeResult(undefined={"AP": "\x1b[31mred"}))


def test_plain_text_does_not_load_rich() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from made_results import make_many\nfrom truebox.report import to_table\n"
        "to_table(make_many(3)); plain = 'rich' in sys.modules\n"
        "to_table(make_many(3), styled=True); print(plain, 'rich' in sys.modules)"
    )
    tests = str(TESTS / "made")
    done = subprocess.run([sys.executable, "-c", code, tests], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]
