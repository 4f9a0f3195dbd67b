"""The process of the installed command: set up for one short run, and ended without delay."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # `signal` makes enumerations of it (1 ms)
import gc
import os
import sys
from importlib import import_module

from truebox._lazily import deferred
from truebox.cli.straight_imports import import_straight
from truebox.cli.until_touched import Untouched, load_when_touched

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms: reading begins before that
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from truebox.cli import head_start
    from truebox.cli.runs import read_ahead
    from truebox.cli.terminal import exit_code
else:
    head_start = deferred("truebox.cli.head_start")  # only files need the compiled module (3 ms)
    read_ahead = deferred("truebox.cli.runs.read_ahead")  # help needs none (8 ms)
    exit_code = deferred("truebox.cli.terminal.exit_code")  # with it comes `enum` (1 ms)

__all__ = ["prepare", "run_process"]

_ONLY_DOCSTRINGS = tuple(
    f"numpy.{core}.{module}"
    for core in ("_core", "core")
    for module in ("_add_newdocs", "_add_newdocs_scalars")
)

# What NumPy, `pathlib` and `inspect` import for functions that are hardly ever called, a quarter of what a
# small run computes; with what they take of it at once.
_SELDOM_TOUCHED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("ast", "ctypes", "inspect", "pickle", "platform", "textwrap", "tokenize"), ()),
    "datetime": ("datetime_CAPI=_datetime",),
    "numpy.__config__": ("show_config", "__all__"),
    **dict.fromkeys(("numpy._core._dtype_ctypes", "numpy._core._internal"), ()),
    "numpy._core.arrayprint": (
        *("array2string", "array_repr", "array_str", "format_float_positional", "format_float_scientific"),
        *("get_printoptions", "printoptions", "set_printoptions", "_get_legacy_print_mode", "__all__"),
    ),
    "numpy._core.einsumfunc": ("einsum", "einsum_path", "__all__"),
    "numpy.lib._arraypad_impl": ("pad", "__all__"),
    "numpy.lib._arraysetops_impl": (
        *("ediff1d", "intersect1d", "isin", "setdiff1d", "setxor1d", "union1d", "unique"),
        *("unique_all", "unique_counts", "unique_inverse", "unique_values", "__all__"),
    ),
    "numpy.lib._histograms_impl": ("histogram", "histogram_bin_edges", "histogramdd", "__all__"),
    "numpy.lib._nanfunctions_impl": (
        *("nanargmax", "nanargmin", "nancumprod", "nancumsum", "nanmax", "nanmean", "nanmedian", "nanmin"),
        *("nanpercentile", "nanprod", "nanquantile", "nanstd", "nansum", "nanvar", "__all__"),
    ),
    "numpy.lib._npyio_impl": (
        *("fromregex", "genfromtxt", "load", "loadtxt", "packbits", "save", "savetxt", "savez"),
        *("savez_compressed", "unpackbits", "__all__"),
    ),
    "numpy.lib._twodim_base_impl": (
        *("diag", "diagflat", "eye", "fliplr", "flipud", "histogram2d", "mask_indices", "tri", "tril"),
        *("tril_indices", "tril_indices_from", "triu", "triu_indices", "triu_indices_from", "vander"),
        "__all__",
    ),
    "numpy.lib._utils_impl": ("get_include", "info", "show_runtime", "__all__"),
    "numpy.linalg": ("eigvals", "inv", "lstsq", "matrix_power"),
    **dict.fromkeys(
        tuple(f"numpy.lib.{name}" for name in ("format", "introspect", "mixins", "npyio", "scimath")), ()
    ),
    "urllib.parse": ("quote_from_bytes",),
}


def run_process() -> NoReturn:
    """Run the command line on the arguments of this process, then end it with the exit code."""
    _on_one_stack(_run_and_leave)


def _on_one_stack(run: Callable[[], NoReturn]) -> NoReturn:
    """Run with room for the frames of all calls in one piece of memory.

    CPython keeps the frames of Python functions in pieces of 16 KB. A call that passes the end of one asks
    the system for the next, which is given back when the call returns: six hundred times while modules load,
    5 ms. A piece is as large as its first frame wants, rounded up to a power of two. This one wants 320 KB,
    of which it uses nothing, so 190 KB are there for the others; what nobody writes to takes no memory.
    """
    run()


_on_one_stack.__code__ = _on_one_stack.__code__.replace(co_stacksize=40_000)


class _Ended(BaseException):
    """The system asks the process to end: what it was writing is taken away on the way out."""


def _run_and_leave() -> NoReturn:
    ended_by: list[BaseException] = []  # kept until the process ends
    try:
        _leave_nothing_behind()
        prepare()
        if sys.argv[1:2] == ["eval"]:
            head_start.begin_plainly(sys.argv[1:])
            read_ahead.begin(sys.argv[1:])
        from truebox.cli.run import run  # noqa: PLC0415  imported late: click loads while the files are read (25 ms)

        code = run(sys.argv[1:], ended_by=ended_by)
    except KeyboardInterrupt:  # while modules load; `run` handles it from then on
        code = exit_code.ExitCode.INTERRUPTED
    except _Ended as ended:
        os.kill(os.getpid(), ended.args[0])
        raise
    _leave(code)


_ENDING = ("SIGTERM", "SIGHUP")
"""Signals that ask a process to end; there is no SIGHUP on Windows."""


def _leave_nothing_behind() -> None:
    """Let SIGTERM and SIGHUP unwind the run as Ctrl-C does, unless they are ignored (``nohup``)."""
    _change_ending(_signal.SIG_DFL, _end)


def _end(number: int, frame: object) -> NoReturn:
    _signal.signal(number, _signal.SIG_DFL)  # who asks twice does not wait
    _change_ending(_end, _signal.SIG_IGN)  # a session that closes sends both: the first one is heeded
    raise _Ended(number)


def _change_ending(before: object, after: Any) -> None:
    for name in _ENDING:
        number = getattr(_signal, name, None)
        if number is not None and _signal.getsignal(number) == before:
            _signal.signal(number, after)


def prepare() -> None:
    """Set the process up: one thread for OpenBLAS, NumPy without docstrings, no collector, UTF-8 streams.

    OpenBLAS starts its workers when NumPy is imported, and they spin on the other cores for about
    25 ms, which the reader needs. Nothing here calls OpenBLAS. Two modules of NumPy do nothing but tell its
    compiled functions their docstrings, in 5 ms: it finds them loaded, and the functions have none, as under
    ``python -OO``. What it imports for functions that are hardly ever called is loaded when they are. Modules
    of NumPy and of this package are not searched for, saving 5 to 10 ms. The collector has no cycles worth
    finding in a run of a second, yet walks every new object while modules load.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in _ONLY_DOCSTRINGS:
        sys.modules.setdefault(name, type(sys)(name))
    import_straight(("numpy", "truebox"))
    load_when_touched(_SELDOM_TOUCHED)
    _leave_numpy_unsigned()
    gc.disable()
    for stream in (sys.stdout, sys.stderr):
        # The same bytes on every system, whatever its locale. A stream can be None (no console),
        # or something that is not a text file.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _leave_numpy_unsigned() -> None:
    """Let NumPy find no signatures of its functions and tidy no docstrings: a tenth of its import.

    click tidies the text of every option, mostly a line that is tidy: those load nothing (5 ms).
    """
    inspect = import_module("inspect")
    if not isinstance(inspect, Untouched):
        return

    def answered_to_numpy(name: str) -> Callable[..., Any]:
        def function(*given: Any, **named: Any) -> Any:
            if sys._getframe(1).f_globals.get("__name__") == "numpy._core.overrides":
                return None if name == "signature" else given[0]
            if name == "cleandoc" and not named and _is_tidy(*given):
                return given[0]
            inspect.Signature  # noqa: B018  what is not there yet loads the module, with its own functions
            return getattr(inspect, name)(*given, **named)

        return function

    for name in ("cleandoc", "signature"):
        setattr(inspect, name, answered_to_numpy(name))


def _is_tidy(*given: Any) -> bool:
    """Whether a text is one line, from its first character on."""
    text = given[0] if len(given) == 1 else None
    return type(text) is str and not set("\t\n") & set(text) and not text[:1].isspace()


def _leave(code: int) -> NoReturn:
    """Flush and end at once.

    Taking the interpreter down frees module by module what the system frees at once anyway, and it
    would block on a reading thread that an error or Ctrl-C has made useless. Files are complete
    by then: they are written, flushed and renamed before a command returns.
    """
    _change_ending(_end, _signal.SIG_DFL)  # nothing is left to be taken away
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):  # closed, or its reader went away
            pass
    os._exit(code)
