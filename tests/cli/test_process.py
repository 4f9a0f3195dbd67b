"""The command as a process: exit codes, streams, pipes, terminals, signals."""

from __future__ import annotations

import inspect
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from project_tree import TESTS

from truebox.cli import process as process_setup

MADE = TESTS / "made"
Process = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.mark.parametrize(
    ("how", "arguments", "code"),
    [
        ("", ["eval", "t", "p"], 0),
        ("", ["--help"], 0),
        ("", ["eval"], 2),
        ("argument", ["eval", "t", "p"], 2),
        ("refuse", ["eval", "t", "p"], 3),
        ("crash", ["eval", "t", "p"], 4),
        ("interrupt", ["eval", "t", "p"], 130),
    ],
)
def test_exit_codes(process: Process, how: str, arguments: list[str], code: int) -> None:
    done = process(*arguments, how=how)
    assert done.returncode == code
    assert bool(done.stdout) == (code == 0)
    assert b"Traceback" not in done.stderr


def test_interrupting_says_so(process: Process) -> None:
    assert process("eval", "t", "p", how="interrupt").stderr == b"Interrupted.\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-16"])
def test_streams_are_utf8_whatever_the_locale(process: Process, encoding: str) -> None:
    done = process("eval", "t", "p", how="hostile", env={"PYTHONIOENCODING": encoding, "LC_ALL": "C"})
    assert done.returncode == 0
    assert "猫と犬" in done.stdout.decode("utf-8")
    assert "·" in done.stderr.decode("utf-8")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_leaves_early_hears_nothing(unbuffered: str) -> None:
    # 10,000 classes are far more than a pipe holds.
    process = subprocess.Popen(
        [sys.executable, str(MADE / "faked_command.py"), "eval", "t", "p", "--json", "-q"],
        env={**os.environ, "FAKED": "huge", "PYTHONUNBUFFERED": unbuffered},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"{\n"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141  # what a shell reports of SIGPIPE


def test_a_closed_stdout_from_the_start() -> None:
    command = [sys.executable, str(MADE / "faked_command.py"), "eval", "t", "p", "-q"]
    shell = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *command], capture_output=True, timeout=30, check=False
    )
    assert (shell.returncode, shell.stderr) == (4, b"Error: cannot write stdout: it is closed.\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no device that is always full")
def test_a_full_disk_is_said() -> None:
    script = '"$@" > /dev/full'
    command = [sys.executable, str(MADE / "faked_command.py"), "eval", "t", "p", "-q"]
    shell = subprocess.run(["sh", "-c", script, "sh", *command], capture_output=True, timeout=30, check=False)
    assert shell.returncode == 4
    assert b"No space left on device" in shell.stderr
    assert b"Traceback" not in shell.stderr


def test_json_does_not_pay_for_tables() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import faked_command; faked_command.install()\nfrom truebox.cli import main\n"
        "assert main(['eval', 't', 'p', '--json', '-q']) == 0; print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(MADE)], capture_output=True, text=True, timeout=30, check=True
    )
    modules = set(done.stderr.split())
    assert "truebox.report.writers.json" in modules  # the list is not empty
    assert not modules & {
        "rich",
        "csv",
        "msgspec",
        "truebox.report.writers.table",
        "truebox.report.blocks.messages",
    }


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals in the standard library")
def test_a_terminal_gets_a_styled_table() -> None:
    import pty

    main_end, process_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, str(MADE / "faked_command.py"), "eval", "t", "p"],
        env={**os.environ, "FAKED": "", "TERM": "xterm-256color", "COLUMNS": "90"},
        stdout=process_end,
        stderr=subprocess.DEVNULL,
    )
    os.close(process_end)
    shown = b""
    while True:
        try:
            part = os.read(main_end, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(main_end)
    assert process.wait(30) == 0
    assert b"\x1b[1m" in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown.decode("utf-8"))
    assert "─────" in plain
    assert max(map(len, plain.splitlines())) <= 90


def test_the_module_runs_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "truebox.cli", "--version"],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert done.stdout.startswith("truebox ")


def test_openblas_gets_one_thread_unless_the_user_says_otherwise() -> None:
    code = (
        "import os\nfrom truebox.cli.process import prepare\n"
        "prepare(); print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    base = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    for given, expected in (({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")):
        done = subprocess.run(
            [sys.executable, "-c", code], env={**base, **given}, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == expected


def test_numpy_has_no_docstrings_and_all_else() -> None:
    code = (
        "import sys\nif len(sys.argv) > 1:\n    from truebox.cli.process import prepare\n    prepare()\n"
        "import numpy, numpy.ma\nprint([name for name in sorted(dir(numpy)) if name[0] != '_'])\n"
        "print(numpy.arange(9.0).reshape(3, 3).sum(0), "
        "numpy.dtype('f4').__doc__ is None)"
    )
    bare, prepared = (
        subprocess.run([sys.executable, "-c", code, *given], capture_output=True, text=True, check=True)
        for given in ([], ["prepared"])
    )
    assert bare.stdout.removesuffix("False\n") == prepared.stdout.removesuffix("True\n") != bare.stdout


def test_what_numpy_seldom_touches_is_there_when_it_does() -> None:
    code = """
import sys
from truebox.cli.process import prepare
prepare()
import inspect, numpy, pathlib
def ctypes_of():
    import ctypes
    return ctypes.c_int8
late = [name for name, held in sys.modules.items() if type(held).__name__ == "Untouched"]
print(*late)
square = numpy.matrix([[2, 1], [1, 3]])
print((square ** 2).tolist(), numpy.polyfit([0, 1, 2], [1, 3, 5], 1).round(9).tolist())
try:
    numpy.linalg.inv(numpy.zeros((2, 2)))
except numpy.linalg.LinAlgError as error:
    print(error)
print(pathlib.PurePosixPath("/a b").as_uri(), numpy.zeros(3).ctypes.shape[0], inspect.getsource(prepare)[:11])
import io, numpy.lib.mixins, numpy.lib.introspect, numpy.lib.scimath, numpy.lib.npyio
print(numpy.loadtxt(io.StringIO("1 2")).tolist(), numpy.nanmax([1, numpy.nan]))
print(numpy.histogram([1, 2], 2)[0].tolist(), numpy.lib.scimath.sqrt(-4))
print(numpy.lib.mixins.NDArrayOperatorsMixin.__name__, numpy.lib.npyio.NpzFile.__name__)
print(inspect.signature(prepare), inspect.cleandoc(" a\\n  b"), bool(numpy.lib.introspect.opt_func_info))
import datetime, numpy.lib.format, numpy.__config__ as config
print(numpy.pad([1], 1).tolist(), numpy.unique([2, 1, 2]).tolist())
print(repr(numpy.arange(2)), numpy.dtype("i1") == numpy.dtype(ctypes_of()), datetime.date.min)
print(numpy.einsum("ij->i", numpy.eye(2)).tolist(), end=" ")
print(numpy.lib.format.magic(1, 0)[-2:], bool(config.CONFIG), numpy.get_include().endswith("include"))
import ast, ctypes, pickle, platform, textwrap
print(ast.literal_eval("3"), ctypes.sizeof(ctypes.c_int8))
print(pickle.loads(pickle.dumps(numpy.arange(2))), textwrap.fill("a b", 1).split(), bool(platform.system()))
print([name for name in late if type(sys.modules[name]).__name__ == "Untouched"])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    late, *rest = done.stdout.splitlines()
    assert "numpy.linalg" in late.split()
    # [[2, 1], [1, 3]] squared is [[5, 5], [5, 10]]; the line through the points is 2 x + 1.
    assert rest[0] == "[[5, 5], [5, 10]] [2.0, 1.0]"
    assert rest[1:] == [
        "Singular matrix",
        "file:///a%20b 3 def prepare",
        "[1.0, 2.0] 1.0",
        "[1, 1] 2j",
        "NDArrayOperatorsMixin NpzFile",
        "() -> 'None' a",
        "b True",
        "[0, 1, 0] [1, 2]",
        "array([0, 1]) True 0001-01-01",
        "[1.0, 1.0] b'\\x01\\x00' True True",
        "3 1",
        "[0 1] ['a', 'b'] True",
        "[]",
    ]


def test_what_numpy_lists_is_what_stands_in_for_it() -> None:
    code = (
        "import sys\nfrom truebox.cli import process\n"
        "listed = {m: {name for name in names if name[0] != '_'}\n"
        "    for m, names in process._SELDOM_TOUCHED.items() if '__all__' in names}\n"
        "import importlib, numpy\n"
        "for module, names in listed.items():\n"
        "    own = importlib.import_module(module)\n"
        "    assert set(own.__all__) == names, module\n"
        "    assert all(type(getattr(own, name)) is not type for name in names)\n"
        "print(len(listed))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "10"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("inspect.signature(prepare)", "() -> 'None' module"),
        ("inspect.cleandoc(' a')", "a module"),
        ("inspect.cleandoc('a\\n  b')", "a\nb module"),
        ("inspect.cleandoc('a b')", "a b Untouched"),  # is as it was: nothing need be loaded
    ],
)
def test_a_signature_asked_for_before_numpy_is_loaded_is_right(asked: str, told: str) -> None:
    code = (
        "from truebox.cli.process import prepare\nprepare()\nimport inspect\n"
        f"print({asked}, type(inspect).__name__)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == told


@pytest.mark.parametrize(
    "text", ["", " ", "a", " a", "a ", "a\tb", "a\n b", "\ra", "a\rb", "\u2003a", "a\x0c", None]
)
def test_a_text_that_is_left_as_it_is_is_tidy(text: str | None) -> None:
    assert not process_setup._is_tidy(text) or inspect.cleandoc(str(text)) == text


def test_json_is_the_same_on_every_run(process: Process) -> None:
    runs = [process("eval", "t", "p", "--json", env={"PYTHONHASHSEED": seed}).stdout for seed in ("0", "1")]
    assert runs[0] == runs[1]
    assert json.loads(runs[0])["format_version"] == 1


def test_ctrl_c_while_modules_load_is_quiet() -> None:
    code = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from truebox.cli import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=30, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"Interrupted.\n")


@pytest.mark.skipif(os.name != "posix", reason="of POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_run_that_is_asked_to_end_takes_its_half_away(tmp_path: Path, name: str) -> None:
    """As by default, also where whoever runs the tests ignores the signal, as nohup does."""
    number = getattr(signal, name)
    code = (
        f"import runpy, signal\nsignal.signal(signal.{name}, signal.SIG_DFL)\n"
        "runpy.run_module('truebox.cli', run_name='__main__', alter_sys=True)"
    )
    command = [sys.executable, "-c", code, "demo", str(tmp_path / "new"), "--images", "2000", "-q"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
        while running.poll() is None and not any(tmp_path.glob(".new.*/*")):
            time.sleep(0.01)
        running.send_signal(number)
        assert running.stderr is not None
        assert running.stderr.read() == b""
    assert running.returncode == -number
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="of POSIX")
def test_of_two_signals_to_end_the_first_is_heeded() -> None:
    # What takes the half away must not be broken off by the other one.
    code = (
        "import os, signal\nfrom truebox.cli import process\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\nprocess._leave_nothing_behind()\n"
        "try:\n    os.kill(os.getpid(), signal.SIGTERM)\n"
        "except BaseException as ended:\n    os.kill(os.getpid(), signal.SIGHUP)\n"
        "    print(ended.args, signal.getsignal(signal.SIGTERM) == signal.SIG_DFL)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"(15,) True\n", b"")


@pytest.mark.skipif(os.name != "posix", reason="of POSIX")
def test_what_the_caller_has_ignored_stays_ignored() -> None:
    code = (
        "import os, signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "class Hang:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click':\n"
        "            os.kill(os.getpid(), signal.SIGHUP)\n"
        "import sys\nsys.meta_path.insert(0, Hang())\nsys.argv = ['truebox', '--help']\n"
        "from truebox.cli import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout[:6]) == (0, b"Usage:")


def test_a_signal_breaks_the_loading_of_the_parser_off() -> None:
    """In the middle of a package that is half there, which nothing may then be asked of."""
    code = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click.core':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\nsys.argv = ['truebox', 'convert', 'a', 'b']\n"
        "from truebox.cli import main\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"Interrupted.\n")
