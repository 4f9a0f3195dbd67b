"""The command line: parse, call, exit code; no mathematics."""

from __future__ import annotations

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments without the program's name. None (the installed command) takes those of the
        process, sets the process up for one short run, and ends it.

    Returns
    -------
    int
        0 done, 2 wrong usage, 3 input refused, 4 internal error or nothing can be written,
        130 interrupted, 141 the reader of the output went away.

    Examples
    --------
    >>> main(["eval", "truth.json", "predictions.json"])                  # doctest: +SKIP
    0
    """
    if argv is None:
        try:
            from truebox.cli.process import run_process  # noqa: PLC0415  imported late: callers of main() keep their process (2 ms)
        except KeyboardInterrupt:
            return 130

        run_process()
    from truebox.cli.run import run  # noqa: PLC0415  imported late: click, once the process is prepared (25 ms)

    return run(argv)
