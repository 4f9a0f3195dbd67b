"""A result as text: table, JSON, CSV, Markdown and the reference's own lines, one file each."""
