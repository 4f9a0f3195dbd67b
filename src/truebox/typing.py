"""Array aliases used in signatures across the package, and what signatures say, looked up.

Most names in signatures are imported for type checkers alone, which keeps ``import truebox`` light; so
`typing.get_type_hints` does not find them. `type_hints` does, and makes them known.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args, get_type_hints

from truebox._lazily import deferred

if TYPE_CHECKING:
    import ast
    import inspect
    from collections.abc import Iterator
    from types import ModuleType

    import numpy as np
    from numpy.typing import NDArray
else:
    ast, inspect = deferred("ast"), deferred("inspect")  # 10 ms, and only `type_hints` needs them

if TYPE_CHECKING:
    FloatArray: TypeAlias = NDArray[np.float64]
    Float32Array: TypeAlias = NDArray[np.float32]
    Int64Array: TypeAlias = NDArray[np.int64]
    Int32Array: TypeAlias = NDArray[np.int32]
    ByteArray: TypeAlias = NDArray[np.uint8]
    WordArray: TypeAlias = NDArray[np.uint64]
    BoolArray: TypeAlias = NDArray[np.bool_]
    AnyArray: TypeAlias = NDArray[Any]
    RealArray: TypeAlias = NDArray[np.floating[Any]]

__all__ = [
    "ANGLE_READINGS",
    "OUTLINED",
    "ROTATED",
    "AnyArray",
    "BoolArray",
    "ByteArray",
    "Float32Array",
    "FloatArray",
    "Geometry",
    "Int32Array",
    "Int64Array",
    "Mode",
    "PercentLayout",
    "Pixels",
    "RealArray",
    "WordArray",
    "type_hints",
]

Pixels: TypeAlias = Literal["continuous", "inclusive"]
Geometry: TypeAlias = Literal["boxes", "masks", "keypoints", "boundary", "rotated", "probiou"]
Mode: TypeAlias = Literal["strict", "corrected"]
PercentLayout: TypeAlias = Literal[
    "pct_xyxy", "pct_xywh", "pct_cxcywh", "pct_yxyx", "degrees", "radians", "degrees-ccw", "radians-ccw"
]
"""What files have besides `BoxFormat`: percent of the image, and of rotated boxes what their angle is."""

OUTLINED: tuple[Geometry, ...] = ("masks", "boundary", "rotated", "probiou")
"""Geometries whose rows are outlines: they are read with their segmentations."""
ROTATED: tuple[Geometry, ...] = ("rotated", "probiou")
"""Of these the ones whose outlines have four corners."""
ANGLE_READINGS = ("degrees", "radians", "degrees-ccw", "radians-ccw")
"""What the fifth number of a rotated box is: clockwise as seen (y down), or counter-clockwise."""


def type_hints(of: Any) -> dict[str, Any]:
    """What `typing.get_type_hints` is meant to give of a class or function of the package.

    Afterwards `typing.get_type_hints` itself finds the names of this class, its methods, or this function,
    and so does whatever calls it: libraries that check arguments or make forms of signatures.

    Parameters
    ----------
    of : class or function
        Of this package; of another one it is `typing.get_type_hints`.

    Returns
    -------
    dict of str to type
        Of a package that is not installed, a name is `typing.Any`.

    Raises
    ------
    TypeError
        For what has no hints.

    Examples
    --------
    >>> from truebox.masks import Masks
    >>> list(type_hints(Masks))
    ['runs', 'offsets', 'sizes']
    """
    inner = inspect.unwrap(of)
    for each in (of, inner, *getattr(inner, "__mro__", ())):
        home = getattr(each, "__module__", None)
        if home and home.partition(".")[0] == "truebox":
            _define_names(import_module(home))
    return get_type_hints(of)


def __getattr__(name: str) -> Any:
    """An alias of an array, made when it is asked for: NumPy's own types load in 5 ms."""
    module = sys.modules[__name__]
    if not name.startswith("_"):
        _define_names(module)
    try:
        return vars(module)[name]
    except KeyError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


_defined: set[str] = set()
"""Modules that were looked at."""


def _define_names(module: ModuleType) -> None:
    """Give a module what stands under its ``if TYPE_CHECKING``, and its quoted aliases their meaning."""
    if module.__name__ in _defined or not str(getattr(module, "__file__", "")).endswith(".py"):
        return
    _defined.add(module.__name__)
    known = vars(module)
    for statement, checked in _statements(module):
        if isinstance(statement, ast.ImportFrom) and statement.module:
            for each in statement.names:
                name = each.asname or each.name
                if name not in known if checked else _is_alias(known.get(name)):
                    known[name] = _value_or_any(statement.module, each.name)
        elif checked and isinstance(statement, ast.Import):
            for each in statement.names:
                known.setdefault(each.asname or each.name, _module_or_any(each.name))
        elif checked:  # a class or an alias; functions there are shapes of what runs
            own: dict[str, Any] = {}
            exec(compile(ast.Module([statement], []), module.__name__, "exec"), known, own)
            known.update({name: value for name, value in own.items() if name not in known})
    aliases = [name for name, hint in known.get("__annotations__", {}).items() if hint == "TypeAlias"]
    for name in aliases:
        held = SimpleNamespace(__annotations__={name: known[name]})
        known.update(get_type_hints(held, known))


def _statements(module: ModuleType) -> Iterator[tuple[ast.stmt, bool]]:
    """Those that run, and those that only type checkers read (True)."""
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
            yield from ((each, True) for each in statement.body)
        else:
            yield statement, False


def _is_alias(value: Any) -> bool:
    return isinstance(value, str) or bool(get_args(value))


def _module_or_any(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return Any


def _value_or_any(home: str, name: str) -> Any:
    module = _module_or_any(home)
    if module is Any:
        return Any
    if home.partition(".")[0] == "truebox" and _is_alias(getattr(module, name, "")):
        _define_names(module)
    return getattr(module, name, None) or _module_or_any(f"{home}.{name}")
