"""R23: an hour of visitors who come and go: memory must not grow. Of many runs it is `memory` that asks.

Not among the parts that run unless named, because of the time: Tests/system/Reliability/run.py --deep soak
"""

import base64
import json
import os
import pathlib
import random
import re
import signal
import socket
import statistics
import struct
import subprocess
import time

from program import PROGRAM

TOKEN = "soak-0123456789abcdef-0123456789abcdef"


class Watch:
    """Memory and open files of a process, once a second."""

    def __init__(self, pid):
        self.pid = pid
        self.samples = []

    def sample(self):
        status = pathlib.Path(f"/proc/{self.pid}/status").read_text()
        resident = int(re.search(r"VmRSS:\s+(\d+)", status)[1])
        self.samples.append((resident, len(os.listdir(f"/proc/{self.pid}/fd"))))

    def judge(self, report, name, seconds):
        """Compares the second quarter of the time with the last: at most 1 MiB more per hour."""
        quarter = len(self.samples) // 4
        before, after = self.samples[quarter : 2 * quarter], self.samples[-quarter:]
        memory = [statistics.median(resident for resident, _ in part) for part in (before, after)]
        files = [statistics.median(files for _, files in part) for part in (before, after)]
        growth = memory[1] - memory[0]
        report.check(growth <= max(512, 1024 * seconds / 3600), f"R23 {name}: {memory} KiB")
        # A connection more or less may be just closing.
        report.check(files[1] <= files[0] + 2, f"R23 {name}: {files} open files")
        return f"{memory[0]:,.0f} to {memory[1]:,.0f} KiB, {files[1]:.0f} open files"


class Visitor:
    """A WebSocket client that starts a session and follows it."""

    def __init__(self, port):
        self.stream = socket.create_connection(("127.0.0.1", port), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        self.stream.sendall(
            (
                f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\n"
                f"Sec-WebSocket-Protocol: spreadlab.live.1, token.{TOKEN}\r\n\r\n"
            ).encode()
        )
        self.reader = self.stream.makefile("rb")
        assert b" 101 " in self.reader.readline()
        while self.reader.readline() != b"\r\n":
            pass

    def send(self, **message):
        data = json.dumps(message).encode()
        mask = os.urandom(4)
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        body = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data))
        self.stream.sendall(b"\x81" + length + mask + body)

    def frame(self):
        kind, length = self.reader.read(2)
        if length == 126:
            (length,) = struct.unpack(">H", self.reader.read(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self.reader.read(8))
        return kind & 15, self.reader.read(length)

    def visit(self, people):
        """A session from its start until some steps were seen; returns the frames."""
        self.send(type="hello", session=None, run=None, position=0, step=0)
        self.send(
            type="start",
            parameters={
                "group_size": people, "infection_factor": 3, "infection_probability": 0.5,
                "rule": "exact", "boundary": "bounded", "seed": people, "period": 0,
            },
        )  # fmt: skip
        run, frames = None, 0
        while frames < 20:
            kind, data = self.frame()
            if kind == 2:
                frames += 1
                # Frames wait for what was painted; this page claims to have painted all of it.
                self.send(type="shown", run=run, step=1_000_000)
            if kind != 1:
                continue
            message = json.loads(data)
            if message["type"] == "opened":
                run = message["run"]
                self.send(type="infect", people=[people // 2], number=1)
                self.send(type="play")
            elif message["type"] == "problem":
                raise AssertionError(message)
            elif message["type"] == "status" and message["ended"]:
                break
        return frames


def soak_live(report, seconds):
    process = subprocess.Popen(
        [PROGRAM, "live"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "SPREADLAB_LIVE_TOKEN": TOKEN},
    )  # fmt: skip
    port = int(re.search(r":(\d+)", process.stdout.readline().removeprefix("http:"))[1])
    generator = random.Random(5)
    watch = Watch(process.pid)
    visits = frames = failures = 0
    started = sampled = time.time()
    while time.time() - started < seconds:
        try:
            visitor = Visitor(port)
            frames += visitor.visit(generator.choice([100, 2_500, 40_000]))
            if generator.random() < 0.5:
                visitor.stream.shutdown(socket.SHUT_RDWR)  # no word of farewell
            visitor.stream.close()
        except (OSError, AssertionError, ValueError) as error:
            failures += 1
            print(f"visit {visits}: {error!r}", flush=True)
        visits += 1
        time.sleep(0.05)
        if time.time() - sampled >= 1:
            sampled = time.time()
            watch.sample()
    report.check(failures == 0, f"R23 live: {failures} of {visits} visits failed")
    report.check(process.poll() is None, "R23 live: it ended")
    text = watch.judge(report, "live", seconds)
    process.send_signal(signal.SIGINT)
    process.wait(timeout=10)
    report.section("R23 live", started, f"{visits} visits, {frames} frames, {text}")


def test(report, deep):
    soak_live(report, 3600 if deep else 120)
