"""The server has one address, of this machine, and leaves nothing behind."""

from __future__ import annotations

import logging
import socket
import threading
import time
from typing import Any

import pytest

from truebox.errors import ArgumentError
from truebox.evaluation import evaluate
from truebox.report import page_parts

pytest.importorskip("plotly")
uvicorn = pytest.importorskip("uvicorn", reason="of the extra view")


@pytest.fixture
def parts() -> Any:
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    return page_parts(evaluate([box], [box | {"scores": [0.5]}], mode="corrected"), replicates=0)


def test_every_start_has_another_token_and_the_browser_gets_it(
    parts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from truebox.report.serving import serve
    from truebox.report.serving.serve import serve_page

    opened: list[str] = []
    bound: list[Any] = []
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)
    monkeypatch.setattr(
        uvicorn.Server, "run", lambda self, sockets: bound.extend(each.getsockname() for each in sockets)
    )
    told: list[str] = []
    for _ in range(2):
        serve_page(parts, open_browser=True, tell=told.append)
    assert opened == told
    tokens = [address.split("/")[3] for address in told]
    assert tokens[0] != tokens[1]
    assert all(len(token) == 32 for token in tokens)
    assert [host for host, _ in bound] == ["127.0.0.1", "127.0.0.1"]
    assert told[0].startswith(f"http://127.0.0.1:{bound[0][1]}/")


def test_ctrl_c_is_how_it_ends(parts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from truebox.report import serve_page

    def interrupted(self: Any, sockets: Any) -> None:
        raise KeyboardInterrupt

    told: list[str] = []
    monkeypatch.setattr(uvicorn.Server, "run", interrupted)
    serve_page(parts, tell=told.append)
    assert len(told) == 1


def test_a_port_that_is_taken_is_refused(parts: Any) -> None:
    from truebox.report import serve_page

    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ArgumentError, match=rf"port: {port} cannot be used: .*Fix: name another"):
            serve_page(parts, port=port, tell=lambda address: None)


def test_the_address_is_told_before_the_page_is_made(parts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from truebox.report import serve_page

    order: list[str] = []
    made = threading.Event()

    def make() -> Any:
        order.append("made")
        made.set()
        return parts

    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: made.wait(10))
    serve_page(make, tell=lambda address: order.append("told"))
    assert order == ["told", "made"]


def test_what_fails_while_the_page_is_made_ends_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    from truebox.report import serve_page

    def make() -> Any:
        raise ArgumentError("results: got none.")

    def run(self: Any, sockets: Any) -> None:
        for _ in range(1000):
            if self.should_exit:
                return
            time.sleep(0.01)

    monkeypatch.setattr(uvicorn.Server, "run", run)
    with pytest.raises(ArgumentError, match="got none"):
        serve_page(make, tell=lambda address: None)


def test_handlers_of_the_process_are_left_alone(parts: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from truebox.report import serve_page

    class Handler(logging.Handler):
        closed = False

        def close(self) -> None:
            self.closed = True
            super().close()

    handler = Handler()
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: None)
    serve_page(parts, tell=lambda address: None)
    assert not handler.closed
    assert logging.getLogger("uvicorn.error").getEffectiveLevel() == logging.ERROR
