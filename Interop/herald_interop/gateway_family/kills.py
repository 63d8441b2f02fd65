"""Two gateways behind nginx, of which a random one is killed every few seconds while clients log in and send."""

from __future__ import annotations

import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

from ..checks import Checks, Refuted, expect, note, shorten
from ..eth_family.login import ClientAPI
from ..herald_gateway import command, environment
from ..line_process import LineProcess
from ..plainhttp import call, segment
from ..postgres_family.cluster import Instance
from ..postgres_family.nginx_server import NginxServer
from ..processes import ReservedPorts
from ..synapse_server import SERVER_NAME
from . import proxies
from .members import ROOT, Member
from .setups import Setup

CLIENTS = 4
# From one kill to the next. An instance that starts more slowly is waited for.
SECONDS_BETWEEN = (3.0, 5.0)
# What a client may meet and repeats later: nginx's answers while one of two gateways is gone, an answer that ends in the middle, the gateway's own
# answers of the kind “later”, and a rate limit. A refusal or a fault of the gateway is none of them.
PASSING = ("502 ", "503 ", "504 ", "429 ", "no status connection_lost")


def run(setup: Setup, program: str, folder: Path, rounds: int, checks: Checks) -> None:
    """Starts two more gateways on the database of the set-up, and kills them `rounds` times."""
    ports = ReservedPorts(3)
    public, *numbers = ports.numbers
    pair = [
        Instance(
            "gateway", number, port,
            [*command(setup.binary, port, setup.synapse.base, SERVER_NAME, setup.key),
             "--public-url", f"http://127.0.0.1:{public}", "--trusted-proxy", "127.0.0.1"],
            environment(setup.database), folder / "instances")
        for number, port in enumerate(numbers, 1)
    ]
    log = folder / "nginx.log"
    try:
        for one in pair:
            one.start()
        for one in pair:
            one.wait()
        nginx = NginxServer(folder / "nginx", (public,), proxies.gateways(public, numbers, log))
        try:
            under_load(setup, program, f"http://127.0.0.1:{public}", pair, log, folder, rounds, checks)
        finally:
            nginx.stop()
    finally:
        for one in pair:
            one.stop()
        ports.release()


def under_load(
    setup: Setup, program: str, base: str, pair: list[Instance], log: Path, folder: Path, rounds: int, checks: Checks,
) -> None:
    observer = Member(ClientAPI(base, server_name=SERVER_NAME, is_gateway=True))
    room = observer.do("POST", "createRoom", {"preset": "public_chat"})["room_id"]
    load = LineProcess(
        [program, "load", "--homeserver", base, "--room", room, "--store", str(folder / "clients"), "--clients", str(CLIENTS)], folder / "load.stderr")
    began = time.monotonic()
    try:
        with checks.check(f"{CLIENTS} clients of ours log in with wallets and join a room"):
            load.must({"op": "begin"})
        began = time.monotonic()
        with checks.check(f"{rounds} times a random gateway of two is killed under load, and comes back"):
            kill(pair, rounds)
        seconds = time.monotonic() - began
        done = load.ask({"op": "finish"})
    finally:
        load.stop()
    with checks.check("every login comes to its end when the client repeats it, and every outbox becomes empty"):
        if not done["ok"]:
            raise Refuted(done["error"])
        record = done["record"]
        expect(record["logins"] > CLIENTS, f"{record['logins']} logins")
        others = {what: count for what, count in record["failures"].items() if not what.split(": ", 1)[-1].startswith(PASSING)}
        expect(not others, f"errors that are no passing ones: {others}")
    with checks.check("every message of every outbox is in the room exactly once, and those of a sender in their order"):
        sent = done.get("sent", {})
        found = messages(setup, observer, room)
        lost, doubled, mixed = compared(sent, found)
        record, answers = done.get("record", {}), proxies.answered(log)
        note(
            f"gateway: {rounds} kills in {seconds:.0f} s; {record.get('logins')} logins finished in {record.get('attempts')} attempts; "
            f"{sum(sent.values())} messages sent in {answers['messages']} requests, {lost} lost, {doubled} doubled; {answers['requests']} requests, of which "
            f"nginx sent {answers['sent to the second']} to the second gateway and answered {answers['502']} with 502; "
            f"errors that clients repeated: {record.get('failures')}")
        expect(len(sent) == CLIENTS and all(sent.values()), f"messages by sender: {sent}")
        expect((lost, doubled, mixed) == (0, 0, []), f"{lost} lost, {doubled} doubled, out of order: {shorten(mixed)}")
    with checks.check("both gateways run at the end"):
        for one in pair:
            one.is_running()


def kill(pair: list[Instance], rounds: int) -> None:
    chance = random.Random(18)
    for _ in range(rounds):
        due = time.monotonic() + chance.uniform(*SECONDS_BETWEEN)
        one = chance.choice(pair)
        time.sleep(max(0.0, due - time.monotonic()))
        one.kill()
        one.start()
        one.wait()


def messages(setup: Setup, observer: Member, room: str) -> dict[str, list[str]]:
    """The texts of the room by sender, oldest first, as Synapse itself has them."""
    found: dict[str, list[str]] = {}
    start: str | None = None
    while True:
        query = {"dir": "f", "limit": "1000"} | ({"from": start} if start else {})
        page: dict[str, Any] = call(
            setup.synapse.base, "GET", f"{ROOT}/rooms/{segment(room)}/messages", token=observer.token, query=query).ok("messages")
        for event in page["chunk"]:
            if event["type"] == "m.room.message":
                found.setdefault(event["sender"], []).append(event["content"]["body"])
        start = page.get("end")
        if not start:
            return found


def compared(sent: dict[str, int], found: dict[str, list[str]]) -> tuple[int, int, list[str]]:
    """How many messages are lost, how many are doubled, and the senders whose messages have another order."""
    lost = doubled = 0
    mixed = []
    for sender in sent.keys() | found.keys():
        wanted, got = [str(number) for number in range(sent.get(sender, 0))], found.get(sender, [])
        counts = Counter(got)
        lost += sum(counts[text] == 0 for text in wanted)
        doubled += sum(count - 1 for count in counts.values())
        if list(dict.fromkeys(got)) != [text for text in wanted if counts[text]]:
            mixed.append(sender)
    return lost, doubled, mixed
