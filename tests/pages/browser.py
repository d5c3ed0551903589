"""Drives a headless Chromium, so that tests see an emitted page as a reader does.

    with Browser() as browser:
        page = browser.open("oinf.html", width=400, dark=True)
        page.value("document.title")           # runs JavaScript, gives its value
        page.click("#search"); page.type("magic"); page.press("Enter")
        page.errors                            # what was logged: exceptions, console.error, refused loads
        page.requests                          # URLs asked for besides the page itself
        page.screenshot("oinf.png")

Speaks the DevTools protocol over a pair of pipes: JSON texts, each ended by a zero byte. Standard
library only. Nothing but files of this machine can be loaded: every host name is unknown.
"""
import base64
import collections
import fcntl
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
TIMEOUT = 60  # seconds for one answer; a page that takes longer hangs

# Names of keys as the protocol wants them: key, code, Windows key code, text.
KEYS = {
    "Enter": ("Enter", "Enter", 13, "\r"),
    "Tab": ("Tab", "Tab", 9, ""),
    "Escape": ("Escape", "Escape", 27, ""),
    "Space": (" ", "Space", 32, " "),
    "ArrowUp": ("ArrowUp", "ArrowUp", 38, ""),
    "ArrowDown": ("ArrowDown", "ArrowDown", 40, ""),
    "ArrowLeft": ("ArrowLeft", "ArrowLeft", 37, ""),
    "ArrowRight": ("ArrowRight", "ArrowRight", 39, ""),
    "Home": ("Home", "Home", 36, ""),
    "End": ("End", "End", 35, ""),
    "PageUp": ("PageUp", "PageUp", 33, ""),
    "PageDown": ("PageDown", "PageDown", 34, ""),
    "Backspace": ("Backspace", "Backspace", 8, ""),
}


class BrowserError(Exception):
    """The browser, or JavaScript in a page, refused."""


def program():
    """The path of a Chromium, or None: then the tests of pages are skipped."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class Browser:
    """A browser process with a profile of its own, gone with it."""

    def __init__(self):
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._last_id = 0
        self._events = collections.deque()
        self._pages = {}
        self._buffer = b""
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()
        # The browser reads descriptor 3 and writes 4; kept clear of these until after the fork.
        ends = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (to_browser, from_browser)]
        self._process = subprocess.Popen(
            [program() or "chromium", *self._arguments()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, pass_fds=(3, 4), preexec_fn=lambda: [os.dup2(ends[0], 3), os.dup2(ends[1], 4)])
        for fd in (to_browser, from_browser, *ends):
            os.close(fd)

    def _arguments(self):
        return ["--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self._profile.name}",
                "--no-sandbox",  # tests run as root in containers, and show pages of our own alone
                "--host-resolver-rules=MAP * ~NOTFOUND", "--no-first-run", "--disable-gpu",
                "--disable-dev-shm-usage", "--disable-background-networking", "--disable-extensions",
                "--force-device-scale-factor=1", "--hide-scrollbars", "--font-render-hinting=none"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            self._send("Browser.close")
            self._process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._write)
        os.close(self._read)
        self._profile.cleanup()

    def open(self, path, width=1400, height=900, dark=False, fragment="", javascript=True):
        """A page of its own showing a file (or an address with "://"), once it has loaded."""
        url = str(path) if "://" in str(path) else pathlib.Path(path).resolve().as_uri()
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, session, target)
        page._show(url + ("#" + fragment if fragment else ""), width, height, dark, javascript)
        return page

    def call(self, method, session=None, **parameters):
        """One command of the protocol and its result."""
        wanted = self._send(method, session, **parameters)
        end = time.monotonic() + TIMEOUT
        while True:
            message = self._receive(end)
            if message.get("id") == wanted:
                if "error" in message:
                    raise BrowserError(f"{method}: {message['error']['message']}")
                return message["result"]
            self._note(message)

    def handle_events(self, seconds):
        """Notes what the browser reports within that time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and (self._buffer or select.select([self._read], [], [], left)[0]):
            try:
                self._note(self._receive(end))
            except TimeoutError:
                return

    def _send(self, method, session=None, **parameters):
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data):]
        return self._last_id

    def _receive(self, end):
        while b"\0" not in self._buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._read], [], [], left)[0]:
                raise TimeoutError("the browser doesn't answer")
            part = os.read(self._read, 1 << 20)
            if not part:
                raise BrowserError("the browser ended")
            self._buffer += part
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def _note(self, message):
        page = self._pages.get(message.get("sessionId"))
        if page and "method" in message:
            page._note(message["method"], message["params"])


class Page:
    """What is shown in one tab. `errors` and `requests` grow while it is used."""

    def __init__(self, browser, session, target):
        self.errors = []
        self.requests = []
        self._browser, self._session, self._target = browser, session, target
        self._url = None
        self._has_loaded = False

    def call(self, method, **parameters):
        return self._browser.call(method, self._session, **parameters)

    def _show(self, url, width, height, dark, javascript):
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)
        self.color_scheme(dark)
        if not javascript:
            self.call("Emulation.setScriptExecutionDisabled", value=True)
        self._url = url
        answer = self.call("Page.navigate", url=url)
        if answer.get("errorText"):
            raise BrowserError(f"{url}: {answer['errorText']}")
        end = time.monotonic() + TIMEOUT
        while not self._has_loaded:
            self._browser._note(self._browser._receive(end))

    def _note(self, event, data):
        if event == "Page.loadEventFired":
            self._has_loaded = True
        elif event == "Runtime.exceptionThrown":
            details = data["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif event == "Runtime.consoleAPICalled" and data["type"] in ("error", "assert", "warning"):
            self.errors.append(" ".join(str(a.get("value", a.get("description"))) for a in data["args"]))
        elif event == "Log.entryAdded" and data["entry"]["level"] in ("error", "warning"):
            self.errors.append(data["entry"]["text"] + " " + data["entry"].get("url", ""))
        elif event == "Network.requestWillBeSent":
            url = data["request"]["url"]
            if url.split("#")[0] != (self._url or "").split("#")[0] and not url.startswith("data:"):
                self.requests.append(url)

    def value(self, expression):
        """The value of a JavaScript expression (of a promise, what it becomes), as JSON has it."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def wait_until(self, expression, seconds=5):
        """Waits until the expression is true, and not only truthy; returns whether it became so."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.value(expression) is True:
                    return True
            except BrowserError:
                pass  # on the way to another page there is none
            self.settle(0.02)
        return False

    def settle(self, seconds=0.2):
        """Lets the page come to rest: what it does late is noted in `errors` and `requests`."""
        self._browser.handle_events(seconds)

    def resize(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def color_scheme(self, dark):
        self._features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=self._features)

    def medium(self, name):
        """"print" shows the page as printed, "" as on a screen."""
        self.call("Emulation.setEmulatedMedia", media=name, features=self._features)

    def _middle(self, selector):
        box = self.value(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            if (!element) return null;
            element.scrollIntoView({{block: "nearest", inline: "nearest", behavior: "instant"}});
            const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2, box.width * box.height];
        }})()""")
        if not box or not box[2]:
            raise BrowserError(f"{selector}: " + ("isn't visible" if box else "no such element"))
        return box[:2]

    def hover(self, selector):
        """Points at the middle of the first element that the CSS selector finds."""
        x, y = self._middle(selector)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector):
        x, y = self._middle(selector)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def press(self, key, shift=False, ctrl=False):
        """A key by its name in KEYS, or a character, to what has the focus."""
        name, code, number, text = KEYS.get(key) or (key, "Key" + key.upper(), ord(key.upper()), key)
        modifiers = (8 if shift else 0) | (2 if ctrl else 0)
        common = {"key": name, "code": code, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text and not ctrl else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        """Characters to what has the focus, as if typed."""
        for ch in text:
            self.call("Input.dispatchKeyEvent", type="char", text=ch)

    def screenshot(self, path, full=False, clip=None):
        """A PNG of what is visible, of the whole page, or of clip=(x, y, width, height)."""
        area = {}
        if full or clip:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            x, y, width, height = clip or (0, 0, size["width"], size["height"])
            area = {"clip": {"x": x, "y": y, "width": width, "height": height, "scale": 1},
                    "captureBeyondViewport": True}
        data = self.call("Page.captureScreenshot", format="png", **area)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def pdf(self, path):
        """The page as it is printed."""
        data = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=False)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def overflow(self):
        """Pixels that the page is wider than the window: 0 is as it should be."""
        return self.value("document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def close(self):
        self._browser.call("Target.closeTarget", targetId=self._target)
        self._browser._pages.pop(self._session, None)
