"""R6: a file system too small for the study: exit 6 with the figures, and resumable."""

import contextlib
import pathlib
import re
import subprocess
import time

from matrix import write_study
from program import content, differences, run, scratch


@contextlib.contextmanager
def small_disk(folder, kibibytes):
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs", folder], check=True
    )
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def obstacle():
    """Why no memory file system can be mounted here; None if one can."""
    with scratch() as folder:
        try:
            with small_disk(folder, 16):
                return None
        except subprocess.CalledProcessError:
            return "a memory file system cannot be mounted here"


def test(report, deep):
    started = time.time()
    # With 96 KiB the index of the store's log has no place.
    sizes = [16, 64, 96, 256, 1024]
    if deep:
        sizes = [16, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096]
    with scratch() as folder:
        study = write_study(folder)
        whole = pathlib.Path(folder) / "whole"
        report.check(run("run", study, "-o", whole).returncode == 0, "the reference study runs")
        expected = content(whole)
        refused = 0
        for size in sizes:
            disk = pathlib.Path(folder) / f"disk{size}"
            disk.mkdir()
            with small_disk(disk, size):
                results = disk / "results"
                first = run("run", study, "-o", results)
                if first.returncode == 0:
                    report.check(differences(expected, results) == [], f"{size} KiB: complete")
                    continue
                refused += 1
                report.check(
                    first.returncode == 6, f"{size} KiB: exit {first.returncode}: {first.stderr}"
                )
                report.check(
                    re.search(r"[0-9]+ bytes needed, [0-9]+ bytes free", first.stderr)
                    and str(results) in first.stderr,
                    f"{size} KiB: the message names path and free bytes: {first.stderr}",
                )
                subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
                second = run("run", study, "-o", results)
                report.check(second.returncode == 0, f"{size} KiB, enlarged: {second.stderr}")
                report.check(
                    second.returncode == 0 and differences(expected, results) == [],
                    f"{size} KiB, enlarged: the same bytes",
                )
        report.check(refused * 2 > len(sizes), f"only {refused} of {len(sizes)} disks were too small")
    report.section("R6 full disk", started, f"{refused} of {len(sizes)} sizes too small")
