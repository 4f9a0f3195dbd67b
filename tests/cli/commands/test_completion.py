"""Completion: the script of each shell, and in bash what it completes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BASH = shutil.which("bash")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(real_command, shell: str) -> None:
    code, out, err = real_command("completion", shell)
    assert (code, err) == (0, "")
    assert f"_TRUEBOX_COMPLETE={shell}_complete" in out
    assert "%(" not in out


def test_another_shell_is_refused(real_command) -> None:
    code, out, err = real_command("completion", "tcsh")
    assert (code, out) == (2, "")
    assert "'bash', 'zsh', 'fish'" in err


@pytest.mark.skipif(BASH is None or sys.platform == "win32", reason="needs bash")
@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["truebox", "comp"], {"compare", "completion"}),
        (["truebox", "eval", "--na"], {"--names"}),
        (["truebox", "compare", "t", "a", "b", "--mode", "str"], {"strict"}),
    ],
)
def test_bash_completes(tmp_path: Path, words: list[str], meant: set[str]) -> None:
    command = tmp_path / "truebox"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m truebox.cli "$@"\n')
    command.chmod(0o755)
    quoted = " ".join(words)
    script = (
        f'PATH="{tmp_path}:$PATH"\n'
        "source <(truebox completion bash)\n"
        f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}\n"
        "_truebox_completion truebox\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run([str(BASH), "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert set(done.stdout.split()) == meant
    assert done.stderr == ""
