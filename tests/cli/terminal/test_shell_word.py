"""`shell_word`: a path that can be copied into a shell."""

from __future__ import annotations

import os
import shlex

import pytest

from truebox.cli.terminal.shell_word import shell_word


@pytest.mark.parametrize("path", ["plain", "my $HOME demo", "it's", "a/b.json"])
@pytest.mark.skipif(os.name == "nt", reason="the shell of POSIX")
def test_the_shell_reads_the_path_back(path: str) -> None:
    assert shlex.split(shell_word(path)) == [path]


def test_a_path_is_no_option() -> None:
    assert not shell_word("-q").startswith("-")
