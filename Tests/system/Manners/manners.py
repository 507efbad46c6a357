#!/usr/bin/env python3
"""Command-line manners, measured on the program itself:

    manners.py     exit 0: all hold

Every flag stands in the help, the manual page and the completions of bash, zsh and fish; 20 typos,
at least 18 with the right suggestion; help fits 80 columns and begins with an example; no escape
sequences where nobody wants them; on a terminal a line of progress; the same bytes with all vectors the
processor has; the first output comes at once; names that are not UTF-8 are refused.
"""

import fcntl
import json
import os
import pty
import re
import resource
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from program import PROGRAM, ROOT, beside, run, scratch  # noqa: E402

# What was typed, and what was meant.
TYPOS = [
    (["rnu"], "run"), (["chekc"], "check"), (["statsu"], "status"), (["anaylze"], "analyze"),
    (["reprot"], "report"), (["verfy"], "verify"), (["mrege"], "merge"), (["replya"], "replay"),
    (["compre"], "compare"), (["submti"], "submit"), (["livee"], "live"), (["ruels"], "rules"),
    (["schma"], "schema"), (["run", "--sed", "3", "a.json"], "--seed"),
    (["run", "--thread", "2", "a.json"], "--threads"),
    (["run", "--time-limt", "5m", "a.json"], "--time-limit"),
    (["run", "--quite", "a.json"], "--quiet"), (["report", "--jsn", "x"], "--json"),
    (["verify", "--sampel", "3", "x"], "--sample"), (["check", "--max-rusn", "9", "x"], "--max-runs"),
]


class Manners:
    def __init__(self):
        self.faults = []

    def run(self, *arguments, **environment):
        return run(*arguments, env={**os.environ, **environment})

    def expect(self, holds, claim):
        print(("holds: " if holds else "FAILS: ") + claim)
        if not holds:
            self.faults.append(claim)

    def commands(self):
        root = json.loads(self.run("--experimental-dump-help").stdout)["command"]
        return [c for c in root["subcommands"] if c["commandName"] != "help"]

    def flags(self):
        """(command, flag) of every long flag that people are meant to see."""
        return [
            (command["commandName"], name["name"])
            for command in self.commands() for argument in command.get("arguments", [])
            if argument.get("shouldDisplay", True)
            for name in argument.get("names", []) if name["kind"] == "long"]

    def check_flags(self):
        scripts = {shell: self.run("--generate-completion-script", shell).stdout
                   for shell in ("bash", "zsh", "fish")}
        missing = []
        flags = self.flags()
        for command, flag in flags:
            if f"--{flag}" not in self.run(command, "--help").stdout:
                missing.append(f"help of {command}: {flag}")
            for shell, text in scripts.items():
                # fish names them with their short forms: 'q/quiet', 'o/output='.
                form = rf"['/]{flag}[='+]" if shell == "fish" else rf"--{flag}(?![\w-])"
                if not re.search(form, text):
                    missing.append(f"{shell}: {command} {flag}")
        self.expect(
            not missing and len(flags) > 20,
            f"{len(flags)} flags are in help and 3 completions {missing[:5]}")
        for shell, option in (("bash", "-n"),):
            done = subprocess.run([shell, option], input=scripts[shell], text=True)
            self.expect(done.returncode == 0, f"{shell} accepts its completions")

    def check_typos(self):
        right = 0
        for words, meant in TYPOS:
            done = self.run(*words)
            good = done.returncode == 2 and f"did you mean '{meant}'" in done.stderr.lower()
            right += good
            if not good:
                print(f"  no suggestion of {meant} for: {' '.join(words)}")
        self.expect(right >= 18, f"{right} of {len(TYPOS)} typos get the right suggestion")

    def check_names(self):
        with scratch() as place:
            study = str(ROOT / "Tests/system/ReportPage/rules.json")
            done = subprocess.run(
                [PROGRAM, "run", study, "-o", os.fsencode(place) + b"/caf\xe9"], capture_output=True)
            self.expect(
                done.returncode == 2 and b"error[usage]" in done.stderr and not os.listdir(place),
                "a name that is not UTF-8 is refused, and nothing is written")

    def check_help(self):
        texts = {c["commandName"]: self.run(c["commandName"], "--help", COLUMNS="80").stdout
                 for c in self.commands()}
        # The parser prints the synopsis as one line, which terminals wrap.
        wide = [name for name, text in texts.items()
                if any(len(line) > 80 and not line.startswith("USAGE:")
                       for line in text.split("\n"))]
        self.expect(not wide, f"help fits 80 columns, but for the synopsis {wide}")
        mute = [name for name, text in texts.items() if "EXAMPLE" not in text.upper()]
        self.expect(not mute, f"help holds an example {mute}")

    def check_plain(self):
        study = ROOT / "Tests/system/ReportPage/rules.json"
        with scratch() as place:
            outputs = [self.run("run", str(study), "-o", f"{place}/a", NO_COLOR="1"),
                       self.run("run", str(study), "-o", f"{place}/a", TERM="dumb"),
                       self.run("run", str(study), "-o", f"{place}/b", "--quiet"),
                       self.run("status", f"{place}/a"), self.run("--help"), self.run("nonsense")]
            text = "".join(done.stdout + done.stderr for done in outputs)
            self.expect("\x1b" not in text, "no escape sequence off a terminal")
            self.expect(not outputs[2].stdout + outputs[2].stderr, "--quiet is quiet")
            codes = [done.returncode for done in outputs]
            self.expect(codes == [0, 0, 0, 0, 0, 2], f"exit codes {codes}")

    def check_progress(self):
        """On a terminal: a line that counts runs, says how many failed, and goes away."""
        lines = self.on_terminal().split("\r")
        counts = [line for line in lines if re.match(r"[\d,]+/[\d,]+ runs  \d+ % of the work", line)]
        self.expect(len(counts) > 1, f"{len(counts)} progress lines in a second")
        shares = [int(re.search(r"(\d+) %", line)[1]) for line in counts]
        self.expect(shares == sorted(shares) and max(shares, default=100) < 100, f"shares of a part of the work {shares}")
        self.expect(any(re.search(r"  \d+ failed", line) for line in counts), f"a failed run is told {counts[-1:]}")
        self.expect("\x1b[K" in lines[lines.index(counts[-1]) + 1] if counts else False,
                    "the progress line is taken away")
        failed = self.on_terminal(fails=True)
        self.expect(re.search(r"of the work[^\r\n]*\r\x1b\[Kerror\[file_error\]", failed),
                    f"the progress line is taken away before an error {failed[-300:]!r}")
        # Of a single point the runs are the work.
        one = ["replicates=600000", 'factors.rule.values=["exact"]', "factors.group_size.values=[100]",
               "factors.infection_probability.values=[0.4]"]
        found = re.findall(r"([\d,]+)/([\d,]+) runs  (\d+) % of the work", self.on_terminal(changes=one))
        told = [(int(done.replace(",", "")) * 100 / int(all_.replace(",", "")), int(share)) for done, all_, share in found]
        self.expect(told and all(abs(right - share) <= 1 for right, share in told), f"the share is that of the runs {told}")
        quiet = self.on_terminal("--quiet")
        self.expect(not re.search(r"\d runs  \d+ %", quiet), f"--quiet draws no progress {quiet[:80]!r}")

    def on_terminal(self, *words, fails=False,
                    changes=("replicates=1000000", 'factors.rule.values=["exact", "throwing_100"]')):
        """What a second of runs, some of which fail, writes to a terminal; if it `fails`, no run can be stored after the first line."""
        ours, theirs = pty.openpty()
        throwing = beside("throwing-rule")
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
        with scratch() as place:
            study = ROOT / "Tests/system/ReportPage/rules.json"
            process = subprocess.Popen(
                [throwing, "run", str(study), "-o", f"{place}/a", "-j", "1", "--time-limit", "60s" if fails else "1s",
                 *(word for change in changes for word in ("--set", change)), *words],
                stderr=theirs, stdout=subprocess.DEVNULL,
                env={**os.environ, "TERM": "xterm"})
            os.close(theirs)
            text = b""
            while True:
                try:
                    part = os.read(ours, 4096)
                except OSError:  # the other end is closed
                    break
                if not part:
                    break
                text += part
                if fails and b"of the work" in text:
                    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, 1))
            process.wait()
        os.close(ours)
        return text.decode()

    def check_vectors(self):
        wrong = self.run("--version", SPREADLAB_SIMD="mmx")
        self.expect(wrong.returncode == 2 and "SPREADLAB_SIMD is mmx" in wrong.stderr,
                    "vectors that are not there are refused by name")
        digests = {}
        for level in re.search(r"it has: (.*)", wrong.stderr)[1].split(", "):
            with scratch() as folder:
                done = self.run("run", str(ROOT / "studies/quickstart.json"), "-o", folder + "/r", "--quiet",
                                "--set", "analysis={}", SPREADLAB_SIMD=level)
                digests[level] = done.returncode == 0 and (Path(folder) / "r/runs.csv").read_bytes()
        self.expect(all(digests.values()) and len(set(digests.values())) == 1,
                    f"vectors {', '.join(digests)} give the same bytes")

    def check_libraries(self):
        """Swift's runtime and Foundation are inside; libcurl, which nothing calls, is not there at all."""
        loaded = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=True).stdout
        absent = re.findall(r"\S*(?:swift|Foundation|dispatch|curl)\S*\.so\S*", loaded)
        self.expect("libgsl" in loaded and not absent, f"starts without libraries of Swift's or curl's {absent}")

    def check_speed(self):
        def best(*arguments):
            times = []
            for _ in range(20):
                started = time.monotonic()
                self.run(*arguments)
                times.append(time.monotonic() - started)
            return min(times) * 1000

        first = best("--help")
        self.expect(first < 100, f"first output after {first:.0f} ms")
        print(f"  --version takes {best('--version'):.1f} ms, starting the process included")


def main():
    manners = Manners()
    manners.check_flags()
    manners.check_typos()
    manners.check_help()
    manners.check_plain()
    manners.check_progress()
    manners.check_vectors()
    manners.check_libraries()
    manners.check_speed()
    return 1 if manners.faults else 0


if __name__ == "__main__":
    sys.exit(main())
