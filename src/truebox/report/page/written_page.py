"""A page that was written: where it is, and how a notebook shows it."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

from truebox._writing.escaping import escape_html

__all__ = ["WrittenPage"]

_HEIGHT = 720


class WrittenPage(os.PathLike[str]):
    """The path of a page, which shows itself in a notebook: a link, and the page below it.

    Wherever a path is wanted it is one. The page is not kept in the notebook, so that it has to stay where it
    is: in the folder of the notebook or below it, since browsers show a notebook no files from elsewhere.

    Parameters
    ----------
    path : path

    Examples
    --------
    >>> page = WrittenPage("report.html")
    >>> page
    WrittenPage('report.html')
    >>> os.fspath(page), str(page)
    ('report.html', 'report.html')
    >>> page._repr_html_().partition("</a>")[0]
    '<a href="report.html" target="_blank" rel="noopener">report.html'
    """

    __slots__ = ("path",)

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    def __fspath__(self) -> str:
        return str(self.path)

    def __str__(self) -> str:
        return str(self.path)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    def _repr_html_(self) -> str:
        address = escape_html(self._address())
        name = escape_html(self.path.name)
        return (
            f'<a href="{address}" target="_blank" rel="noopener">{name}</a><br>'
            f'<iframe src="{address}" title="{name}" width="100%" height="{_HEIGHT}" '
            'style="border: 1px solid #8888"></iframe>'
        )

    def _address(self) -> str:
        """As seen from the working folder, which is that of the notebook; else where the file is."""
        whole = self.path.absolute()
        if not whole.is_relative_to(Path.cwd()):
            return whole.as_uri()
        return quote(whole.relative_to(Path.cwd()).as_posix())
