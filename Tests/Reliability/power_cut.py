"""R4: the power fails: what was acknowledged is there, and the study goes on.

An ext4 image is mounted through a loop device; while the writer is stopped the image is copied as
it is on disk, which is what a power cut would leave. A writer that does not sync must fail this
test: the last part shows that it does.
"""

import contextlib
import pathlib
import random
import shutil
import signal
import subprocess
import time

from program import PROGRAM, content, differences, run, scratch, write_study


@contextlib.contextmanager
def mounted(image, folder):
    pathlib.Path(folder).mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "loop", image, folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def make_image(path):
    subprocess.run(["truncate", "-s", "64m", path], check=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", path], check=True)


def finished(folder):
    """Runs a results folder holds, as its own status says."""
    import json

    answer = run("status", folder, "--json")
    return json.loads(answer.stdout)["runs_done"] if answer.returncode == 0 else None


def test(report, deep):
    started = time.time()
    cuts = 50 if deep else 8
    generator = random.Random(4)
    with scratch() as folder:
        folder = pathlib.Path(folder)
        study = write_study(folder)
        report.check(run("run", study, "-o", folder / "whole").returncode == 0, "reference runs")
        expected = content(folder / "whole")
        for cut in range(cuts):
            image, copy = folder / "disk.img", folder / "copy.img"
            make_image(image)
            with mounted(image, folder / "disk"):
                writer = subprocess.Popen(
                    [PROGRAM, "run", study, "-o", folder / "disk/results", "-j", "2", "--quiet"],
                    stderr=subprocess.DEVNULL,
                )
                time.sleep(generator.uniform(0.05, 0.8))
                # What a reader sees now was acknowledged before the cut.
                acknowledged = finished(folder / "disk/results") or 0
                writer.send_signal(signal.SIGSTOP)
                shutil.copyfile(image, copy)
                writer.kill()
                writer.wait()
            with mounted(copy, folder / "after"):
                results = folder / "after/results"
                kept = finished(results) if results.exists() else 0
                report.check(
                    (kept or 0) >= acknowledged,
                    f"cut {cut}: {acknowledged} runs were acknowledged, {kept} are left",
                )
                resumed = run("run", study, "-o", results)
                report.check(resumed.returncode == 0, f"cut {cut}: {resumed.stderr}")
                report.check(
                    resumed.returncode == 0 and differences(expected, results) == [],
                    f"cut {cut}: the same bytes",
                )
        lost = sum(unsynced_writer_loses(folder, generator) for _ in range(4))
        report.check(lost > 0, "a writer that does not sync loses acknowledged work here")
    report.section("R4 power cuts", started, f"{cuts} cuts; unsynced writer lost {lost} of 4")


def unsynced_writer_loses(folder, generator):
    """Whether a file written and renamed without fsync is lost or short after the cut."""
    image, copy = folder / "disk.img", folder / "copy.img"
    make_image(image)
    with mounted(image, folder / "disk"):
        subprocess.run(["sync", "-f", folder / "disk"], check=True)
        data = bytes(generator.randrange(256) for _ in range(20000))
        (folder / "disk/part").write_bytes(data)
        (folder / "disk/part").rename(folder / "disk/file")
        shutil.copyfile(image, copy)
    with mounted(copy, folder / "after"):
        path = folder / "after/file"
        return not (path.exists() and path.read_bytes() == data)
