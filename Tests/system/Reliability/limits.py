"""Under the limits of a system the program does what it can, says so, and ends as documented."""

import contextlib
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import time

from matrix import write_study
from program import PROGRAM, differences, run, scratch

# Hardly anybody is ever infected: runs of a small group take millions of quiet steps.
RARE = {"group_size": {"values": [100]}, "infection_probability": {"values": [1e-9]}}
SHORT = {"group_size": {"values": [100]}, "rule": {"values": ["exact"]}}


def limited(limits, *arguments, **options):
    """The program under limits, by resource: one for both, or a soft one and a hard one."""

    def limit():
        for name, value in limits.items():
            resource.setrlimit(name, value if isinstance(value, tuple) else (value, value))

    return run(*arguments, preexec_fn=limit, **options)


def measured(*arguments, **options):
    """Exit code, seconds and peak resident MiB."""
    started = time.time()
    process = subprocess.Popen(
        [PROGRAM, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
    )
    _, status, usage = os.wait4(process.pid, 0)
    return os.waitstatus_to_exitcode(status), time.time() - started, usage.ru_maxrss / 1024


def quiet_steps(report, folder):
    study = write_study(
        folder,
        factors=RARE,
        model={"stop": {"max_steps": 1_000_000_000}},
        replicates=2,
        record={"curves": "none"},
    )
    for command in (["check", study], ["run", study, "-o", f"{folder}/quiet"]):
        outcome = limited({resource.RLIMIT_AS: 4 << 30}, *command, timeout=60)
        report.check(
            outcome.returncode == 7 and "steps" in outcome.stderr,
            f"10^9 quiet steps, {command[0]} in 4 GiB: exit {outcome.returncode}",
        )


def many_points(report, folder):
    probability = {"from": 0.0001, "to": 1.0, "count": 100_000}
    for factors in (
        {"infection_factor": {"from": 1, "to": 10, "step": 1}},
        {"infection_factor": {"from": 1, "to": 100, "step": 1}},
        {"group_size": {"values": [1_000_000_000]}, "rule": {"values": ["exact", "capped"]}},
    ):
        huge = "group_size" in factors
        study = write_study(
            folder,
            model={} if huge else {"group_size": 100},
            factors=factors if huge else {**factors, "infection_probability": probability},
            replicates=1,
            record={"curves": "none"},
        )
        code, seconds, peak = measured("check", study)
        report.check(
            code in (0, 7) and peak < 100, f"check: exit {code}, {seconds:.1f} s, {peak:.0f} MiB"
        )


def many_samples(report, folder):
    study = write_study(
        folder,
        factors={"group_size": {"from": 10, "to": 1000}, "infection_probability": {"from": 0.1, "to": 1}},
        design={"type": "latin_hypercube", "points": 5_000_000},
        replicates=1,
        record={"curves": "none"},
    )
    code, seconds, peak = measured("check", study)
    report.check(
        code == 0 and peak < 100,
        f"check of samples: exit {code}, {seconds:.1f} s, {peak:.0f} MiB",
    )


def few_threads(report, folder):
    study = write_study(folder, factors=SHORT, replicates=20_000, record={"curves": "none"})
    # Stacks of so many threads alone are more.
    outcome = limited({resource.RLIMIT_AS: 1 << 30}, "run", study, "-o", f"{folder}/few", "-j1024")
    report.check(
        outcome.returncode == 0 and "could start only" in outcome.stderr,
        f"threads that cannot be made: exit {outcome.returncode}, {outcome.stderr[-300:]}",
    )


def no_threads(report, folder):
    """No thread but the first can be started: the program works on that one, or says what needs another."""
    study = write_study(folder, factors=SHORT, replicates=200)
    os.chmod(folder, 0o777)

    def alone(*arguments):
        # The limit is not that of root, and holds for all processes of a user together.
        user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        limited = [*user, "prlimit", "--nproc=1", PROGRAM, *arguments]
        return subprocess.run(limited, capture_output=True, text=True, timeout=60)

    results = f"{folder}/alone"
    for arguments in (
        ["--version"], ["check", study], ["run", study, "-o", results, "-j", "2"], ["verify", results],
        ["analyze", results], ["compare", results, "--by", "rule", "--response", "final_share"],
    ):  # fmt: skip
        outcome = alone(*arguments)
        report.check(
            outcome.returncode == 0, f"no threads, {arguments[0]}: exit {outcome.returncode}, {outcome.stderr[-300:]}"
        )
    for arguments in (["live"], ["run", study, "-o", f"{folder}/timed", "--time-limit", "60s"]):
        outcome = alone(*arguments)
        report.check(
            outcome.returncode == 6 and "error[file_error]:" in outcome.stderr,
            f"no threads, {arguments[0]}: exit {outcome.returncode}, {outcome.stderr[-300:]}",
        )


def small_limits(report, folder):
    study = write_study(folder, factors=SHORT, replicates=200_000, record={"curves": "none"})
    for name, limits in {
        "8 open files": {resource.RLIMIT_NOFILE: 8},
        "files of 100 KiB": {resource.RLIMIT_FSIZE: 100 << 10},
    }.items():
        outcome = limited(limits, "run", study, "-o", f"{folder}/{name}")
        report.check(
            outcome.returncode == 6 and "error[file_error]:" in outcome.stderr
            and ("files of" not in name or f"{100 << 10} bytes" in outcome.stderr),
            f"{name}: exit {outcome.returncode}, {outcome.stderr[-300:]}",
        )
    # Before the program's first line, up to eight are open at a time: the three of the caller, and Dispatch's.
    for files in range(8, 32):
        outcome = limited({resource.RLIMIT_NOFILE: files}, "run", study, "-o", f"{folder}/few")
        report.check(outcome.returncode == 6, f"{files} open files: exit {outcome.returncode}")
    short = write_study(folder, factors=SHORT, replicates=100)
    for files in ((8, 64), (32, 32)):
        outcome = limited({resource.RLIMIT_NOFILE: files}, "run", short, "-o", f"{folder}/{files}")
        report.check(
            outcome.returncode == 0 and not outcome.stderr.startswith("error"),
            f"open files (soft, hard) {files}: exit {outcome.returncode}, {outcome.stderr[-300:]}",
        )


def shared_memory_cut_short(report, folder):
    study = write_study(folder, factors=SHORT, replicates=20_000_000, record={"curves": "none"})
    results = pathlib.Path(folder) / "cut"
    process = subprocess.Popen(
        [PROGRAM, "run", study, "-o", results], stderr=subprocess.PIPE, text=True
    )
    index = results / ".store/runs.sqlite-shm"
    while process.poll() is None and not index.exists():
        time.sleep(0.01)
    time.sleep(0.5)
    os.truncate(index, 0)
    code = process.wait(timeout=60)
    report.check(code == 6, f"a -shm cut short: exit {code}, {process.stderr.read()[-300:]}")
    outcome = run("run", study, "-o", results, "--time-limit", "1s")
    report.check(outcome.returncode == 75, f"after a -shm cut short: exit {outcome.returncode}")


def unheard(report, folder):
    """Nobody reads what is said: that ends no work, and the program can still be ended."""
    study = write_study(folder, factors=SHORT, replicates=20)
    ours, theirs = os.pipe()
    os.close(ours)
    code = subprocess.run([PROGRAM, "run", study, "-o", f"{folder}/left"], stderr=theirs).returncode
    os.close(theirs)
    report.check(code == 0, f"the reader of messages has gone: exit {code}")

    # In a pipe that is full every further word waits.
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(theirs, b"\n" * 4096)
    os.set_blocking(theirs, True)

    def ends(process, number):
        process.send_signal(number)
        try:
            return process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    process = subprocess.Popen(
        [PROGRAM, "run", study, "-o", f"{folder}/said", "--json"], stdout=theirs, stderr=subprocess.DEVNULL
    )
    while process.poll() is None and not pathlib.Path(folder, "said/manifest.json").exists():
        time.sleep(0.01)
    code = ends(process, signal.SIGTERM)
    report.check(code == 128 + signal.SIGTERM, f"a signal when all runs are stored: exit {code}")

    study = write_study(folder, factors=SHORT, replicates=20_000_000, record={"curves": "none"})
    process = subprocess.Popen([PROGRAM, "run", study, "-o", f"{folder}/twice"], stderr=theirs)
    while process.poll() is None and not pathlib.Path(folder, "twice/.store/runs.sqlite").exists():
        time.sleep(0.01)
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    time.sleep(0.2)
    code = ends(process, signal.SIGINT)
    second = (128 + signal.SIGINT, 128 + signal.SIGTERM)  # they may arrive in either order
    report.check(code in second, f"a second signal: exit {code}")
    os.close(ours)
    os.close(theirs)


def disk(folder, name):
    """The environment in which the program has a disk that NAME.c describes; none without a C compiler."""
    if shutil.which("cc") is None:
        print(f"{name}: NOT RUN, no C compiler", flush=True)
        return None
    library = f"{folder}/{name}.so"
    source = pathlib.Path(__file__).with_name(f"{name}.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    return {**os.environ, "LD_PRELOAD": library}


def slow_disk(report, folder):
    if not (environment := disk(folder, "slow_sync")):
        return
    study = write_study(folder, replicates=1_000_000, record={"curves": "all"})
    code, seconds, peak = measured(
        *("run", study, "-o", f"{folder}/slow", "--time-limit", "8s"), env=environment
    )
    report.check(
        code == 75 and peak < 110, f"a sync takes 2 s: exit {code}, {seconds:.0f} s, {peak:.0f} MiB"
    )


def plain_disk(report, folder):
    if not (environment := disk(folder, "plain_disk")):
        return
    study = write_study(folder, factors={"group_size": {"values": [900]}}, replicates=9000, record={"curves": 1})
    report.check(run("run", study, "-o", f"{folder}/whole").returncode == 0, "the reference runs")
    outcome = run("run", study, "-o", f"{folder}/plain", env=environment)
    others = differences(f"{folder}/whole", f"{folder}/plain")
    report.check(
        outcome.returncode == 0 and others == [],
        f"folders are not synced, files have names: exit {outcome.returncode}, {others} {outcome.stderr[-300:]}",
    )


def test(report, deep):
    started = time.time()
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it, and so would the program
    for part in (
        quiet_steps, many_points, many_samples, few_threads, no_threads, small_limits,
        shared_memory_cut_short, unheard, slow_disk, plain_disk,
    ):  # fmt: skip
        with scratch() as folder:
            part(report, folder)
    report.section("limits", started)
