"""The pictures of the report page in the documentation, taken of the demo by a headless Chromium.

``python docs/report_pictures.py`` writes them anew; it needs ``pip install '.[browser]'`` and Chromium.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent / "tutorials" / "pictures"
WIDTH, HEIGHT = 1200, 780
MOST_BYTES = 200_000


def take(folder: Path) -> None:
    """Write ``report-overview.png``, ``-confidence``, ``-errors`` and ``-viewer``."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        demo = [sys.executable, "-m", "truebox.cli", "demo", "--report"]
        subprocess.run(demo, cwd=place, check=True, capture_output=True)
        program = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce")
        page.goto((Path(place) / "truebox-demo-report.html").as_uri())
        page.wait_for_function("document.documentElement.dataset.ready === 'true'")
        page.evaluate("truebox.drawEverything()")
        page.wait_for_timeout(1000)
        save(page, folder / "report-overview.png")
        page.evaluate("document.getElementById('thresholds').scrollIntoView()")
        page.wait_for_timeout(500)
        save(page, folder / "report-confidence.png")
        page.evaluate("document.getElementById('crops').scrollIntoView()")
        page.wait_for_timeout(1500)
        save(page, folder / "report-errors.png")
        page.locator("[data-cell='5,4']").click()
        page.wait_for_selector("#cells .cell")
        page.locator("#cells .cell").first.click()
        page.locator("#viewer-rows tr", has_text="class").first.focus()
        page.wait_for_timeout(500)
        save(page, folder / "report-viewer.png")
        browser.close()


def save(page: Page, path: Path) -> None:
    """A screenshot as it is, or in 256 colours where that is too large for a page."""
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    shot.save(path, optimize=True)
    if os.path.getsize(path) > MOST_BYTES:
        # Of the ways to choose colours the one that keeps those of few pixels: the key and its boxes.
        few = shot.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
    print(path.name, os.path.getsize(path) // 1000, "kB")


if __name__ == "__main__":
    take(FOLDER)
