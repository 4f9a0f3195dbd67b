"""How it is put down: plain, styled, Markdown, LaTeX, CSV, JSON, JUnit."""
