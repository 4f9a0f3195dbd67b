"""The system's Chromium, driven by playwright; without either, tests here skip and say so."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

# Where a missing browser is a failure: the checks of every change set it.
REQUIRED = os.environ.get("TRUEBOX_BROWSER_TESTS") == "required"


def _absent(what: str) -> None:
    if REQUIRED:
        pytest.fail(f"{what}, and TRUEBOX_BROWSER_TESTS=required")
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    try:
        import plotly  # noqa: F401
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        _absent(f"{error.name} is not installed: pip install 'truebox[browser]'")
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        _absent("no Chromium on this system (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


class Opened:
    """A page in its own window, and everything it complained of or asked the network for."""

    def __init__(self, browser: Any, path: Path, **options: Any) -> None:
        self.context = browser.new_context(accept_downloads=True, reduced_motion="reduce", **options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.dialogs: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"pageerror: {error}"))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))
        self.page.goto(path.as_uri())
        self.page.wait_for_function("() => document.documentElement.dataset.ready === 'true'", timeout=20_000)

    def ask(self, script: str, argument: Any = None) -> Any:
        return self.page.evaluate(script, argument)

    def set_score(self, score: float) -> None:
        """Move the score and wait until the images have followed."""
        self.ask("score => truebox.setScore(score)", score)
        self.page.wait_for_timeout(150)
        self.draw_everything()

    def draw_everything(self) -> None:
        """Draw also what is not in view, which the page leaves for later."""
        self.ask("truebox.drawEverything()")

    def images(self) -> set[str]:
        """The images that the filter lets through."""
        return set(self.ask("truebox.shownImages().map(image => String(image.id))"))


@pytest.fixture
def open_page(browser: Any) -> Iterator[Callable[..., Opened]]:
    """Open files; at the end, none may have complained or asked for anything but itself."""
    opened: list[Opened] = []

    def start(path: Path, **options: Any) -> Opened:
        opened.append(Opened(browser, path, viewport={"width": 1300, "height": 900}, **options))
        return opened[-1]

    yield start
    for each in opened:
        each.context.close()
    for each in opened:
        assert each.complaints == []
        assert [url for url in each.requests[1:] if not url.startswith(("data:", "blob:"))] == []
        assert each.dialogs == []
