"""Firefox behind the part of Playwright's interface that these tests use, driven by Marionette.

Playwright brings a Firefox of its own build; this is Debian's. What only Chromium can be told to be
(a phone, a slow processor, a color scheme) is skipped here and says so.
"""

import contextlib
import functools
import itertools
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

import pytest
from marionette_driver import errors
from marionette_driver.keys import Keys
from marionette_driver.marionette import ActionSequence, Marionette

SUPPORTED = {"viewport", "accept_downloads"}
NARROWEST = 450  # pixels of a window
KEYS = {
    "Enter": Keys.ENTER, "Escape": Keys.ESCAPE, "Tab": Keys.TAB, "Space": " ", "Control": Keys.CONTROL,
    "Shift": Keys.SHIFT, "Alt": Keys.ALT, "Home": Keys.HOME, "End": Keys.END, "PageUp": Keys.PAGE_UP,
    "PageDown": Keys.PAGE_DOWN, "Delete": Keys.DELETE, "Backspace": Keys.BACK_SPACE,
    "ArrowLeft": Keys.ARROW_LEFT, "ArrowRight": Keys.ARROW_RIGHT, "ArrowUp": Keys.ARROW_UP,
    "ArrowDown": Keys.ARROW_DOWN,
}
EVALUATE = """
const [given, settle] = arguments;
(async () => {
  const value = await (%s);
  return typeof value === "function" ? value(given) : value;
})().then((value) => settle({ value: value ?? null }), (error) => settle({ error: String(error) }));
"""
IS_VISIBLE = """(selector) => {
  const element = document.querySelector(selector);
  if (!element?.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0; }"""
# Errors of pages only; and a lost connection is reported by the browser itself.
ERRORS = """
const found = Services.console.getMessageArray()
  .filter((message) => message instanceof Ci.nsIScriptError
    && !(message.flags & Ci.nsIScriptError.warningFlag)
    && message.sourceName.startsWith("http://127.0.0.1"))
  .map(({ errorMessage }) => errorMessage)
  .filter((text) => !text.includes("/live"));
Services.console.reset();
return found;
"""


class Firefox:
    def __init__(self, folder):
        self.downloads, self.taken, profile = (
            pathlib.Path(folder) / name for name in ("downloads", "taken", "profile"))
        for each in (self.downloads, self.taken, profile):
            each.mkdir()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        settings = {
            "marionette.port": port, "privacy.userContext.enabled": "true",
            "browser.download.dir": f'"{self.downloads}"', "browser.download.folderList": 2,
            "browser.download.always_ask_before_handling_new_types": "false",
            "ui.prefersReducedMotion": 0,
        }
        (profile / "user.js").write_text(
            "".join(f'user_pref("{name}", {value});\n' for name, value in settings.items()))
        self.process = subprocess.Popen(
            [shutil.which("firefox-esr") or "firefox", "--headless", "--marionette",
             "-remote-allow-system-access", "--no-remote", "--profile", str(profile), "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.driver = Marionette(host="127.0.0.1", port=port)
        self._connect(time.monotonic() + 60)
        self.home = self.driver.current_window_handle
        self._containers = itertools.count(1)

    def _connect(self, end):
        while True:
            try:
                self.driver.start_session()
                return
            except (OSError, errors.MarionetteException):
                assert time.monotonic() < end and self.process.poll() is None, "Firefox does not start"
                time.sleep(0.2)

    def chrome(self, script, *arguments):
        self.driver.switch_to_window(self.home)
        with self.driver.using_context("chrome"):
            return self.driver.execute_script(script, script_args=arguments)

    def new_context(self, **options):
        for name in sorted(set(options) - SUPPORTED):
            pytest.skip(f"only Chromium can be told: {name}")
        size = options.get("viewport", {"width": 1280, "height": 800})
        if size["width"] < NARROWEST:
            pytest.skip("a window of Firefox is not that narrow")
        before = set(self.driver.window_handles)
        # A container has storage of its own.
        self.chrome(
            "window.openTrustedLinkIn('about:blank', 'window', { userContextId: arguments[0] })",
            next(self._containers))
        end = time.monotonic() + 10
        while not (new := set(self.driver.window_handles) - before):
            assert time.monotonic() < end, "no new window"
            time.sleep(0.02)
        return Context(self, new.pop(), size)

    def close(self):
        with contextlib.suppress(OSError, errors.MarionetteException):
            self.driver.delete_session()
        self.process.terminate()
        self.process.wait()


class Context:
    def __init__(self, firefox, handle, size):
        self._firefox = firefox
        self._page = Page(firefox, handle, size)

    def new_page(self):
        return self._page

    def close(self):
        self._firefox.driver.switch_to_window(self._page.handle)
        self._firefox.driver.close()
        for text in self._firefox.chrome(ERRORS):
            self._page.tell("pageerror", text)


class Page:
    def __init__(self, firefox, handle, size):
        self.handle = handle
        self._firefox = firefox
        self._listeners = []
        self.mouse = Mouse(self)
        self.keyboard = Keyboard(self)
        inner = lambda: self.evaluate("[outerWidth - innerWidth, outerHeight - innerHeight]")
        self.driver.set_window_rect(width=size["width"], height=size["height"])
        wide, high = inner()
        self.driver.set_window_rect(width=size["width"] + wide, height=size["height"] + high)

    @property
    def driver(self):
        self._firefox.driver.switch_to_window(self.handle)
        return self._firefox.driver

    @property
    def url(self):
        return self.driver.get_url()

    def on(self, event, listener):
        self._listeners.append((event, listener))

    def tell(self, event, value):
        for name, listener in self._listeners:
            if name == event:
                listener(value)

    def evaluate(self, expression, given=None):
        done = self.driver.execute_async_script(
            EVALUATE % expression.strip().rstrip(";"), script_args=[given], sandbox=None)
        # What leads to another page is not answered.
        done = done or {"value": None}
        assert "error" not in done, f"{done['error']} in {expression}"
        return done["value"]

    def _until(self, what, question, timeout=10.0):
        end = time.monotonic() + timeout
        while not question():
            assert time.monotonic() < end, f"never {what}"
            self.wait_for_timeout(20)

    def wait_for_timeout(self, milliseconds):
        time.sleep(milliseconds / 1000)
        for download in self._new_downloads():
            self.tell("download", download)

    def wait_for_selector(self, selector, state="visible", timeout=10_000):
        question = {
            "visible": lambda: self.is_visible(selector),
            "hidden": lambda: self.is_hidden(selector),
            "attached": lambda: self.evaluate("s => document.querySelector(s) !== null", selector),
        }[state]
        self._until(f"{state}: {selector}", question, timeout / 1000)

    # MARK: Where it is

    def goto(self, url):
        self.driver.navigate(url)

    def reload(self):
        self.driver.refresh()

    def go_back(self):
        self.driver.go_back()

    def go_forward(self):
        self.driver.go_forward()

    # MARK: What is there

    def locator(self, selector):
        return Locator(self, selector)

    def _of(self, selector, property):
        self.wait_for_selector(selector, "attached")
        return self.evaluate(f"s => document.querySelector(s).{property}", selector)

    def inner_text(self, selector):
        return self._of(selector, "innerText")

    def text_content(self, selector):
        return self._of(selector, "textContent")

    def input_value(self, selector):
        return self._of(selector, "value")

    def is_checked(self, selector):
        return self._of(selector, "checked")

    def is_disabled(self, selector):
        return self._of(selector, "disabled")

    def is_enabled(self, selector):
        return not self.is_disabled(selector)

    def title(self):
        return self.evaluate("document.title")

    def is_visible(self, selector):
        return self.evaluate(IS_VISIBLE, selector)

    def is_hidden(self, selector):
        return not self.is_visible(selector)

    def get_attribute(self, selector, name):
        return self.evaluate("([s, name]) => document.querySelector(s).getAttribute(name)", [selector, name])

    # MARK: What a person does

    def click(self, selector):
        def is_clicked():
            if self.evaluate("s => document.querySelector(s)?.disabled ?? false", selector):
                return False
            try:
                self.driver.find_element("css selector", selector).click()
            except (errors.ElementNotInteractableException, errors.ElementClickInterceptedException,
                    errors.NoSuchElementException):
                return False
            return True

        self._until(f"clickable: {selector}", is_clicked)

    def check(self, selector):
        if not self.is_checked(selector):
            self.click(selector)

    def uncheck(self, selector):
        if self.is_checked(selector):
            self.click(selector)

    def focus(self, selector):
        self.evaluate("s => document.querySelector(s).focus()", selector)

    def fill(self, selector, text):
        self.wait_for_selector(selector)
        if self._of(selector, "type") == "range":
            self.evaluate("""([s, text]) => {
              const field = document.querySelector(s);
              field.value = text;
              field.dispatchEvent(new Event("input", { bubbles: true })); }""", [selector, text])
            return
        self.evaluate("s => { const e = document.querySelector(s); e.focus(); e.select(); }", selector)
        self.keyboard.type(text or Keys.BACK_SPACE)

    def select_option(self, selector, wanted):
        self.evaluate("""([s, wanted]) => {
          const field = document.querySelector(s);
          const place = [...field.options].findIndex(({ value, label }) => value === wanted || label === wanted);
          if (place < 0) throw new Error(`no option ${wanted}`);
          field.focus();
          field.selectedIndex = place;
          for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true })); }""",
                      [selector, wanted])

    # MARK: Downloads

    def _new_downloads(self):
        files = list(self._firefox.downloads.iterdir())
        if any(path.suffix == ".part" or path.stat().st_size == 0 for path in files):
            return []
        # Away, so that the next one keeps its name.
        folder = tempfile.mkdtemp(dir=self._firefox.taken)
        return [Download(path.rename(pathlib.Path(folder) / path.name)) for path in sorted(files)]

    @contextlib.contextmanager
    def expect_download(self):
        waiting = Expected()
        yield waiting
        found = []
        self._until("a download", lambda: found or found.extend(self._new_downloads()) or found, 30)
        waiting.value = found[0]


class Expected:
    value = None


class Download:
    def __init__(self, path):
        self._path = path
        self.suggested_filename = path.name

    def path(self):
        return self._path

    def save_as(self, path):
        shutil.copyfile(self._path, path)


class Locator:
    def __init__(self, page, selector):
        self._page = page
        self._selector = selector

    def evaluate(self, function):
        return self._page.evaluate(f"s => ({function})(document.querySelector(s))", self._selector)

    def __getattr__(self, name):
        """What a page does with the element of a selector."""
        return functools.partial(getattr(self._page, name), self._selector)

    def locator(self, selector):
        return Locator(self._page, f"{self._selector} {selector}")

    def _all(self, property):
        return self._page.evaluate(
            f"s => [...document.querySelectorAll(s)].map((e) => e.{property})", self._selector)

    def count(self):
        return len(self._all("tagName"))

    def all_inner_texts(self):
        return self._all("innerText")

    def all_text_contents(self):
        return self._all("textContent")

    def scroll_into_view_if_needed(self):
        self.evaluate("e => e.scrollIntoView({ block: 'nearest' })")

    def blur(self):
        self.evaluate("e => e.blur()")

    def bounding_box(self):
        return self.evaluate("""(e) => {
          const { x, y, width, height } = e.getBoundingClientRect();
          return { x, y, width, height }; }""")


class Mouse:
    def __init__(self, page):
        self._page = page
        self._at = (0, 0)

    def _act(self, *steps):
        sequence = ActionSequence(
            self._page.driver, "pointer", "mouse", {"pointerType": "mouse"})
        for name, *given in steps:
            getattr(sequence, name)(*given)
        sequence.perform()

    def move(self, x, y, steps=1):
        (left, top), self._at = self._at, (x, y)
        parts = [part / steps for part in range(1, steps + 1)]
        self._act(*(("pointer_move", round(left + part * (x - left)), round(top + part * (y - top)), 0)
                    for part in parts))

    def wheel(self, across, down):
        sequence = ActionSequence(self._page.driver, "wheel", "wheel")
        sequence.scroll(*(round(place) for place in self._at), across, down)
        sequence.perform()

    def down(self):
        self._act(("pointer_down",))

    def up(self):
        self._act(("pointer_up",))

    def click(self, x, y):
        self._at = (x, y)
        self._act(("pointer_move", round(x), round(y), 0), ("pointer_down",), ("pointer_up",))


class Keyboard:
    def __init__(self, page):
        self._page = page

    def _act(self, steps):
        sequence = ActionSequence(self._page.driver, "key", "keyboard")
        for name, key in steps:
            getattr(sequence, name)(key)
        sequence.perform()

    def press(self, chord):
        names = ["+"] if chord == "+" else chord.split("+")
        keys = [KEYS.get(name, name) for name in names]
        self._act([("key_down", key) for key in keys] + [("key_up", key) for key in reversed(keys)])

    def type(self, text):
        self._act([(name, key) for key in text for name in ("key_down", "key_up")])


@contextlib.contextmanager
def launched():
    with tempfile.TemporaryDirectory(prefix="spreadlab-firefox-") as folder:
        firefox = Firefox(folder)
        try:
            yield firefox
        finally:
            firefox.close()
