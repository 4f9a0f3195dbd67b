"""Small faults put into the code, one at a time: how many of them do its own tests notice?

    python fuzz/mutants.py diagnosis fitting [--count 60] [--seed 1] [--minutes 10] [--slowest 60]

Each fault is one changed operator, number or condition of one module; the test file that mirrors the module
runs on a copy of the package, so that an interrupted run leaves the sources as they were. What survives is a
gap in the tests or makes no difference: both are listed with their line, to be read by a person.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "truebox"
TESTS = ROOT / "tests"

_COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One changed place of one module."""

    module: Path
    line: int
    what: str
    source: str


def changed(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What may stand in place of a node, each with a word for it."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Compare) and type(new.ops[0]) in _COMPARISONS:
        new.ops[0] = _COMPARISONS[type(new.ops[0])]()
        yield "comparison", new
    elif isinstance(new, ast.BinOp) and type(new.op) in _OPERATORS:
        new.op = _OPERATORS[type(new.op)]()
        yield "operator", new
    elif isinstance(new, ast.BoolOp):
        new.op = ast.Or() if isinstance(new.op, ast.And) else ast.And()
        yield "and/or", new
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not | ast.USub):
        yield "dropped", new.operand
    elif isinstance(new, ast.IfExp):
        new.test = ast.UnaryOp(ast.Not(), new.test)
        yield "condition turned", new
    elif isinstance(new, ast.Constant) and isinstance(new.value, bool):
        yield "constant", ast.Constant(not new.value)
    elif isinstance(new, ast.Constant) and isinstance(new.value, int | float):
        for step in (1, -1):
            yield "constant", ast.Constant(new.value + step)


def faults_of(module: Path) -> list[Fault]:
    """Every fault that can be put into a module, but for annotations and what only a type checker reads."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    found = []
    for parent, field, place, node in _places(tree):
        for what, new in changed(node):
            _put(parent, field, place, new)
            ast.fix_missing_locations(tree)
            words = f"{what}: {_short(node)} -> {_short(new)}"
            found.append(Fault(module, getattr(node, "lineno", 0), words, ast.unparse(tree)))
            _put(parent, field, place, node)
    return found


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params") or _for_the_type_checker(node):
            continue
        children = [(None, value)] if isinstance(value, ast.AST) else []
        if isinstance(value, list):
            children = [(place, each) for place, each in enumerate(value) if isinstance(each, ast.AST)]
        for place, child in children:
            yield node, field, place, child
            yield from _places(child)


def _for_the_type_checker(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _put(parent: ast.AST, field: str, place: int | None, node: ast.AST) -> None:
    if place is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[place] = node


def _short(node: ast.AST) -> str:
    return ast.unparse(node).replace("\n", " ")[:60]


def test_of(module: Path) -> Path | None:
    """The test file that mirrors a module, by its name or by that of its folder."""
    folder = TESTS / module.relative_to(PACKAGE).parent
    for stem in (module.stem.lstrip("_"), module.parent.name):
        if (folder / f"test_{stem}.py").exists():
            return folder / f"test_{stem}.py"
    return None


class CopiedPackage:
    """The package in a folder of its own, where a module can be replaced."""

    def __init__(self, folder: Path) -> None:
        self.source = folder / "src"
        shutil.copytree(PACKAGE.parent, self.source)
        self.clock = time.time()

    def write(self, module: Path, text: str) -> None:
        """Put a text in place of a module; never of the age of the one before, which may be compiled."""
        place = self.source / module.relative_to(PACKAGE.parent)
        place.write_text(text, encoding="utf-8")
        self.clock += 2
        os.utime(place, (self.clock, self.clock))

    def test(self, tests: list[Path], seconds: float) -> str:
        """Run tests on the copy: "killed", "survived", "timeout", or "no test" where none ran."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
        path = os.pathsep.join([str(self.source), *filter(None, [os.environ.get("PYTHONPATH")])])
        environment = {**os.environ, "PYTHONPATH": path}
        try:
            done = subprocess.run(
                [*command, *map(str, tests)],
                cwd=ROOT, env=environment, timeout=seconds, capture_output=True, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "timeout"
        return {0: "survived", 5: "no test"}.get(done.returncode, "killed")


def score(
    package: CopiedPackage, room: str, *, count: int, seed: int, until: float, slowest: float
) -> tuple[int, int]:
    """Print what becomes of so many faults of a room; how many were noticed, of how many."""
    modules = [path for path in sorted((PACKAGE / room).rglob("*.py")) if path.name != "__init__.py"]
    chosen = [fault for module in modules if test_of(module) for fault in faults_of(module)]
    random.Random(seed).shuffle(chosen)
    usual: dict[Path, float] = {}
    noticed = ran = 0
    for fault in chosen:
        if ran == count or time.monotonic() > until:
            break
        test = test_of(fault.module)
        assert test is not None  # only such modules were asked
        if test not in usual:
            begun = time.monotonic()
            outcome = package.test([test], slowest)
            usual[test] = time.monotonic() - begun if outcome == "survived" else 0.0
        if not usual[test]:
            continue  # too slow, skipped here, or it fails anyhow
        original = fault.module.read_text(encoding="utf-8")
        package.write(fault.module, fault.source)
        outcome = package.test([test], 10 + 5 * usual[test])
        package.write(fault.module, original)
        ran += 1
        noticed += outcome != "survived"
        where = f"{fault.module.relative_to(PACKAGE)}:{fault.line}"
        print(f"{outcome:9} {where}  {fault.what}", flush=True)
    return noticed, ran


def main() -> None:
    """Score the rooms that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rooms", nargs="+", help="folders of src/truebox, such as diagnosis")
    parser.add_argument("--count", type=int, default=60, help="faults of each room (60)")
    parser.add_argument("--seed", type=int, default=1, help="which faults are drawn (1)")
    parser.add_argument("--minutes", type=float, default=60.0, help="of each room, at most (60)")
    parser.add_argument(
        "--slowest", type=float, default=60.0, help="leave out test files that take longer (60 s)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        package = CopiedPackage(Path(folder))
        for room in options.rooms:
            until = time.monotonic() + 60 * options.minutes
            noticed, ran = score(
                package, room, count=options.count, seed=options.seed, until=until, slowest=options.slowest
            )
            print(f"{room}: {noticed} of {ran} noticed", flush=True)


if __name__ == "__main__":
    main()
