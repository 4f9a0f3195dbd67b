"""The ``.pyi`` stubs say what the compiled module has: the same names, the same parameters."""

from __future__ import annotations

import ast
import re
import types
from pathlib import Path

import pytest
from project_tree import ROOT, SOURCE, listed

from truebox import _native

STUBS = SOURCE / "_native" / "_core"
SUBMODULES = sorted(path.stem for path in STUBS.glob("*.pyi") if path.stem != "__init__")


def stub_names(text: str) -> dict[str, list[str] | None]:
    """Public names of a stub, with parameter names where the name is a plain function."""
    names: dict[str, list[str] | None] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            overloaded = node.name in names or node.decorator_list
            parameters = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            names[node.name] = None if overloaded else [argument.arg for argument in parameters]
        elif isinstance(node, ast.ClassDef):
            names[node.name] = None
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            if ast.unparse(node.annotation) == "TypeAlias":
                continue  # names a type for readers of the stub; there is nothing of it to compile
            names[node.target.id] = None
    return {name: parameters for name, parameters in names.items() if not name.startswith("_")}


def compiled_names(module: types.ModuleType) -> dict[str, list[str] | None]:
    """Public names of a compiled submodule, with parameter names where its binding tells them."""
    names: dict[str, list[str] | None] = {}
    for name, value in vars(module).items():
        if not name.startswith("_"):
            names[name] = _parameters(value)
    return names


def _parameters(value: object) -> list[str] | None:
    signatures = getattr(value, "__nb_signature__", None)
    if not signatures or len(signatures) != 1 or isinstance(value, type):
        return None
    shown = re.sub(r"\[[^\[\]]*\]", "", re.sub(r"\[[^\[\]]*\]", "", signatures[0][0].replace("\\", "")))
    inside = shown[shown.index("(") + 1 : shown.rindex(")")]
    return [
        found for found in re.findall(r"(?:^|,)\s*(\w+)\s*:", inside) if not found.startswith("arg")
    ] or None


def differences(stub: dict[str, list[str] | None], compiled: dict[str, list[str] | None]) -> list[str]:
    """In words, where stub and compiled module disagree."""
    found = [f"{name}: in the stub only" for name in sorted(set(stub) - set(compiled))]
    found += [f"{name}: not in the stub" for name in sorted(set(compiled) - set(stub))]
    for name in sorted(set(stub) & set(compiled)):
        written, real = stub[name], compiled[name]
        if written is not None and real is not None and written != real:
            found.append(f"{name}: the stub has {written}, the binding {real}")
    return found


def test_every_compiled_submodule_has_a_stub():
    compiled = {name for name, value in vars(_native._core).items() if isinstance(value, types.ModuleType)}
    assert compiled == set(SUBMODULES)


@pytest.mark.parametrize("name", SUBMODULES)
def test_the_stub_mirrors_the_compiled_submodule(name):
    stub = stub_names((STUBS / f"{name}.pyi").read_text(encoding="utf-8"))
    found = differences(stub, compiled_names(getattr(_native._core, name)))
    assert not found, listed(found)


def test_no_stub_is_left_over(tmp_path):
    assert [path for path in STUBS.rglob("*") if path.suffix not in {".pyi", ""}] == []


def test_the_guard_notices_each_kind_of_difference():
    stub = stub_names(
        "def f(a: int, b: int) -> int: ...\ndef gone() -> None: ...\nclass C: ...\n"
        "_hidden: int\nPair: TypeAlias = int\n"
    )
    assert stub == {"f": ["a", "b"], "gone": [], "C": None}
    compiled = {"f": ["a", "c"], "C": None, "fresh": None}
    assert differences(stub, compiled) == [
        "gone: in the stub only",
        "fresh: not in the stub",
        "f: the stub has ['a', 'b'], the binding ['a', 'c']",
    ]


def test_the_guard_reads_the_names_in_a_signature():
    class Bound:
        __nb_signature__ = (
            ("def f(a: numpy.ndarray[dtype=float64, shape=(*, 4)], b: int = \\1) -> int", "", ()),
        )

    assert _parameters(Bound()) == ["a", "b"]


def test_the_stub_folder_lies_in_the_source():
    assert Path(STUBS / "__init__.pyi").exists()


def ends_the_process(text: str) -> list[str]:
    """What of nanobind is ``noexcept`` and allocates: casters and ``__init__``; see throwing_casters.hpp."""
    includes = r"<nanobind/stl/(?:string|vector|filesystem|list|map|set|pair)\.h>"
    return re.findall(rf'{includes}|nb::init\b|nanobind::init\b|"__init__"', text)


def test_no_argument_ends_the_process_where_memory_lacks():
    sources = [
        path
        for path in (ROOT / "native" / "bindings").rglob("*.[ch]pp")
        if ends_the_process(path.read_text(encoding="utf-8"))
    ]
    assert sources == []


def test_the_rule_on_casters_notices_one():
    assert ends_the_process("#include <nanobind/stl/string.h>\n#include <nanobind/stl/tuple.h>") == [
        "<nanobind/stl/string.h>"
    ]
    assert ends_the_process('.def(nb::init<int>())\n.def("__init__", made)\n.def(nb::new_(&made))') == [
        "nb::init",
        '"__init__"',
    ]
