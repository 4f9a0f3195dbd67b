"""What answers a browser: the page, its parts and its pictures, behind a token and for this machine alone."""

from __future__ import annotations

import secrets
import time
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from truebox.errors import MissingExtraError
from truebox.report.page.parted.folder_names import CHARTS
from truebox.report.serving.pictures import ServedPictures

try:
    from starlette.applications import Starlette
    from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
    from starlette.routing import Route
except ImportError as error:
    raise MissingExtraError("Starlette and Uvicorn", "view", "A page that is served") from error

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from truebox.report.page.parted.page_parts import PageParts
    from truebox.report.serving.pictures import Sent

__all__ = ["Served", "page_app"]

_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-resource-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"content-security-policy": b"frame-ancestors 'none'; object-src 'none'; base-uri 'none'",
    b"cache-control": b"no-store",
}
_CACHE = b"cache-control"
_KEPT = "private, max-age=3600"
"""Of pictures and the script of charts: addresses begin with a token of this run, and mean nothing later."""

_PARTS_KEPT = 64
_PATIENCE = 0.5
"""Seconds until a browser is told to wait for a page that is being made."""

_WAIT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Truebox</title>
<meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem; }}
progress {{ width: 100%; }}
div {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; }}
td, th {{ padding: .1rem .7rem; text-align: right; border-bottom: 1px solid #8884; }}
td:first-child, th:first-child {{ text-align: left; }}
</style>
<h1>Truebox</h1>
<p role="status">The numbers are there; the page with every image is being made, for {seconds} s so far,
and appears here by itself. A million detections take a few seconds.</p>
<progress aria-label="The page is being made"></progress>
<div>{numbers}</div>
"""
_SCRIPT = "text/javascript; charset=utf-8"
_NOTE = "No folder of pictures was named: boxes stand on a canvas of the image's size"


class Served(NamedTuple):
    """A page to serve, and the pictures of its images."""

    parts: PageParts
    pictures: ServedPictures


def page_app(served: Future[Served], *, token: str, port: int, numbers: str = "") -> ASGIApp:
    """The application: every address begins with the token, and is asked for under this machine's own names.

    Parameters
    ----------
    served : future of Served
        While it is being made, the page says so and asks again.
    token : str
        Who does not know it gets nothing.
    port : int
        Where it is served.
    numbers : str
        HTML that stands there meanwhile.
    """
    begun = time.monotonic()

    @lru_cache(_PARTS_KEPT)
    def made_part(name: str) -> bytes | None:
        parts, pictures = served.result()
        return parts.part(name, pictures.addresses)

    def index(request: Request) -> Response:
        try:
            parts = served.result(_PATIENCE).parts
        except TimeoutError:
            return HTMLResponse(_WAIT.format(seconds=round(time.monotonic() - begun), numbers=numbers))
        note = _NOTE if parts.material.images is None else ""
        return HTMLResponse(parts.index(note).encode("utf-8", "backslashreplace"))

    def charts(request: Request) -> Response:
        kept = {"cache-control": _KEPT}
        return Response(served.result().parts.charts, media_type=_SCRIPT, headers=kept)

    def part(request: Request) -> Response:
        made = made_part(request.path_params["name"])
        return _absent() if made is None else Response(made, media_type=_SCRIPT)

    def sending(find: Callable[[ServedPictures, int], Sent | None]) -> Callable[[Request], Response]:
        def send(request: Request) -> Response:
            sent = find(served.result().pictures, request.path_params["place"])
            return _absent() if sent is None else _picture(request, sent)

        return send

    routes = [
        Route("/{token}/", index),
        Route(f"/{{token}}/{CHARTS}", charts),
        Route("/{token}/data/{name}.js", part),
        Route("/{token}/pictures/{place:int}", sending(ServedPictures.whole)),
        Route("/{token}/small/{place:int}", sending(ServedPictures.small)),
    ]
    app = Starlette(routes=routes, exception_handlers={404: lambda request, error: _absent()})
    app.router.redirect_slashes = False
    return _Guarded(app, token, {f"127.0.0.1:{port}".encode(), f"localhost:{port}".encode()})


def _picture(request: Request, sent: Sent) -> Response:
    """The file, or that it is still the one the browser has."""
    try:
        held = sent.path.stat()
    except OSError:  # taken away since it was looked at
        return _absent()
    tag = f'"{held.st_mtime_ns:x}-{held.st_size:x}"'
    headers = {"cache-control": _KEPT, "etag": tag}
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    if tag in known:
        return Response(status_code=304, headers=headers)
    return FileResponse(sent.path, media_type=sent.media_type, headers=headers)


def _absent() -> Response:
    return PlainTextResponse("There is nothing here.\n", status_code=404)


class _Guarded:
    """Lets in who asks this machine by its own name and knows the token; sets the headers of every answer.

    A page on another site can make a browser ask any address, and a name of its own can be made to lead here:
    what such a request carries as Host is that name.
    """

    def __init__(self, app: ASGIApp, token: str, hosts: set[bytes]) -> None:
        self._app, self._token, self._hosts = app, token.encode(), hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = set(_HEADERS)
                if any(name.lower() == _CACHE for name, _ in message["headers"]):
                    own.remove(_CACHE)  # what may be kept says so itself
                kept = [pair for pair in message["headers"] if pair[0].lower() not in own]
                headers = [*kept, *((name, _HEADERS[name]) for name in _HEADERS if name in own)]
                message = {**message, "headers": headers}
            await send(message)

        if not self._hosts_ask(scope):
            words = "This page is served to this machine alone.\n"
            answer: ASGIApp = PlainTextResponse(words, status_code=421)
        elif not secrets.compare_digest(_first_of(scope["path"]), self._token):
            answer = _absent()
        else:
            answer = self._app
        await answer(scope, receive, with_headers)

    def _hosts_ask(self, scope: Scope) -> bool:
        asked = [value for name, value in scope["headers"] if name == b"host"]
        return len(asked) == 1 and asked[0].lower() in self._hosts


def _first_of(path: str) -> bytes:
    return path.split("/", 2)[1].encode("utf-8", "backslashreplace") if path.startswith("/") else b""
