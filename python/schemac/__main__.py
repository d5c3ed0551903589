"""``python -m schemac`` is the command ``schemac``."""

import os
import pathlib
import sys
from typing import NoReturn


def main() -> NoReturn:
    program = pathlib.Path(__file__).parent / "bin" / "schemac"
    sys.stdout.flush()
    os.execv(program, ["schemac", *sys.argv[1:]])


if __name__ == "__main__":
    main()
