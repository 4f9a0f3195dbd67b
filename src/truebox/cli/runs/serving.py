"""The server of ``truebox view``: its address on stdout, and what to do on stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.cli.terminal.notices import notify
from truebox.cli.terminal.progress import stages
from truebox.cli.terminal.standard_output import write_stdout
from truebox.report import serve_page

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from truebox.evaluation import Result
    from truebox.report import PageParts

__all__ = ["serve"]


def serve(
    results: Sequence[Result], make: Callable[[], PageParts], *, port: int, open_browser: bool, quiet: bool
) -> None:
    """Serve the page that `make` returns until Ctrl-C; `quiet` leaves out what to do and how far it is.

    The address is printed first, and shows the tables of `results` until the page is there. The other
    parameters are those of `serve_page`.

    Raises
    ------
    MissingExtraError, ArgumentError
        As `serve_page`.
    """

    def tell(address: str) -> None:
        write_stdout(f"{address}\n")
        if not quiet:
            notify(["Open this address in a browser of this machine; Ctrl-C ends the server."])

    def made() -> PageParts:
        if quiet:
            return make()
        with stages() as say:
            say("Making the page")
            return make()

    serve_page(made, results=results, port=port, open_browser=open_browser, tell=tell)
