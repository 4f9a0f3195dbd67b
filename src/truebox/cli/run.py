"""From arguments to an exit code: every way a run can end, in one place."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._lazily import deferred
from truebox._writing.cannot_write import refusal_in_words
from truebox._writing.nearest import did_you_mean
from truebox._writing.spoken import on_command_line
from truebox._writing.streams import keeping_streams
from truebox.cli import runs
from truebox.cli.plain_call import plain_call
from truebox.cli.terminal.exit_code import ExitCode
from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.standard_output import write_stdout
from truebox.errors import ArgumentError, InputError, MissingExtraError, TrueboxWarning

if TYPE_CHECKING:
    import click
    from click import ClickException

    from truebox.cli import command_list
    from truebox.cli.plain_call import PlainCall
    from truebox.cli.terminal import version_line
else:  # a plain evaluation needs no parser (15 ms)
    click = deferred("click")
    command_list = deferred("truebox.cli.command_list")
    version_line = deferred("truebox.cli.terminal.version_line")  # only --version needs it (3 ms)

__all__ = ["run"]

_SHOWN = 60


def run(arguments: Sequence[str], *, ended_by: list[BaseException] | None = None) -> int:
    """Run the command line on `arguments` and return the exit code; nothing is raised.

    Parameters
    ----------
    arguments : sequence of str
        Without the name of the program.
    ended_by : list, optional
        Takes the Ctrl-C that ended the run, and with it all that was being worked on: a process that is about
        to end need not free millions of objects first.
    """
    with on_command_line():
        return _run(arguments, [] if ended_by is None else ended_by)


def _run(arguments: Sequence[str], ended_by: list[BaseException]) -> int:
    try:
        with keeping_streams():
            return _invoke(list(arguments))
    except BrokenPipeError as error:
        return _broken_pipe(error)
    except KeyboardInterrupt as error:  # maybe while the parser loads, which nothing can be asked of then
        ended_by.append(error)
        return _say("Interrupted.", ExitCode.INTERRUPTED)
    except Exception as error:
        return _ended(error, arguments)


def _ended(error: Exception, arguments: Sequence[str]) -> int:
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, click.Abort):
        return _say("Interrupted.", ExitCode.INTERRUPTED)
    if isinstance(error, click.ClickException):
        _show_usage(error)
        return ExitCode.USAGE
    if "--debug" in arguments:
        import traceback  # noqa: PLC0415  imported late: only a fault needs it (2 ms)

        traceback.print_exc()
    return _explain(error)


def _invoke(arguments: list[str]) -> int:
    if "_TRUEBOX_COMPLETE" in os.environ:  # the shell asks for completions
        command_list.cli.main(arguments, prog_name="truebox")
    with warnings.catch_warnings():
        # Commands show the findings of their results as lines of their own.
        warnings.simplefilter("ignore", TrueboxWarning)
        plain = plain_call(arguments)
        if arguments == ["--version"]:
            write_stdout(version_line.version_line() + "\n")
        elif plain is None:
            _parsed(arguments)
        else:
            _evaluate(plain, arguments)
    if sys.stdout is not None:
        write_stdout("")  # what is still in its buffer
    return ExitCode.OK


def _parsed(arguments: list[str]) -> None:
    with command_list.cli.make_context("truebox", arguments) as context:
        command_list.cli.invoke(context)


def _evaluate(plain: PlainCall, arguments: list[str]) -> None:
    try:
        runs.evaluate_files(plain.outputs, **plain.options)
    except Exception as error:
        if isinstance(error, click.UsageError):  # which shows how the command is used
            with command_list.cli.make_context("truebox", arguments) as group:
                name, command, rest = command_list.cli.resolve_command(group, arguments)
                if command is not None:
                    error.ctx = command.make_context(name, rest, parent=group)
        raise


def _broken_pipe(error: BrokenPipeError) -> int:
    if error.filename is not None:  # of a file that the caller named, not of stdout
        return _explain(error)
    _silence_stdout()
    return ExitCode.BROKEN_PIPE


def _explain(error: Exception) -> int:
    """Say what went wrong in a sentence and return the exit code for it."""
    if isinstance(error, InputError):
        return _say(str(error), ExitCode.REFUSED)
    if isinstance(error, ArgumentError | MissingExtraError):
        return _say(f"Error: {error}", ExitCode.USAGE)
    if isinstance(error, MemoryError):
        return _say("Out of memory. The input needs more than this machine has free.", ExitCode.INTERNAL)
    if isinstance(error, OSError):
        words = refusal_in_words(error)
        if words is None and error.errno == errno.ENAMETOOLONG and error.filename is not None:
            return _say(str(_too_long(os.fsdecode(error.filename))), ExitCode.REFUSED)
        if words is None:
            words = f"the system says: {error}. Rerun with --debug for the traceback"
        return _say(f"Error: {words}.", ExitCode.INTERNAL)
    kind = type(error).__name__
    detail = f"{kind}: {error}" if str(error) else kind
    return _say(
        f"Internal error, not a fault of your input: {detail}. Rerun with --debug for the traceback.",
        ExitCode.INTERNAL,
    )


def _too_long(name: str) -> InputError:
    """What is said of a name that no file can have: often it is what should have stood in one."""
    shown = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}..."
    return InputError("E-101", shown, "the name is too long for a file", "check the path")


def _say(text: str, code: ExitCode) -> int:
    notify([text])
    return code


def _show_usage(error: ClickException) -> None:
    if isinstance(error, click.UsageError) and error.ctx is not None:
        notify([*error.ctx.get_usage().split("\n"), f"Try '{error.ctx.command_path} --help' for help.", ""])
    notify([f"Error: {line}" if index == 0 else line for index, line in enumerate(_lines(error))])


def _lines(error: ClickException) -> list[str]:
    return (error.format_message() + _hint(error)).split("\n")


def _hint(error: ClickException) -> str:
    """What was probably meant by a word that is none of an option's."""
    kind = getattr(getattr(error, "param", None), "type", None)
    given, found, _ = error.message.partition(" is not one of ")
    if not found or not isinstance(kind, click.Choice):
        return ""
    given = given.strip("'")
    meant = getattr(kind, "elsewhere", {}).get(given.lower())
    return did_you_mean(meant or given, kind.choices)


def _silence_stdout() -> None:
    """Let what is still buffered go nowhere, so that no later flush complains."""
    try:
        descriptor = sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):  # no stream, or none with a file beneath it
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
