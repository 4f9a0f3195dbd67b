"""The server of ``truebox view``: its address on stdout, and what to do on stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.cli.runs.outputs import write_stdout
from truebox.cli.terminal.notices import notify
from truebox.report import serve_page

if TYPE_CHECKING:
    from truebox.report import PageParts

__all__ = ["serve"]


def serve(parts: PageParts, *, port: int, open_browser: bool, quiet: bool) -> None:
    """Serve a page until Ctrl-C; parameters as of `serve_page`, `quiet` leaves out what to do.

    Raises
    ------
    MissingExtraError, ArgumentError
        As `serve_page`.
    """

    def tell(address: str) -> None:
        write_stdout(f"{address}\n")
        if not quiet:
            notify(["Open this address in a browser of this machine; Ctrl-C ends the server."])

    serve_page(parts, port=port, open_browser=open_browser, tell=tell)
