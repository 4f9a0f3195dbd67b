"""Text from files made harmless for the place it is shown in: one function per kind of place."""

from __future__ import annotations

import re

__all__ = [
    "escape_csv",
    "escape_html",
    "escape_json_in_html",
    "escape_latex",
    "escape_markdown",
    "escape_terminal",
]

# C0 and C1 controls (terminal sequences), line and paragraph separators, direction overrides and
# isolates (text that reads differently from what it is), and lone surrogates (not encodable).
_CONTROL = "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"

_MARKDOWN = r"[\\`*_{}\[\]()#+!|~$<>&]"
_LATEX = {
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
}
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_ATTRIBUTE = str.maketrans({**_ENTITIES, '"': "&quot;", "'": "&#x27;"})

# A spreadsheet runs a cell that begins with one of these (OWASP, "CSV Injection").
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def escape_terminal(text: str) -> str:
    r"""Return `text` with control characters, direction overrides and lone surrogates spelled out.

    Letters of every script, emoji and joiners stay as they are.

    Examples
    --------
    >>> print(escape_terminal("\x1b]0;title\x07 猫"))
    \x1b]0;title\x07 猫
    """
    # Every one of these is unprintable to Python; most texts need no pattern, which compiles in 0.3 ms.
    return text if text.isprintable() else re.sub(_CONTROL, _visible, text)


def escape_markdown(text: str) -> str:
    r"""Return `text` as literal inline Markdown, safe inside a table cell.

    Examples
    --------
    >>> print(escape_markdown("a|b <i>*x*"))
    a\|b &lt;i&gt;\*x\*
    """

    def literal(match: re.Match[str]) -> str:
        character = match.group()
        return _ENTITIES.get(character) or "\\" + character

    return escape_terminal(re.sub(_MARKDOWN, literal, text))


def escape_latex(text: str) -> str:
    r"""Return `text` as literal LaTeX text.

    Examples
    --------
    >>> print(escape_latex(r"50% of \a_b"))
    50\% of \textbackslash{}a\_b
    """
    return "".join(_LATEX.get(letter, letter) for letter in escape_terminal(text))


def escape_csv(text: str) -> str:
    """Return `text` so that a spreadsheet shows it instead of running it as a formula.

    Quoting of commas and quotes is the CSV writer's work; here a leading apostrophe is set before
    what would start a formula, and control characters are spelled out.

    Examples
    --------
    >>> escape_csv("=cmd()")
    "'=cmd()"
    >>> escape_csv("traffic light")
    'traffic light'
    """
    shown = escape_terminal(text)
    return "'" + shown if text.lstrip(" ").startswith(_FORMULA) else shown


def escape_html(text: str) -> str:
    """Return `text` as the text of an element or the value of a quoted attribute.

    Examples
    --------
    >>> escape_html("<img src=x onerror=alert(1)>")
    '&lt;img src=x onerror=alert(1)&gt;'
    """
    return escape_terminal(text).translate(_ATTRIBUTE)


def escape_json_in_html(text: str) -> str:
    r"""Return JSON `text` so that nothing in it can end the script element that holds it.

    It is the same JSON: ``<``, ``>``, ``&`` and two line ends only occur inside strings, spelled there.

    Examples
    --------
    >>> print(escape_json_in_html('["</script>"]'))
    ["\u003c/script\u003e"]
    """
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text
