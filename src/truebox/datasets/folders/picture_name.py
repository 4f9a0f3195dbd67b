"""The file name of a picture that is given by a URL, a path, or inside the text itself."""

from __future__ import annotations

import re
from pathlib import PureWindowsPath
from urllib.parse import parse_qs, unquote, urlsplit

__all__ = ["picture_name"]

# Label Studio stores an upload as /data/upload/<project>/<8 hexadecimal digits>-<name>.
_UPLOAD = re.compile(r"/data/upload/(?:\d+/)?(?:[0-9a-f]{8}-)?(?P<name>[^/]+)$")


def picture_name(address: str) -> str:
    r"""A name to join by: the path of a local file, the last part of a URL; nothing for a picture as text.

    Nothing is fetched or opened.

    Examples
    --------
    >>> picture_name("https://example.org/set/a%20b.jpg?x=1"), picture_name("val\\7.png")
    ('a b.jpg', 'val/7.png')
    >>> picture_name("/data/upload/3/0a1b2c3d-cat.jpg"), picture_name("/data/local-files/?d=set/cat.jpg")
    ('cat.jpg', 'set/cat.jpg')
    >>> picture_name("data:image/png;base64,iVBOR")
    ''
    """
    if address.startswith("data:"):
        return ""
    if address.startswith("/data/local-files/"):
        return unquote(parse_qs(urlsplit(address).query).get("d", [""])[0])
    uploaded = _UPLOAD.search(address)
    if uploaded:
        return unquote(uploaded["name"])
    if "://" in address:
        try:
            path = urlsplit(address).path
        except ValueError:  # brackets that are no IPv6 address
            path = address
        return unquote(path.rstrip("/").rsplit("/", maxsplit=1)[-1])
    return PureWindowsPath(address).as_posix()
