"""Sphinx configuration: MyST pages, furo, and lists that are written from the package itself."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import written_lists

from truebox import __version__ as release

project = "Truebox"
author = "The Truebox developers"
project_copyright = "The Truebox developers"
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = f"Truebox {release}"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
exclude_patterns = ["_build", "build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_param = False
napoleon_use_rtype = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 88


def setup(app):
    """Write the lists before Sphinx looks for its sources."""
    app.connect("builder-inited", _write_pages)


def _write_pages(app):
    source = Path(app.srcdir)
    written_lists.write(source / "reference" / "_generated")
