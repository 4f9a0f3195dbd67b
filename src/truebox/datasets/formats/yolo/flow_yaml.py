"""YAML on one line: plain and quoted texts, ``[lists]`` and ``{mappings}`` of them; all else is refused."""

from __future__ import annotations

import re

from truebox._lazily import deferred_pattern

__all__ = ["FlowError", "parse_flow", "parse_scalar"]

_ESCAPES = {"\\": "\\", '"': '"', "n": "\n", "t": "\t", "/": "/"}
_TOKEN = deferred_pattern(
    r"""(?:\s+\#[^\n]*\n)*\s*(?:
        (?P<mark>[\[\]{},]) | (?P<colon>:(?=[\s\[{"',}]|$)) | (?P<single>'(?:[^']|'')*')
        | (?P<double>"(?:[^"\\]|\\.)*")
        | (?P<plain>(?:[^\s\[\]{},:\#"'&*!|>%@`?-]|-(?=\w))(?:[^\n\[\]{},:\#]|:(?=\w)|(?<=\w)\#)*) )""",
    re.VERBOSE,
)
_END = deferred_pattern(r"(?:\s+#[^\n]*)*\s*")


class FlowError(ValueError):
    """A text is no YAML of the kind that is read here."""


def parse_scalar(text: str) -> str:
    """A plain or quoted text, a comment after it left out.

    Examples
    --------
    >>> parse_scalar("'it''s'  # a comment"), parse_scalar("traffic light # red")
    ("it's", 'traffic light')
    """
    text = text.strip()
    if text[:1] in ("'", '"'):
        match = re.match(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"", text)
        if match is None or not re.fullmatch(r"\s*|\s+#.*", text[match.end() :]):
            raise FlowError(f"the quotes of {text[:40]} do not fit")
        return _unquoted(match[0])
    plain = re.split(r"\s#", text)[0].strip()
    if plain[:1] in "&*!|>%@`[]{}#," or plain.startswith(("- ", "? ")) or re.search(r":(\s|$)", plain):
        raise FlowError(f"{plain[:40]!r} is YAML that is not read here")
    return plain


def parse_flow(text: str) -> list[str] | dict[str, str]:
    """A list of texts, or a mapping of texts.

    Examples
    --------
    >>> parse_flow("['cat', sea lion]"), parse_flow("{0: cat, 1: dog}")
    (['cat', 'sea lion'], {'0': 'cat', '1': 'dog'})
    """
    tokens = _tokens(text)
    close = {"[": "]", "{": "}"}[tokens[0][1]]
    if len(tokens) < 2 or tokens[-1] != ("mark", close):
        raise FlowError(f"{close!r} is missing")
    groups: list[list[tuple[str, str]]] = [[]]
    for token in tokens[1:-1]:
        if token == ("mark", ","):
            groups.append([])
        elif token[0] == "mark":
            raise FlowError("a list or mapping inside another is not read here")
        else:
            groups[-1].append(token)
    if groups and not groups[-1]:
        groups.pop()  # nothing at all, or a comma at the end
    if close == "]":
        if any(len(group) != 1 or group[0][0] == "colon" for group in groups):
            raise FlowError("an item of the list is no text")
        return [_text(group[0]) for group in groups]
    if any([kind == "colon" for kind, _ in group] != [False, True, False] for group in groups):
        raise FlowError("an item of the mapping is no 'key: text'")
    pairs = [(_text(group[0]), _text(group[2])) for group in groups]
    if len(dict(pairs)) != len(pairs):
        raise FlowError("a key stands there twice")
    return dict(pairs)


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    at = 0
    while not _END.fullmatch(text, at):
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            raise FlowError(f"{text[at : at + 20].strip()!r} is YAML that is not read here")
        if match["colon"] and tokens[-1][0] == "plain" and text[match.end() : match.end() + 1] in ("'", '"'):
            raise FlowError(f"a space is missing after the colon of {tokens[-1][1][:20]}:")
        if match["colon"] and "\n" in text[at : match.start("colon")]:
            raise FlowError("a colon on the line after its key is not read here")
        tokens.append((match.lastgroup, match[match.lastgroup].strip()))
        at = match.end()
    return tokens


def _text(token: tuple[str, str]) -> str:
    return _unquoted(token[1]) if token[0] in ("single", "double") else token[1]


def _unquoted(text: str) -> str:
    inside = text[1:-1]
    if "\n" in inside:
        raise FlowError("a text over several lines is not read here")
    if text[0] == "'":
        return inside.replace("''", "'")
    if any(letter not in _ESCAPES for letter in re.findall(r"\\(.)", inside)):
        raise FlowError(f"{text[:40]} has an escape that is not read here")
    return re.sub(r"\\(.)", lambda match: _ESCAPES[match[1]], inside)
