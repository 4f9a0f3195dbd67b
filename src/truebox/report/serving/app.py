"""What answers a browser: the page, its parts and its pictures, behind a token and for this machine alone."""

from __future__ import annotations

import secrets
from functools import lru_cache
from typing import TYPE_CHECKING

from truebox.errors import MissingExtraError
from truebox.report.page.parted.folder_names import CHARTS

try:
    from starlette.applications import Starlette
    from starlette.responses import FileResponse, PlainTextResponse, Response
    from starlette.routing import Route
except ImportError as error:
    raise MissingExtraError("Starlette", "view", "A page that is served") from error

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from truebox.report.page.parted.page_parts import PageParts
    from truebox.report.serving.pictures import Sent, ServedPictures

__all__ = ["page_app"]

_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-resource-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"content-security-policy": b"frame-ancestors 'none'; object-src 'none'; base-uri 'none'",
    b"cache-control": b"no-store",
}
_PARTS_KEPT = 64
_SCRIPT = "text/javascript; charset=utf-8"
_NOTE = "No folder of pictures was named: boxes stand on a canvas of the image's size"


def page_app(parts: PageParts, pictures: ServedPictures, *, token: str, port: int) -> ASGIApp:
    """The application: every address begins with the token, and is asked for under this machine's own names.

    Parameters
    ----------
    parts : PageParts
        What is served.
    pictures : ServedPictures
        The pictures of its images.
    token : str
        Who does not know it gets nothing.
    port : int
        Where it is served.
    """
    rows = lru_cache(_PARTS_KEPT)(lambda name: parts.part(name, pictures.addresses))
    note = _NOTE if parts.material.images is None else ""

    def index(request: Request) -> Response:
        page = parts.index(note).encode("utf-8", "backslashreplace")
        return Response(page, media_type="text/html; charset=utf-8")

    def charts(request: Request) -> Response:
        return Response(parts.charts, media_type=_SCRIPT)

    def part(request: Request) -> Response:
        made = rows(request.path_params["name"])
        return _absent() if made is None else Response(made, media_type=_SCRIPT)

    def sending(find: Callable[[int], Sent | None]) -> Callable[[Request], Response]:
        def send(request: Request) -> Response:
            sent = find(request.path_params["place"])
            return _absent() if sent is None else FileResponse(sent.path, media_type=sent.media_type)

        return send

    routes = [
        Route("/{token}/", index),
        Route(f"/{{token}}/{CHARTS}", charts),
        Route("/{token}/data/{name}.js", part),
        Route("/{token}/pictures/{place:int}", sending(pictures.whole)),
        Route("/{token}/small/{place:int}", sending(pictures.small)),
    ]
    app = Starlette(routes=routes, exception_handlers={404: lambda request, error: _absent()})
    app.router.redirect_slashes = False
    return _Guarded(app, token, {f"127.0.0.1:{port}".encode(), f"localhost:{port}".encode()})


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
                kept = [pair for pair in message["headers"] if pair[0].lower() not in _HEADERS]
                message = {**message, "headers": [*kept, *_HEADERS.items()]}
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
