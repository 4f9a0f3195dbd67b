"""Faults of kernels that can be switched on while the compiled module runs: one build for all of them.

A line with a fault becomes a line that asks a switch which of its two readings holds. What cannot be asked
that way (half a statement, what the compiler works out, a template's arguments) has no switch.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KERNELS = ROOT / "native" / "kernels"

MOST = 4096

_SWITCH = f"""#pragma once
#include <type_traits>
extern "C" {{
[[gnu::visibility("default"), gnu::used]] inline volatile int truebox_switched = 0;
[[gnu::visibility("default"), gnu::used]] inline volatile unsigned char truebox_passed[{MOST}] = {{}};
}}
inline bool truebox_is_switched(int number) {{
  truebox_passed[number] = 1;
  return truebox_switched == number;
}}
constexpr bool truebox_switch(int number) {{
  return std::is_constant_evaluated() ? false : truebox_is_switched(number);
}}
"""

# A type of one or more words, and a name: what begins a declaration.
_DECLARED = re.compile(r"((?:[\w:]+(?:<[^;=]*>)?(?: const)?[&*]?\s+)+[&*]?\w+) = (.+);$")


@dataclass(frozen=True)
class Switch:
    """One line of a header and what it reads when switched."""

    header: str
    """Under native/kernels."""
    line: int
    """From 0."""
    old: str
    new: str
    what: str


def switched_line(number: int, old: str, new: str) -> str | None:
    """One line that reads `new` when its switch is on, and `old` otherwise; None where there is none."""
    indent = old[: len(old) - len(old.lstrip())]
    statement = _statement(number, old.partition("//")[0].strip(), new.partition("//")[0].strip())
    return None if statement is None else indent + statement


def _statement(number: int, old: str, new: str) -> str | None:
    """The same of a statement without its indent."""
    if begun := re.match(r"((?:\} )?(?:else )?(?:if|while|for) \()", old):
        return _headed(number, old, new, begun.group(1))
    if (
        not old.endswith(";")
        or not _balanced(old)
        or old.startswith(("constexpr", "static constexpr", "inline constexpr"))
    ):
        return None
    if old in ("continue;", "break;"):
        return f"if (!truebox_switch({number})) {old}"
    if old.startswith("return ") and new.startswith("return "):
        return f"return {_chosen(number, old[7:-1], new[7:-1])};" if old[7] != "{" else None
    declared, also = _DECLARED.match(old), _DECLARED.match(new)
    if declared:
        if also is None or declared.group(1) != also.group(1) or len(_parted(declared.group(2), ",")) > 1:
            return None
        return f"{declared.group(1)} = {_chosen(number, declared.group(2), also.group(2))};"
    if (
        re.match(r"(using|struct|class|enum|case|default|public|private|friend|template)\b", old)
        or "{" in old
    ):
        return None
    if re.match(r"[\w:<>,&* ]+ \w+\(.*\)( const)?( noexcept)?;$", old) or re.fullmatch(
        r"[\w:<>,&* ]+ \w+;", old
    ):
        return None  # a declaration of a function, or of a variable without a value
    return f"if (truebox_switch({number})) {{ {new if new != ';' else ''} }} else {{ {old} }}"


def _headed(number: int, old: str, new: str, begun: str) -> str | None:
    """A statement with a condition or a loop's three parts, and what stands behind on the line."""
    if not new.startswith(begun.removesuffix("(")):
        return None
    end, new_end = _closing(old, len(begun) - 1), _closing(new, len(begun) - 1)
    if end is None or new_end is None:
        return None
    inner, behind = old[len(begun) : end], old[end + 1 :]
    new_inner, new_behind = new[len(begun) : new_end], new[new_end + 1 :]
    if inner == new_inner:
        later = _statement(number, behind.strip(), new_behind.strip())
        return (
            None
            if later is None
            else f"{begun}{inner}) {{ {later} }}"
            if behind.strip().endswith(";")
            else None
        )
    if behind != new_behind:
        return None
    parts, new_parts = _parted(inner, ";"), _parted(new_inner, ";")
    if len(parts) != len(new_parts) or len(parts) not in (1, 2, 3) or (len(parts) == 1 and "for" in begun):
        return None
    for place, (one, other) in enumerate(zip(parts, new_parts, strict=True)):
        if one == other:
            continue
        last = place == len(parts) - 1
        if "for" in begun and place == 2:
            parts[place] = f" truebox_switch({number}) ? void({other.strip()}) : void({one.strip()})"
        elif ("for" in begun and place == 1) or ("for" not in begun and last and "{" not in one):
            parts[place] = f" truebox_switch({number}) ? bool({other.strip()}) : bool({one.strip()})"
        else:
            declared = _statement(number, one.strip() + ";", other.strip() + ";")
            if declared is None or declared.startswith("if"):
                return None
            parts[place] = declared[:-1]
    return f"{begun}{';'.join(parts)}){behind}"


def _chosen(number: int, old: str, new: str) -> str:
    return f"(truebox_switch({number}) ? ({new}) : ({old}))"


def _balanced(text: str) -> bool:
    return all(text.count(one) == text.count(other) for one, other in ("()", "{}", "[]"))


def _closing(text: str, start: int) -> int | None:
    """Where the bracket that opens at `start` closes."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if depth == 0:
            return place
    return None


def _parted(text: str, mark: str) -> list[str]:
    """The parts between marks that stand in no bracket."""
    parts, depth, begin = [], 0, 0
    for place, each in enumerate(text):
        depth += (each in "([{") - (each in ")]}")
        if each == mark and depth == 0:
            parts.append(text[begin:place])
            begin = place + 1
    return [*parts, text[begin:]]


class SwitchedBuild:
    """Builds the compiled module with switches; those that do not compile are left out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT / "native", folder / "native", ignore=shutil.ignore_patterns("tests"))
        lists = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8").replace(" -O3 ", " -O1 ")
        (folder / "CMakeLists.txt").write_text(lists, encoding="utf-8")
        (folder / "native" / "kernels" / "truebox_switch.hpp").write_text(_SWITCH, encoding="utf-8")

    def __call__(self, switches: Iterable[Switch]) -> tuple[Path, dict[int, Switch]]:
        """The module's file, and the switches it has, by number from 1."""
        numbered = dict(enumerate(switches, start=1))
        command = ["cmake", "-G", "Ninja", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=None"]
        self._run([*command, "-DSKBUILD_PROJECT_VERSION=0", f"-DPython_EXECUTABLE={sys.executable}"])
        while True:
            self._write(numbered)
            said = self._run(["cmake", "--build", "build", "--", "-k", "0"])
            if said is None:
                return next((self.folder / "build").glob("_core*.so")), numbered
            wrong = set(re.findall(r"native/kernels/([\w/]+\.hpp):(\d+):\d+: error", said))
            kept = {
                number: each
                for number, each in numbered.items()
                if (each.header, str(each.line + 2)) not in wrong  # the line of the include comes before
            }
            if len(kept) == len(numbered):
                raise RuntimeError(said[-4000:])
            numbered = kept

    def _write(self, numbered: dict[int, Switch]) -> None:
        by_header: dict[str, list[tuple[int, Switch]]] = {}
        for number, each in numbered.items():
            by_header.setdefault(each.header, []).append((number, each))
        for header in {str(each.relative_to(KERNELS)) for each in KERNELS.rglob("*.hpp")}:
            text = (KERNELS / header).read_text(encoding="utf-8")
            if header in by_header:
                lines = text.split("\n")
                for number, each in by_header[header]:
                    lines[each.line] = switched_line(number, each.old, each.new) or each.old
                text = "\n".join(['#include "truebox_switch.hpp"', *lines])
            place = self.folder / "native" / "kernels" / header
            if place.read_text(encoding="utf-8") != text:
                place.write_text(text, encoding="utf-8")

    def _run(self, command: list[str]) -> str | None:
        """What it said where it failed."""
        folder = Path(sys.executable).parent
        path = os.pathsep.join([str(folder), os.environ.get("PATH", "")])
        done = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, "PATH": path},
            text=True,
            capture_output=True,
            check=False,
        )
        return done.stdout + done.stderr if done.returncode else None
