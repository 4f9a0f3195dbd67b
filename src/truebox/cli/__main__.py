"""``python -m truebox.cli``, for where the installed command is not on the path."""

from truebox.cli import main

main()
