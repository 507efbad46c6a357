"""A token holder who sends anything: a million messages to sessions in every state, and the server goes on.

Messages are put together from the protocol's own words. Numbers are what the session would want
(its run, its step, its people), that with one added or taken away, or the ends of what a number can be.
"""

import asyncio
import concurrent.futures
import json
import random
import struct

import pytest
import websockets
from conftest import TOKEN, serving

CLIENTS = 6
INTEGERS = [-2**63, -2**31, -1, 0, 1, 2, 3, 2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1]
ODD = [None, True, "", "x", -0.5, 1e308, 2**63, 10**400, [], {}, [[0]], "\u0000", "9" * 400]
PLAIN = ["reset", "play", "pause", "step", "step", "step", "undo", "save", "restore_end", "open_end", "nothing"]


# Of saved sessions; and what is none.
TEXTS = ["", "{", *ODD, *('{"spreadlab":1,"study":"s","seed":1,"replicates":1,"random_numbers":"common","model":' + model for model in (
    '{"group_size":25,"introductions":[{"step":0,"people":[3]}],"stop":{"max_steps":4}}}', '{"group_size":1e9}}',
    '{"group_size":25,"contacts":"net"},"contacts":{"net":{"kind":"edges","file":"/etc/passwd"}}}'))]


class Client:
    """One connection: what it knows of its session, and the messages it thinks of."""

    sessions = ["0", "/2", ""]  # names that anybody may say, of other clients too

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.run, self.step, self.size, self.position = 1, 0, 100, 0
        self.infected = 0
        self.answers = self.closed = 0

    def take(self, message):
        if isinstance(message, bytes):
            self._take_frame(message)
            return
        answer = json.loads(message)
        if answer["type"] == "opened":
            self.run, self.size, self.step = answer["run"], answer["parameters"]["group_size"], 0
            self.sessions.append(answer["session"])
            del self.sessions[3:-60]
        elif answer["type"] in ("point", "problem"):
            self.answers += 1

    def _take_frame(self, data):
        numbers = struct.unpack("<7i", data[:28]) if len(data) >= 28 else ()
        if data[0] in (1, 3) and numbers:
            _, self.run, self.infected, self.position, _, self.step, _ = numbers

    def number(self, *near):
        """Mostly near what is right."""
        kind = self.random.random()
        if kind < 0.7 and near:
            return self.random.choice(near) + self.random.choice([0, 0, 0, -1, 1])
        if kind < 0.9:
            return self.random.choice([*INTEGERS, self.size, self.size - 1, self.position])
        return self.random.choice([*ODD, self.random.randrange(-2**63, 2**63)])

    def people(self):
        if self.random.random() < 0.03:
            return self.random.choice(ODD)
        return [self.number(self.random.randrange(self.size)) if self.random.random() < 0.05
                else self.random.randrange(max(1, self.size)) for _ in range(self.random.randrange(6))]

    def parameters(self):
        pick = self.random.choice
        given = {
            "group_size": pick([1, 2, 25, 100, 400, 2_500]), "infection_factor": pick([0, 1, 2, 4, 8]),
            "infection_probability": pick([0, 1e-6, 0.1, 0.5, 1]), "rule": pick(
                ["subset", "exact", "at_least_one", "virus_app", "capped", "push", "each_contact", "mixing", "none"]),
            "period": pick([0, 0.05, 0.05, 1, 10]), "seed": pick([0, 1, 7, 2**53 - 1]),
        }
        others = {
            "columns": [1, 3, 10], "latent_steps": [1, 2], "infectious_steps": [1, 3], "immune_steps": [1, 4],
            "recovery_probability": [0.3, 1], "percent_infected": [0, 10, 100], "percent_immune": [10, 100],
            "neighborhood": ["moore", "von_neumann"], "point": [0, 1, 99],
        }
        for name in self.random.sample(list(others), self.random.randrange(4)):
            given[name] = pick(others[name])
        if self.random.random() < 0.2:
            given[pick(list(given))] = self.number()
        if self.random.random() < 0.05:
            del given[pick(list(given))]
        return given

    def message(self):
        pick, chance = self.random.choice, self.random.random()
        if chance < 0.02:
            first = self.parameters()
            second = pick([None, None, {**first, "infection_probability": 0.3}, self.parameters()])
            return {"type": "start", "parameters": first, **({"compared": second} if second else {})}
        if chance < 0.06:
            return {"type": "hello", "session": pick(self.sessions), "run": self.number(self.run),
                    "position": self.number(self.position, 0, self.size), "step": self.number(self.step, 0)}
        if chance < 0.30:
            return {"type": pick(PLAIN)}
        if chance < 0.45:
            return {"type": "shown", "run": self.number(self.run), "step": self.number(self.step)}
        if chance < 0.65:
            return {"type": "infect", "people": self.people(), "number": self.number(1)}
        if chance < 0.75:
            return {"type": "paint", "people": self.people(), "immune": pick([True, False])}
        if chance < 0.82:
            return {"type": "intervene", **self.values()}
        if chance < 0.83:
            return {"type": pick(["look", "rewind"]), "step": self.number(self.step, 0)}
        if chance < 0.832:
            return pick([{"type": "open_file", "name": pick(["a.json", "/", *ODD])}, {"type": "open_text", "text": pick(TEXTS)}])
        if chance < 0.84:
            return {"type": "infect_random", "count": self.number(1, 5), "number": self.number(1)}
        if chance < 0.86:
            return {"type": "period", "period": pick([0, 0.05, 1, -1, 1e308, "1"])}
        if chance < 0.87:
            return {"type": "ensemble", "wanted": pick([True, False, 1])}
        if chance < 0.88:
            return {"type": "watch", "point": self.number(0, 1), "replicate": self.number(0, 3)}
        if chance < 0.90:
            return {"type": "restore", "parameters": self.parameters(), "step": self.number(0, 3, 40),
                    "playing": pick([True, False])}
        if chance < 0.98:
            kind = pick(["restore_taps", "restore_paint", "restore_intervention"])
            return {"type": kind, "step": self.number(0, 2), "people": self.people(),
                    "immune": pick([True, False]), **self.values()}
        return {pick(["type", "kind"]): self.number(), "people": self.people()}

    def values(self):
        """What is to hold from the next step on."""
        values = {"infection_factor": self.number(0, 3, 9),
                  "infection_probability": self.random.choice([0, 0.5, 1, 1.5, -1, "1"])}
        return {key: value for key, value in values.items() if self.random.random() < 0.7}

    def text(self):
        text = json.dumps(self.message())
        if self.random.random() < 0.02:  # broken on its way
            at = self.random.randrange(len(text))
            text = text[:at] + self.random.choice(["", '"', "}", "\u00e9", "[" * 40]) + text[at + 1:]
        return text

    async def play(self, server, count):
        """Sends that many messages; now and then it waits until all before have been read."""
        while count > 0:
            async with websockets.connect(
                    f"ws://127.0.0.1:{server.port}/live", origin=f"http://127.0.0.1:{server.port}",
                    subprotocols=["spreadlab.live.1", f"token.{TOKEN}"], max_size=None, compression=None,
                    ping_interval=None) as connection:
                reading = asyncio.create_task(self.read(connection))
                try:
                    while count > 0:
                        for _ in range(min(count, 200)):
                            await connection.send(self.text())
                            count -= 1
                        await self.caught_up(connection, reading)
                except websockets.ConnectionClosed:
                    self.closed += 1
                finally:
                    reading.cancel()

    async def caught_up(self, connection, reading):
        await connection.send('{"type": "point", "number": -1}')
        pong = await connection.ping()
        done, _ = await asyncio.wait({asyncio.ensure_future(pong), reading}, timeout=60,
                                     return_when=asyncio.FIRST_COMPLETED)
        assert done, "the server reads no more"

    async def read(self, connection):
        try:
            async for message in connection:
                self.take(message)
        except websockets.ConnectionClosed:
            pass


def run(coroutine):
    """In a thread of its own: that of the tests has Playwright's loop."""
    with concurrent.futures.ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, coroutine).result()


@pytest.mark.quick(1)
@pytest.mark.parametrize("count", [20_000, 1_000_000])
@pytest.mark.parametrize("delay", [0, 0.002], ids=["quick steps", "slow steps"])
def test_any_messages_to_sessions_in_every_state(results, count, delay):  # noqa: F811
    async def play(server):
        clients = [Client(f"{count} {number}") for number in range(CLIENTS)]
        await asyncio.gather(*(client.play(server, count // 2 // CLIENTS) for client in clients))
        return clients

    with serving(str(results), step_delay=delay) as server:
        clients = run(play(server))
        assert server.process.poll() is None, "the server ended"
        assert all(client.answers > count / 2 / CLIENTS / 200 for client in clients)
        assert sum(client.closed for client in clients) == 0
        assert server.memory() < 600 << 20
        assert_plays_as_ever(server)


def assert_plays_as_ever(server):
    """A new page starts a session, taps and makes a step, and hears of it."""
    async def play():
        async with websockets.connect(
                f"ws://127.0.0.1:{server.port}/live", origin=f"http://127.0.0.1:{server.port}",
                subprotocols=["spreadlab.live.1", f"token.{TOKEN}"]) as connection:
            client = Client(0)
            reading = asyncio.create_task(client.read(connection))
            parameters = {"group_size": 25, "infection_factor": 8, "infection_probability": 1,
                          "rule": "exact", "period": 0.05, "seed": 1}
            for message in ({"type": "hello", "position": 0, "step": 0},
                            {"type": "start", "parameters": parameters},
                            {"type": "infect", "people": [12], "number": 1}):
                await connection.send(json.dumps(message))
            for _ in range(1000):
                await asyncio.sleep(0.01)
                await connection.send(json.dumps({"type": "shown", "run": client.run, "step": client.step}))
                if client.infected == 25:
                    break
            reading.cancel()
            assert client.infected == 25
    run(play())
