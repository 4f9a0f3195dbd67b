"""Pages written from the package when the documentation is built, so that no list can be out of date."""

from __future__ import annotations

import ast
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import format_table

import truebox
from truebox.codes import CODES
from truebox.errors import MissingExtraError

# `cli` is documented by its own help pages, `codes` by its own list.
_OTHER_PAGES = {"cli", "codes"}

# Rooms whose modules are imported by name, because each needs a framework.
_FRAMEWORK_MODULES = {"integrations": ("torch", "keras")}


def write(folder: Path) -> None:
    """Write every generated page into `folder`; a page that has not changed is not touched."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {f"truebox.{room}.rst": _room_page(room) for room in _rooms()}
    pages |= {"facade.rst": _facade_page(), "codes.rst": _codes_page()}
    pages |= {"commands.rst": _commands_page(), "formats.rst": format_table.formats_page()}
    for name, text in pages.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in folder.glob("*.rst"):
        if path.name not in pages:
            path.unlink()


def _rooms() -> Iterator[str]:
    for module in pkgutil.iter_modules(truebox.__path__):
        if not module.name.startswith("_") and module.name not in _OTHER_PAGES:
            yield module.name


def _heading(text: str, line: str = "=") -> list[str]:
    return [text, line * len(text), ""]


def _plain(text: str) -> str:
    """Text without meaning for reStructuredText."""
    return re.sub(r"([\\`*_|<>])", r"\\\1", text)


def _prose(text: str) -> str:
    """Text whose backticks enclose code."""
    parts = text.split("`")
    return "".join(f"``{part}``" if number % 2 else _plain(part) for number, part in enumerate(parts))


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").split("\n", 1)[0]


def _room_page(room: str) -> str:
    module = importlib.import_module(f"truebox.{room}")
    lines = [*_heading(f"truebox.{room}"), f".. automodule:: truebox.{room}", ""]
    for name in getattr(module, "__all__", []):
        lines += _entry(module, name)
    for name in _FRAMEWORK_MODULES.get(room, ()):
        lines += _framework_section(f"truebox.{room}.{name}")
    return "\n".join(lines)


def _framework_section(module_name: str) -> list[str]:
    """A module that imports its framework; its names from the source where the framework is not installed."""
    lines = _heading(module_name, "-")
    try:
        module = importlib.import_module(module_name)
    except MissingExtraError as missing:
        described = _described_in_source(module_name)
        lines += [described.pop(""), "", f"*Names only: {missing}*", ""]
        for name in sorted(described):
            lines += [f"``{name}``", f"   {described[name]}", ""]
        return lines
    lines += [f".. automodule:: {module_name}", ""]
    for name in module.__all__:
        # What a framework's base class brings along is documented there.
        lines += [f".. autoclass:: {module_name}.{name}", ""]
    return lines


def _described_in_source(module_name: str) -> dict[str, str]:
    """First paragraph of a module (under no name) and of each class it shows, without importing it."""
    place = Path(truebox.__file__).parent.joinpath(*module_name.split(".")[1:])
    path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    described = {"": _first_paragraph(tree)}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            described[node.name] = _first_paragraph(node)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{module_name}."):
            elsewhere = _described_in_source(str(node.module))
            described |= {alias.name: elsewhere[alias.name] for alias in node.names}
    return described


def _first_paragraph(node: ast.Module | ast.ClassDef) -> str:
    return " ".join((ast.get_docstring(node) or "").split("\n\n", 1)[0].split())


def _entry(module: ModuleType, name: str) -> list[str]:
    value, full_name = getattr(module, name), f"{module.__name__}.{name}"
    if inspect.isclass(value):
        inheritance = ["   :show-inheritance:"] if issubclass(value, BaseException) else []
        # What a class has from one of the package is described with it; what Python's own give is not.
        own = [base.__module__.startswith("truebox.") for base in value.__mro__]
        if not inheritance and any(own[1:]):
            inheritance = [f"   :inherited-members: {value.__mro__[own.index(False)].__name__}"]
        # The docstring of a named tuple describes its fields; as members they would be described twice.
        fields = getattr(value, "_fields", ())
        described = [f"   :exclude-members: {', '.join(fields)}"] if fields else []
        return [f".. autoclass:: {full_name}", "   :members:", *described, *inheritance, ""]
    if inspect.isroutine(value):
        return [f".. autofunction:: {full_name}", ""]
    if inspect.ismodule(value):
        return [f"``{full_name}``: {_first_line(value)}", ""]
    # `autodata` would show what the type says of itself.
    kind = type(value).__name__ + (f"[{type(value[0]).__name__}, ...]" if isinstance(value, tuple) else "")
    if kind.endswith("Alias"):  # of types: what it stands for
        kind = re.sub(r"\b(?:[a-z_]+\.)+", "", str(value))
    return [f".. py:data:: {full_name}", f"   :type: {kind}", ""]


def _facade_page() -> str:
    lines = [
        *_heading("Names at the root"),
        "``import truebox as tb`` gives these; each is loaded on first use.",
        "",
    ]
    for name in truebox.__all__:
        value = getattr(truebox, name)
        if inspect.ismodule(value):
            page = "codes" if name == "codes" else f"truebox.{name}"
            lines += [f":doc:`tb.{name} <{page}>`", f"   {_first_line(value)}", ""]
        else:
            role = "class" if inspect.isclass(value) else "func"
            home = f"truebox.{truebox._HOME[name]}.{name}"
            lines += [f":py:{role}:`tb.{name} <{home}>`", f"   {_first_line(value)}", ""]
    return "\n".join(lines)


def _codes_page() -> str:
    lines = [
        *_heading("Error and warning codes"),
        "``E`` refuses, ``W`` warns. A code never changes its meaning.",
        "",
    ]
    for code, entry in CODES.items():
        lines += [f".. _{code}:", "", *_heading(f"{code}: {_plain(entry.title)}", "-")]
        lines += [_prose(entry.meaning), "", ".. code-block:: text", ""]
        lines += [*(f"   {line}" for line in entry.example.splitlines()), ""]
        lines += [f"*What to do:* {_prose(entry.fix)}", ""]
    return "\n".join(lines)


def _commands_page() -> str:
    """The help pages of the command line, as a terminal shows them."""
    lines = [*_heading("Commands"), "What ``truebox`` and its commands say about themselves.", ""]
    top = _help()
    for command, text in [((), top), *(((name,), _help(name)) for name in _commands(top))]:
        lines += [*_heading(" ".join(("truebox", *command)), "-"), "::", ""]
        lines += [f"   {line}".rstrip() for line in text.splitlines()]
        lines.append("")
    return "\n".join(lines)


def _help(*command: str) -> str:
    script = "import sys; from truebox.cli import main; sys.argv[0] = 'truebox'; sys.exit(main())"
    process = [sys.executable, "-c", script, *command, "--help"]
    outcome = subprocess.run(process, capture_output=True, text=True, check=False, env=_quiet_terminal())
    if outcome.returncode:
        raise RuntimeError(f"truebox {' '.join(command)} --help failed:\n{outcome.stderr}")
    return outcome.stdout


def _quiet_terminal() -> dict[str, str]:
    return {**os.environ, "NO_COLOR": "1", "COLUMNS": "88", "PYTHONIOENCODING": "utf-8"}


def _commands(help_page: str) -> list[str]:
    """Names of the commands in the list of the first help page."""
    _, _, rest = help_page.partition("Commands:\n")
    block = rest.split("\n\n", 1)[0]
    return re.findall(r"^  (\w[\w-]*)", block, re.MULTILINE)
