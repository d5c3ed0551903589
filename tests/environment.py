"""Virtual environments of Python with what tests need from its package index."""
import hashlib
import pathlib
import subprocess
import sys

SKIPPED = 77


def environment(requirements: pathlib.Path, folder: pathlib.Path, *options: str) -> pathlib.Path | None:
    """The Python that has what a file of requirements lists, or None with the reason printed.

    The environment is kept in `folder` for the next run. `options` are pip's.
    """
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    python, done = folder / "bin" / "python", folder / "installed"
    if done.exists() and done.read_text() == wanted:
        return python
    steps = [
        [sys.executable, "-m", "venv", "--clear", folder],
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1",
         "--timeout", "20", "--only-binary", ":all:", *options, "-r", requirements],
    ]
    for step in steps:
        try:
            subprocess.run([str(part) for part in step], check=True, capture_output=True, timeout=1500)
        except (OSError, subprocess.SubprocessError) as fault:
            said = getattr(fault, "stderr", None) or getattr(fault, "stdout", None) or b""
            lines = said.decode(errors="replace").strip().splitlines() or [str(fault)]
            print(f"skipped: {requirements.parent.name} can't be installed from Python's package index: {lines[-1]}")
            return None
    done.write_text(wanted)
    return python
