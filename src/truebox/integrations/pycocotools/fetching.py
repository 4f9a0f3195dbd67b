"""Images of a dataset fetched from where it says they are."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from urllib.request import urlretrieve

from truebox._writing.inside_folder import inside_folder

__all__ = ["fetch_images"]


def fetch_images(images: list[Any], folder: Path) -> None:
    """Fetch each image that is not there yet; a file name that leads out of the folder is refused (E-174)."""
    folder.mkdir(parents=True, exist_ok=True)
    for place, image in enumerate(images):
        begun = time.time()
        target = inside_folder(folder, image["file_name"], f"images[{place}].file_name")
        if not target.exists():
            urlretrieve(image["coco_url"], str(target))
        print(f"downloaded {place}/{len(images)} images (t={time.time() - begun:0.1f}s)")
