"""One module per format, each with a `Format` called ``FORMAT``; `truebox.datasets.registry` finds them."""
