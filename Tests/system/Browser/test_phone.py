"""`live --host`: the address as a QR code, who may be named, and two taps from the address to an infection."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios

import pytest
import zxingcpp
from command import SPREADLAB
from conftest import TOKEN, Page, addresses, free_port, second_address, serving
from PIL import Image

HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
COLORED = re.compile(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m")


def shown(host, columns=100, **environment):
    """What `live` prints on a terminal of that width, until it serves."""
    port = free_port(host)
    main, other = pty.openpty()
    fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(
        [SPREADLAB, "live", "--host", host, "--port", str(port)], stdout=subprocess.PIPE, stderr=other, text=True,
        env={**os.environ, "SPREADLAB_LIVE_TOKEN": TOKEN, "TERM": "xterm", **environment})
    os.close(other)
    text = b""
    try:
        address = process.stdout.readline().strip()
        while b"Ctrl-C" not in text:
            text += os.read(main, 65536)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(10)
        process.stdout.close()
        os.close(main)
    return address, text.decode().replace("\r\n", "\n")


def picture(lines, ink, paper):
    """The characters as a screen with these colors shows them, 4 pixels a module; beside them the screen's own."""
    size = len(lines[0])
    image = Image.new("L", (size + 20, 2 * len(lines) + 20), paper)
    for y, line in enumerate(lines):
        for x, character in enumerate(line):
            for half, drawn in enumerate(HALVES[character]):
                image.putpixel((x + 10, 2 * y + half + 10), ink if drawn else paper)
    return image.resize((image.width * 4, image.height * 4), Image.NEAREST)


@pytest.mark.quick(1)
@pytest.mark.parametrize("host", [host for host in addresses() if host not in (None, "::1")] + ["127.0.0.1"])
def test_a_camera_reads_the_address(host):
    """By another decoder than ours; codes are shown only where others reach the page."""
    address, text = shown(host)
    lines = COLORED.findall(text)
    if host.startswith("127."):
        assert lines == []
        return
    assert address == f"http://{host}:{address.rsplit(':', 1)[1]}" and address.endswith(f"/#{TOKEN}")
    found = zxingcpp.read_barcodes(picture(lines, 0, 255), zxingcpp.BarcodeFormat.QRCode, try_invert=False)
    assert [code.text for code in found] == [address]
    # Four light modules on every side, whatever the terminal's color.
    assert all(set(line) == {" "} for line in (*lines[:2], *lines[-2:]))
    assert all(line[:4] == line[-4:] == "    " for line in lines) and len(lines) * 2 - len(lines[0]) in (0, 1)


def test_without_color_it_is_drawn_in_that_of_text():
    if second_address().startswith("127."):
        pytest.skip("this machine has no network")
    address, text = shown(second_address(), NO_COLOR="1")
    assert "\x1b" not in text
    lines = [line for line in text.split("\n") if line and set(line) <= set(HALVES)]
    found = zxingcpp.read_barcodes(picture(lines, 255, 0), zxingcpp.BarcodeFormat.QRCode, try_invert=False)
    assert [code.text for code in found] == [address]


def test_no_code_where_it_would_not_be_whole():
    assert not COLORED.search(shown(second_address(), columns=40)[1])
    assert not COLORED.search(shown(second_address(), TERM="dumb")[1])
    with subprocess.Popen(
            [SPREADLAB, "live", "--host", second_address(), "--port", str(free_port(second_address()))],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith(f"http://{second_address()}:")
        said = process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        said += process.stderr.read()
    assert "▀" not in said and ("not encrypted" in said) == (not second_address().startswith("127."))


@pytest.mark.quick(1)
@pytest.mark.parametrize("host", [
    "localhost", "example.org", "", "0.0.0.0", "::", "0:0:0:0:0:0:0:0", "0", "127.1", "203.0.113.9", "2001:db8::1",
    "fe80::1", "::ffff:127.0.0.1", "224.0.0.1", "255.255.255.255", "[::1]", "127.0.0.1:80"])
def test_what_is_no_address_of_this_machine_is_refused(host):
    result = subprocess.run(
        [SPREADLAB, "live", "--host", host], capture_output=True, text=True, timeout=20)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("error[bad_option]: ")
    assert "127.0.0.1" in result.stderr.splitlines()[-1]
    assert second_address() in result.stderr.splitlines()[-1] or second_address() == "127.0.0.2"


@pytest.fixture(scope="module")
def server():
    with serving(host=second_address()) as running:
        yield running


@pytest.mark.quick(1)
@pytest.mark.parametrize("width, height, mobile", [(360, 640, True), (390, 844, True), (1366, 768, False), (1920, 1080, False)])
def test_a_tap_from_the_address_to_a_spreading_infection(browser, server, width, height, mobile):
    """Without scrolling, on an address of the network."""
    live = Page(browser, server.url, viewport={"width": width, "height": height}, has_touch=mobile, is_mobile=mobile)

    def tap(x, y):
        assert 0 < x < width and 0 < y < height
        (live.page.touchscreen.tap if mobile else live.page.mouse.click)(x, y)

    box = live.page.locator("[data-scenario]").first.bounding_box()
    tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    live.wait("spreadlab.group?.step >= 2 && spreadlab.group.count > 1", 20_000)
    assert live.page.evaluate("scrollY") == 0
    live.close()
