#!/usr/bin/env python3
"""Makes the pictures of README.md: scripts/make_pictures.py SCHEMAC

SCHEMAC is the program. Writes docs/pictures/, with the pages as Chromium shows them. If pngquant is
installed, it makes the files small, which is how they are committed.
"""
import base64
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "pages"))
from browser import Browser  # noqa: E402

OUT = ROOT / "docs" / "pictures"
MODEL = ROOT / "tests" / "data" / "vectors" / "oinf" / "v1_simple_model.oinf"
SPECIFICATION = ROOT / "generated" / "oinf.html"
WIDTH, HEIGHT = 1400, 840  # of the window; wide enough for all columns of both pages
SCALE = 1200 / WIDTH


def take(browser, page_file, fragment, name):
    """What a window shows of a page whose address ends in #fragment."""
    page = browser.open(page_file, WIDTH, HEIGHT, fragment=fragment)
    page.settle(1)
    top = page.value("scrollY")
    clip = {"x": 0, "y": top, "width": WIDTH, "height": HEIGHT, "scale": SCALE}
    picture = OUT / name
    picture.write_bytes(base64.b64decode(page.call("Page.captureScreenshot", format="png", clip=clip)["data"]))
    if shutil.which("pngquant"):
        subprocess.run(["pngquant", "--force", "--speed=1", "--strip", f"--output={picture}", "128", picture], check=True)
    print(f"{picture.relative_to(ROOT)}: {picture.stat().st_size:,} bytes")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        explained = pathlib.Path(folder) / "model.html"
        subprocess.run([sys.argv[1], "explain", "--schema", ROOT / "schemas/oinf.yaml", MODEL, "-o", explained], check=True)
        take(browser, explained, "tensors[2].data", "explain.png")
        take(browser, SPECIFICATION, "Tensor", "doc.png")


if __name__ == "__main__":
    main()
