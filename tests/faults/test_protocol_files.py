"""Files of every registered protocol, damaged on either side: a number, or a refusal with code and fix.

What is damaged are the files as users have them (`protocol_files`): a protocol is tried by being registered.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import protocol_files
import pytest

from truebox.cli import main
from truebox.evaluation.registry import PROTOCOLS

pytest.importorskip("PIL.Image")
pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

TEXTS = (".txt", ".csv", ".odgt", ".json", ".xml", ".yaml")
NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d+(?![\w.])")


def files_in(path: Path) -> list[Path]:
    held = [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())
    return [each for each in held if each.suffix != ".ini"]


def numbered(path: Path) -> Path | None:
    """The first text with a number that has decimals."""
    texts = [each for each in files_in(path) if each.suffix in TEXTS]
    return next((each for each in texts if NUMBER.search(each.read_text())), None)


def with_number(value: str) -> Callable[[Path], bool]:
    def damage(path: Path) -> bool:
        file = numbered(path)
        if file is None:
            return False
        text = file.read_text()
        begin, end = list(NUMBER.finditer(text))[-1].span()
        file.write_text(text[:begin] + value + text[end:])
        return True

    return damage


def emptied(path: Path) -> bool:
    for file in files_in(path):
        file.write_bytes(b"")
    return True


def cut(path: Path) -> bool:
    file = max(files_in(path), key=lambda each: each.stat().st_size)
    content = file.read_bytes()
    file.write_bytes(content[: 2 * len(content) // 3 - 1])
    return True


def one_less(path: Path) -> bool:
    held = files_in(path)
    if len(held) < 2:
        return False
    held[-1].unlink()
    return True


def of_other_things(path: Path) -> bool:
    for file in files_in(path):
        file.write_text("this is a letter, and nothing of the kind\n")
    return True


DAMAGES: dict[str, tuple[Callable[[Path], bool], bool]] = {
    "a number that is none": (with_number("nan"), True),
    "an endless number": (with_number("1e999"), True),
    "a word for a number": (with_number("x1"), True),
    "a file less": (one_less, False),
    "cut": (cut, False),
    "empty": (emptied, False),
    "a letter": (of_other_things, True),
}
"""What is done, and whether it must be named: refused, or said in a finding."""

MEANT = {("lasot", "a number that is none", "truth"): "a frame without its object"}
"""What says something in these files."""


@pytest.mark.parametrize("name", PROTOCOLS)
def test_damaged_files_are_named(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = protocol_files.files_of(name, tmp_path / "whole")
    tried = 0
    for damage, (apply, must) in DAMAGES.items():
        for side in ("truth", "found"):
            home = tmp_path / "damaged"
            shutil.rmtree(home, ignore_errors=True)
            shutil.copytree(tmp_path / "whole", home)
            truth, found = (
                home / each.relative_to(tmp_path / "whole") for each in (whole.truth, whole.found[0])
            )
            if not apply(truth if side == "truth" else found):
                continue
            code = main(["eval", str(truth), str(found), "--protocol", name, "--no-diagnosis", "--json", "-"])
            out, said = capsys.readouterr()
            where = (damage, side, code, said[-600:])
            assert code in (0, 3), where
            if code == 3:
                assert re.search(r"[EW]-\d{3} .*Fix: ", said, re.DOTALL), where
            else:
                json.loads(out, parse_constant=pytest.fail)
                assert not must or (name, damage, side) in MEANT or re.search(r"W-\d{3} ", said), where
            tried += 1
    assert tried >= 6


def test_a_number_is_found_and_damaged(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("car 1 2.5 3.5\n")
    assert with_number("nan")(tmp_path)
    assert (tmp_path / "a.txt").read_text() == "car 1 2.5 nan\n"
