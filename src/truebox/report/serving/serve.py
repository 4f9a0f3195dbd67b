"""Serve a page on this machine until Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import tempfile
import webbrowser
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox._pillow import pillow
from truebox.errors import ArgumentError, MissingExtraError
from truebox.report.blocks.results import as_results, result_blocks
from truebox.report.page.assembly import plotly_script
from truebox.report.serving.app import Served, page_app
from truebox.report.serving.pictures import ServedPictures
from truebox.report.writers.html import write_html

try:
    import uvicorn
except ImportError as error:
    raise MissingExtraError("Starlette and Uvicorn", "view", "A page that is served") from error

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult
    from truebox.report.page.parted.page_parts import PageParts

__all__ = ["serve_page"]

_HERE = "127.0.0.1"
_QUIET: dict[str, Any] = {
    "log_level": "error",
    "log_config": None,  # its own ends every handler of the process, and absl's closes stderr with it
    "access_log": False,
    "server_header": False,
    "lifespan": "off",
    "ws": "none",
    "timeout_graceful_shutdown": 1,
    "use_colors": False,  # else it asks stdout, which may be closed
}


@refuses_other_kinds
def serve_page(
    parts: PageParts | Callable[[], PageParts],
    *,
    results: AnyResult | Sequence[AnyResult] = (),
    port: int = 0,
    open_browser: bool = False,
    tell: Callable[[str], None] = print,
) -> None:
    """Serve a page to the browsers of this machine, until Ctrl-C ends it.

    The address begins with a random token and is given to `tell`: without it, other users and other pages get
    nothing. Pictures of the data set are sent when they are looked at, small ones are made once and kept in a
    temporary folder until the end.

    Parameters
    ----------
    parts : PageParts or function that returns them
        Of `page_parts`. A function is called in a thread once the address is told; until it returns, browsers
        see that the page is being made. What it raises ends the server, and is raised here.
    results : Result or sequence of Result
        Whose tables browsers see until then.
    port : int
        0 takes a free one.
    open_browser : bool
        Whether to open the address in a browser.
    tell : function of a str
        Gets the address.

    Raises
    ------
    MissingExtraError
        Starlette or Uvicorn is not installed; or Pillow, where there is a folder of pictures.
    ArgumentError
        The port is taken, or may not be used.

    Examples
    --------
    >>> serve_page(page_parts(result, images="pictures"), open_browser=True)        # doctest: +SKIP
    """
    plotly_script()  # what is missing is said before there is an address
    with _bound(port) as ear, _temporary() as made:
        own = ear.getsockname()[1]
        token = secrets.token_urlsafe(24)
        served: Future[Served] = Future()
        many = as_results(results)
        numbers = write_html(result_blocks(many)) if many else ""
        app = page_app(served, token=token, port=own, numbers=numbers)
        server = uvicorn.Server(uvicorn.Config(app, **_QUIET))
        if not callable(parts):
            served.set_result(_with_pictures(parts, made))
        address = f"http://{_HERE}:{own}/{token}/"
        tell(address)
        if open_browser:
            webbrowser.open(address)
        if callable(parts):
            making = Thread(target=_make, args=(parts, made, served, server), daemon=True)
            making.start()
        with contextlib.suppress(KeyboardInterrupt):  # which is how it ends
            server.run(sockets=[ear])
        if served.done():
            served.result()


def _make(make: Callable[[], PageParts], made: str, served: Future[Served], server: uvicorn.Server) -> None:
    try:
        served.set_result(_with_pictures(make(), made))
    except BaseException as error:
        served.set_exception(error)
        server.should_exit = True


def _with_pictures(parts: PageParts, made: str) -> Served:
    if parts.material.images is not None:
        pillow("Pictures in the report")
    return Served(parts, ServedPictures(parts.material.images, parts.files, Path(made)))


def _temporary() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="truebox-view-", ignore_cleanup_errors=True)


def _bound(port: int) -> socket.socket:
    ear = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere it lets others take the port too
            ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ear.bind((_HERE, port))
        ear.listen(128)  # a browser that is quicker than the server waits
    except OSError as error:
        ear.close()
        raise ArgumentError(
            f"port: {port} cannot be used: {error.strerror}. Fix: name another, or none to get a free one."
        ) from None
    return ear
