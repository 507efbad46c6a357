"""What a power cut could leave at any moment, followed call by call, and where a promise breaks.

The promises are those of docs/reliability.md. A file appears under its name with all its bytes synced,
and its folder is synced before its writer goes on. A transaction of the store is acknowledged when
its log is synced; the database is only written when what it can be repaired from is synced.
"""

import collections
import os

# SQLite's files, the lock and files under temporary names have rules of their own below.
DATABASE, LOG, JOURNAL, INDEX, LOCK, TEMPORARY, PLAIN = range(7)
LOG_HEADER, FRAME_HEADER = 32, 24


def kind_of(path):
    for ending, kind in [
        (".sqlite", DATABASE), (".sqlite-wal", LOG), (".sqlite-journal", JOURNAL),
        (".sqlite-shm", INDEX), ("/lock", LOCK), (".tmp", TEMPORARY),
    ]:  # fmt: skip
        if path.endswith(ending):
            return kind
    return PLAIN


class Disk:
    """Follows the events of one program below `root`; `faults` tells what was out of order."""

    def __init__(self, root, files=()):
        """`files`: those there before, whose bytes and entries are synced."""
        self.root = root
        self.files = set(files)
        self.faults = []
        self.committed = []  # files that got their name, in order
        self.transactions = 0  # ends of transactions seen in logs
        self.unsynced = collections.defaultdict(set)  # bytes: writes by file
        self.unlisted = collections.defaultdict(dict)  # entries: path by change, by folder
        self.unmissed = set()  # changes of entries that a power cut may take back: removed logs
        self.ended = set()  # writes and changes that had returned
        self.covers = {}  # what a sync under way will have made last
        self.needed = set()  # syncs that made something last
        self.owed = {}  # by thread: the change of an entry its next call must find synced
        self.page_size = collections.defaultdict(lambda: 16384)  # of logs, until a header tells
        self.at_end = {}  # whether the last frame of a log ended a transaction
        self.journals = {}  # those under way: bytes of the database when they were begun
        self.weighty = set()  # those of transactions that changed more than the database's header
        self.now = None

    def run(self, events):
        moments = sorted(
            [(event.begin, 0, event) for event in events]
            + [(event.end, 1, event) for event in events],
            key=lambda moment: moment[:2],
        )
        for _, has_ended, event in moments:
            self.now = event
            (self.end if has_ended else self.begin)(event)
        self.now = "the end"
        self.expect_all_lasting("at the end")
        return self

    # What is not on the disk yet

    def fault(self, text):
        self.faults.append(f"{text} (line {self.now.begin + 1}: {self.now})"
                           if self.now != "the end" else text)  # fmt: skip

    def expect_bytes(self, path, what):
        if self.unsynced[path]:
            self.fault(f"{what}: bytes of {path} were not synced")

    def expect_entry(self, path, what):
        if path in self.unlisted[os.path.dirname(path)].values():
            self.fault(f"{what}: the entry of {path} was not synced")

    def expect_all_lasting(self, what, kinds=range(7)):
        for path in list(self.unsynced):
            if kind_of(path) in kinds:
                self.expect_bytes(path, what)
        for folder, changes in self.unlisted.items():
            for change, path in changes.items():
                if change not in self.unmissed and kind_of(path) in kinds:
                    self.fault(f"{what}: the entry of {path} in {folder} was not synced")

    def expect_store_lasting(self, what):
        self.expect_all_lasting(what, (DATABASE, LOG, JOURNAL))

    def change_entry(self, event, path, owes=True):
        folder = os.path.dirname(path)
        self.unlisted[folder][id(event)] = path
        if owes:
            self.owed[event.thread] = (folder, id(event), path)

    def expect_debt_paid(self, event):
        """A thread goes on only when the folder of what it named, made or removed is synced."""
        folder, change, path = self.owed.pop(event.thread, ("", 0, ""))
        if change in self.unlisted[folder]:
            self.fault(f"{folder} was not synced after the change of {path}")

    # Calls

    def begin(self, event):
        if event.kind == "sync":
            if event.path + "-journal" in self.journals:
                self.expect_rollback(event.path)
            self.covers[id(event)] = [
                change
                for change in [*self.unsynced[event.path], *self.unlisted[event.path]]
                if change in self.ended
            ]
            return
        if event.kind == "exit":
            return
        if event.kind == "write" and event.number in (1, 2):
            # The user is told something: all of it must be true after a power cut.
            self.expect_debt_paid(event)
            self.expect_all_lasting("told the user")
            return
        if not self.is_ours(event.path):
            return
        self.expect_debt_paid(event)
        getattr(self, "begin_" + event.kind)(event)

    def end(self, event):
        self.ended.add(id(event))
        if event.kind == "sync":
            if covered := self.covers.pop(id(event), []):
                self.needed.add(id(event))
            for change in covered:
                self.unsynced[event.path].discard(change)
                self.unlisted[event.path].pop(change, None)

    def is_ours(self, path):
        return path.startswith(self.root + "/") and not path.endswith(" (deleted)")

    def begin_open(self, event):
        kind, path = kind_of(event.path), event.path
        if kind == PLAIN and event.creates:
            self.fault(f"{path} was opened under its own name")
        if kind == TEMPORARY:
            self.expect_store_lasting(f"{path} was begun")
        if event.creates and path not in self.files:
            self.files.add(path)
            # Of the others nobody has to find the entry after a crash.
            if kind in (DATABASE, LOG, JOURNAL):
                self.change_entry(event, path, owes=False)
            if kind == LOG:
                self.unmissed.add(id(event))  # until there is a transaction in it

    def begin_write(self, event):
        kind, path = kind_of(event.path), event.path
        if kind == PLAIN:
            self.fault(f"{path} was written after it had its name")
        if kind in (LOCK, INDEX):
            return
        if kind in (DATABASE, LOG, JOURNAL):
            self.expect_unsealed(path)
            {DATABASE: self.write_database, LOG: self.write_log, JOURNAL: self.write_journal}[
                kind
            ](event)
        self.unsynced[path].add(id(event))

    def begin_truncate(self, event):
        kind, path = kind_of(event.path), event.path
        if kind in (LOG, JOURNAL):
            self.expect_bytes(database_of(path), f"{path} was emptied")
            self.journals.pop(path, None)
            self.weighty.discard(path)
            self.at_end.pop(path, None)
        if kind == PLAIN:
            self.fault(f"{path} was cut after it had its name")
        # Bytes taken from the end of the log are not missed: its transactions are in the database.
        if kind in (DATABASE, JOURNAL, TEMPORARY) and not (kind == TEMPORARY and event.offset == 0):
            self.unsynced[path].add(id(event))
        if kind == LOG:
            self.unsynced[path].clear()

    def begin_rename(self, event):
        old, new = event.path, event.target
        if kind_of(old) == TEMPORARY and old != new + ".tmp":
            self.fault(f"{old} is not the temporary name of {new}")
        self.expect_bytes(old, f"renamed to {new}")
        if kind_of(new) == DATABASE:
            for log in [new + "-wal", new + "-journal"]:
                self.expect_entry(log, f"{new} was replaced")
                if log in self.files:
                    self.fault(f"{new} was replaced beside {log}")
        if os.path.basename(new) == "seal":
            self.begin_seal(os.path.dirname(new))
        if os.path.basename(new) == "manifest.json":
            for path in self.committed:
                self.expect_entry(path, "the manifest lists it")
        self.unsynced.pop(old, None)
        self.files.discard(old)
        self.files.add(new)
        self.committed.append(new)
        self.change_entry(event, new)

    def begin_link(self, event):
        self.fault(f"{event.target} was linked, not renamed")

    def begin_mkdir(self, event):
        self.change_entry(event, event.path)

    def begin_unlink(self, event):
        kind, path = kind_of(event.path), event.path
        if kind in (LOG, JOURNAL):
            self.expect_bytes(database_of(path), f"{path} was removed")
            self.journals.pop(path, None)
            self.at_end.pop(path, None)
        self.files.discard(path)
        self.unsynced.pop(path, None)
        # SQLite may find again a log, which is in the database, or a journal that takes back no
        # more than the kind of log in the header; another one would take back a transaction.
        if kind in (LOG, JOURNAL):
            folder = self.unlisted[os.path.dirname(path)]
            for change in [change for change, name in folder.items() if name == path]:
                del folder[change]
            self.change_entry(event, path, owes=False)
            if path not in self.weighty:
                self.unmissed.add(id(event))
            self.weighty.discard(path)
        elif kind in (PLAIN, DATABASE):
            self.change_entry(event, path)

    # The store

    def expect_unsealed(self, path):
        seal = os.path.join(os.path.dirname(path), "seal")
        if seal in self.files and path.startswith(os.path.dirname(path) + "/runs.sqlite"):
            self.fault(f"{path} was written while the seal stood")

    def begin_seal(self, folder):
        for path in sorted(self.files):
            if os.path.dirname(path) == folder and kind_of(path) in (LOG, JOURNAL):
                self.fault(f"sealed while {path} was there")
        self.expect_store_lasting("sealed")

    def write_log(self, event):
        path = event.path
        if event.offset == 0:
            self.expect_bytes(database_of(path), f"{path} was begun anew")
            self.page_size[path] = int.from_bytes(event.data[8:12], "big")
            self.at_end[path] = None
            return
        frame = FRAME_HEADER + self.page_size[path]
        if event.length != FRAME_HEADER or (event.offset - LOG_HEADER) % frame != 0:
            return
        # A header must last before its frames, a transaction before the next one's.
        if self.at_end.get(path) is not False:
            self.expect_bytes(path, "a transaction began before the last one was safe")
            if self.at_end.get(path):
                self.expect_entry(path, "a transaction was taken for safe")
        self.at_end[path] = event.data[4:8] != bytes(4)
        if self.at_end[path]:
            self.transactions += 1
            folder = self.unlisted[os.path.dirname(path)]
            self.unmissed -= {change for change, name in folder.items() if name == path}

    def write_database(self, event):
        journal = event.path + "-journal"
        if journal not in self.journals:
            self.expect_bytes(event.path + "-wal", f"{event.path} was changed")
            return
        if event.offset > 0:
            self.weighty.add(journal)
        # Behind the old end there is nothing to roll back to before all of it is made to last.
        if event.offset < self.journals[journal]:
            self.expect_rollback(event.path)

    def expect_rollback(self, database):
        self.expect_bytes(database + "-journal", f"{database} was changed")
        self.expect_entry(database + "-journal", f"{database} was changed")

    def write_journal(self, event):
        path = event.path
        if path not in self.journals:
            # What emptied it ended a transaction, and this begins one.
            self.expect_bytes(path, "a transaction began before the last one was safe")
            self.transactions += 1
            pages, page_size = event.data[16:20], event.data[24:28]
            self.journals[path] = int.from_bytes(pages, "big") * int.from_bytes(page_size, "big")
        # The number of its pages counts only if they are there.
        elif event.offset == 0 and event.length < 28:
            self.expect_bytes(path, f"{path} counts its pages")


def database_of(path):
    return path.rsplit("-", 1)[0]
