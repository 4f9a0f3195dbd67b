"""Small faults that can be put into a module: one operator, number, name or condition changed."""

from __future__ import annotations

import ast
import copy
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
_TWINS = ("min", "max"), ("any", "all"), ("minimum", "maximum"), ("floor", "ceil"), ("argmin", "argmax")
_NAMES = {name: other for pair in _TWINS for name, other in (pair, pair[::-1])}
_SIDES = {"left": "right", "right": "left"}

# What only guards against our own slips, or says where a warning points: no input reaches it.
_GUARDS = {"strict", "stacklevel"}


@dataclass(frozen=True)
class Fault:
    """One changed place of one module."""

    module: Path
    lines: range
    """The lines of the statement, of which one is run when the place is."""
    inside: str
    """The function that holds it; "" where it is run at import."""
    what: str
    place: int
    change: int

    def tree(self) -> ast.Module:
        """The module with the fault in it."""
        tree = ast.parse(self.module.read_text(encoding="utf-8"))
        for number, place in enumerate(_places(tree, "", range(0))):
            if number == self.place:
                place.put(list(_changed(place.node))[self.change][1])
                break
        return ast.fix_missing_locations(tree)


@dataclass(frozen=True)
class _Place:
    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    lines: range
    inside: str

    def put(self, node: ast.AST) -> None:
        ast.copy_location(node, self.node)
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


@cache
def faults_of(module: Path) -> list[Fault]:
    """Every fault that can be put into a module, but for annotations and what only a type checker reads."""
    found = []
    tree = ast.parse(module.read_text(encoding="utf-8"))
    for number, place in enumerate(_places(tree, "", range(0))):
        for change, (what, new) in enumerate(_changed(place.node)):
            words = f"{what}: {_short(place.node)} -> {_short(new)}"
            found.append(Fault(module, place.lines, place.inside, words, number, change))
    return found


def _changed(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
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
    elif isinstance(new, ast.UnaryOp) and isinstance(new.op, ast.Not | ast.USub | ast.Invert):
        yield "dropped", new.operand
    elif isinstance(new, ast.IfExp) or (
        isinstance(new, ast.If) and not isinstance(new.test, ast.Compare | ast.BoolOp | ast.UnaryOp)
    ):
        new.test = ast.UnaryOp(ast.Not(), new.test)
        yield "condition turned", new
    elif isinstance(new, ast.Continue | ast.Break):
        yield "dropped", ast.Pass()
    elif isinstance(new, ast.Name) and new.id in _NAMES and isinstance(new.ctx, ast.Load):
        yield "name", ast.Name(_NAMES[new.id], new.ctx)
    elif isinstance(new, ast.Attribute) and new.attr in _NAMES and isinstance(new.ctx, ast.Load):
        new.attr = _NAMES[new.attr]
        yield "name", new
    elif isinstance(new, ast.Constant) and new.value in ("left", "right") and isinstance(new.value, str):
        yield "side", ast.Constant(_SIDES[new.value])
    elif isinstance(new, ast.Constant) and isinstance(new.value, bool):
        yield "constant", ast.Constant(not new.value)
    elif isinstance(new, ast.Constant) and isinstance(new.value, int | float) and math.isfinite(new.value):
        for step in (1, -1):
            yield "constant", ast.Constant(new.value + step)


def _places(node: ast.AST, inside: str, lines: range) -> Iterator[_Place]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params") or _unread(node, field):
            continue
        within = _within(node, field, inside)
        values = value if isinstance(value, list) else [value]
        for index, child in enumerate(values):
            if not isinstance(child, ast.AST) or _for_the_type_checker(child):
                continue
            run = _lines_of(child) if isinstance(child, ast.stmt) else lines
            yield _Place(node, field, index if isinstance(value, list) else None, child, run, within)
            yield from _places(child, within, run)


def _unread(node: ast.AST, field: str) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg in _GUARDS
    return isinstance(node, ast.Raise) and field == "cause"


def _for_the_type_checker(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _within(node: ast.AST, field: str, inside: str) -> str:
    """The function that runs a field of a node; a class's body and a function's defaults run at import."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and field == "body":
        return f"{inside}.{node.name}".lstrip(".")
    if isinstance(node, ast.Lambda) and field == "body":
        return inside or "<lambda>"
    return inside


def _lines_of(statement: ast.stmt) -> range:
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def _short(node: ast.AST) -> str:
    return ast.unparse(node).replace("\n", " ")[:60]
