"""Programs under strace, and what they did to files, call by call."""

import ast
import dataclasses
import os
import re
import subprocess

# Everything that changes bytes of files or entries of folders, and what makes changes last.
CALLS = (
    "open,openat,creat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,truncate,fallocate,"
    "fsync,fdatasync,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,"
    "mkdir,mkdirat,rmdir,sendfile,copy_file_range,mmap,exit_group"
)
KINDS = {
    "open": "open", "openat": "open", "creat": "open",
    "write": "write", "pwrite64": "write", "writev": "write", "pwritev": "write",
    "pwritev2": "write", "fallocate": "write", "sendfile": "write", "copy_file_range": "write",
    "mmap": "write", "ftruncate": "truncate", "truncate": "truncate",
    "fsync": "sync", "fdatasync": "sync",
    "rename": "rename", "renameat": "rename", "renameat2": "rename", "link": "link",
    "linkat": "link", "symlink": "link", "symlinkat": "link", "unlink": "unlink",
    "unlinkat": "unlink", "mkdir": "mkdir", "mkdirat": "mkdir", "rmdir": "unlink",
    "exit_group": "exit",
}  # fmt: skip
TEXT = r'"(?:[^"\\]|\\.)*"'
BEGUN = re.compile(r"^(\d+)\s+(\w+)\((.*)$")
RESUMED = re.compile(r"^(\d+)\s+<\.\.\. (\w+) resumed>(.*)$")
ENDED = re.compile(r'^(.*)\)\s+= (-?\d+|\?)[^"]*$')
UNFINISHED = " <unfinished ...>"
DESCRIPTOR = re.compile(r"^(\d+)<([^>]*)>")


@dataclasses.dataclass
class Event:
    """A call that did not fail. `begin` and `end` are lines of the log: threads overlap."""

    thread: int
    kind: str
    path: str
    begin: int
    end: int
    target: str = ""  # of a renaming
    creates: bool = False  # an opening that makes the file if it is not there
    writes: bool = False  # an opening for writing
    number: int = -1  # of the descriptor written to
    offset: int = -1  # of a positioned write; the size of a truncation
    length: int = 0
    data: bytes = b""  # the first bytes written

    def __str__(self):
        return f"{self.kind} {self.path}{' to ' + self.target if self.target else ''}"


def unquoted(text):
    return ast.literal_eval("b" + text)  # strace escapes as C does, and so does Python


def traced(log, arguments, **options):
    """The command that traces a program into a log."""
    return subprocess.Popen(
        ["strace", "-f", "-y", "-qq", "-x", "-s", "32", "-o", log, "-e", f"trace={CALLS}",
         "-e", "signal=none", *map(str, arguments)],
        **options,
    )  # fmt: skip


def read_events(log, folder):
    """The events of a log in the order in which they ended; `folder` is the program's."""
    events, begun = [], {}
    with open(log, encoding="utf-8", errors="surrogateescape") as lines:
        for number, line in enumerate(lines):
            line = line.rstrip("\n")
            if resumed := RESUMED.match(line):
                thread, call = int(resumed[1]), resumed[2]
                begin, arguments = begun.pop((thread, call))
                arguments += resumed[3]
            elif call := BEGUN.match(line):
                thread, call, arguments, begin = int(call[1]), call[2], call[3], number
                if arguments.endswith(UNFINISHED):
                    begun[thread, call] = number, arguments.removesuffix(UNFINISHED)
                    continue
            else:
                continue
            if event := read_event(thread, call, arguments, begin, number, folder):
                events.append(event)
    return events


def read_event(thread, call, arguments, begin, end, folder):
    kind = KINDS[call]
    if kind == "exit":
        return Event(thread, kind, "", begin, end)
    ended = ENDED.match(arguments)
    if not ended or ended[2] == "?" or int(ended[2]) < 0:
        return None
    arguments, result = ended[1], int(ended[2])
    # A path goes from the folder named before it, if there is one.
    paths = [
        os.path.join(base or folder, os.fsdecode(unquoted(path)))
        for base, path in re.findall(rf"(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?({TEXT})", arguments)
        if kind not in ("write", "sync")
    ]
    event = Event(thread, kind, os.path.normpath(paths[0]) if paths else "", begin, end)
    if kind == "rename" or kind == "link":
        event.target = os.path.normpath(paths[1])
    if kind == "open":
        event.writes = call == "creat" or bool(re.search("O_WRONLY|O_RDWR", arguments))
        event.creates = call == "creat" or "O_CREAT" in arguments
        # A file without a name is nobody's to find after a crash.
        return event if event.writes and "O_TMPFILE" not in arguments else None
    if call == "mmap":
        found = re.search(r"PROT_\w*\|?PROT_WRITE.*MAP_SHARED, \d+<([^>]*)>", arguments)
        event.path = found[1] if found else ""
        return event if found else None
    if paths:
        return event
    descriptor = DESCRIPTOR.match(arguments)
    event.number, event.path = int(descriptor[1]), descriptor[2]
    event.length = result
    if text := re.search(TEXT, arguments):
        event.data = unquoted(text[0])
    if call in ("pwrite64", "ftruncate"):
        event.offset = int(arguments.rsplit(", ", 1)[1], 0)
    return event
