#!/usr/bin/env python3
"""Writes the report of a large results folder, and holds it to 10 seconds of processor time and 100 MB of memory.

    check_size.py PROGRAM FOLDER
"""

import resource
import subprocess
import sys


def main():
    program, folder = sys.argv[1:]
    subprocess.run([program, "report", folder, "--quiet"], check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6
    print(f"{folder}: {seconds:.1f} s, {megabytes:.0f} MB")
    return 0 if seconds <= 10 and megabytes <= 100 else 1


if __name__ == "__main__":
    sys.exit(main())
