r"""A small reader of LaTeX tables: it raises where LaTeX would stop, or would show something else.

It knows what the writers may use: comments, four environments, a few commands, `$` with plain mathematics.
"""

from __future__ import annotations

import re

__all__ = ["read_tables"]

_COMMANDS = {
    "begin", "end", "centering", "caption", "label", "toprule", "midrule", "bottomrule", "textbf",
    "multicolumn", "textbackslash", "textasciitilde", "textasciicircum", "textbar", "textless", "textgreater",
    "small", "footnotesize", "scriptsize", "setlength", "tabcolsep", "resizebox", "linewidth",
}  # fmt: skip
_TOKEN = re.compile(r"\\([A-Za-z]+|.)|([{}$&%#_^~])", re.DOTALL)


def read_tables(text: str) -> list[dict[str, object]]:
    """Label, caption and rows of cells of every table in `text`."""
    lines = [line for line in text.split("\n") if not line.startswith("%")]
    body = "\n".join(line.removesuffix(r"% needs \usepackage{graphicx}") for line in lines)
    _check_tokens(body)
    tables = []
    for table in re.findall(r"\\begin\{table\}\n(.*?)\\end\{table\}\n", body, re.DOTALL):
        columns = re.search(r"\\begin\{tabular\}\{([lrc]+)\}\n(.*?)\\end\{tabular\}", table, re.DOTALL)
        assert columns is not None, table
        rows = []
        for line in columns[2].rstrip("\n").split("\n"):
            if line in (r"\toprule", r"\midrule", r"\bottomrule"):
                continue
            assert line.endswith(r" \\"), line
            cells = re.split(r"(?<!\\)&", line[:-3])
            spanned = re.match(r"\\multicolumn\{(\d+)\}", line)
            assert (int(spanned[1]) if spanned else len(cells)) == len(columns[1]), line
            rows.append([cell.strip() for cell in cells])
        assert [table.count(rule) for rule in (r"\toprule", r"\bottomrule")] == [1, 1]
        label, caption = re.search(r"\\label\{(.*)\}", table), re.search(r"\\caption\{(.*)\}\n", table)
        assert label is not None
        assert caption is not None
        tables.append({"label": label[1], "caption": caption[1], "rows": rows})
    assert len({table["label"] for table in tables}) == len(tables), "a label twice"
    return tables


def _check_tokens(body: str) -> None:
    depth, mathematics = 0, False
    environments: list[str] = []
    inside = False
    for found in _TOKEN.finditer(body):
        command, mark = found.groups()
        if command is not None and command[0].isalpha():
            assert command in _COMMANDS, f"an unknown command: {command}"
            name = re.match(r"\{(\w+)\}", body[found.end() :])
            if command == "begin":
                assert name is not None
                environments.append(name[1])
            elif command == "end":
                assert name is not None
                assert environments.pop() == name[1]
            inside = "tabular" in environments
        elif mark in ("{", "}"):
            depth += 1 if mark == "{" else -1
            assert depth >= 0, "a brace too many"
        elif mark == "$":
            mathematics = not mathematics
        elif mark == "^":
            assert mathematics, "a ^ outside of mathematics"
        elif mark == "&":
            assert inside, "an & outside of a table"
        elif mark is not None:
            raise AssertionError(f"a bare {mark}: {body[found.start() - 20 : found.end() + 20]!r}")
    assert (depth, mathematics, environments) == (0, False, [])
