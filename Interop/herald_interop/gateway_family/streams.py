"""Files of 500 MB through the gateway: in little memory, at the pace of the slower end, and given up when one end leaves."""

from __future__ import annotations

import re
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from ..checks import Checks, Refuted, expect, expect_equal
from ..herald_gateway import HeraldGateway, init
from ..plainhttp import call
from ..synapse_server import SERVER_NAME
from .setups import running
from .stub_homeserver import SIZE, Flow, Pausing, StubHomeserver, read_head

DOWNLOAD = f"/_matrix/client/v1/media/download/{SERVER_NAME}/large"
UPLOAD = "/_matrix/media/v3/upload"
MEMORY = 32 << 20
# The buffers of the sockets on the way, which the system may enlarge.
AHEAD = 64 << 20
# One end leaves when so much has arrived.
MIDDLE = 16 << 20


def run(binary: str, folder: Path, checks: Checks) -> None:
    key = folder / "gateway.pem"
    init(binary, SERVER_NAME, key)
    with running(StubHomeserver()) as stub:
        database = f"sqlite:{folder / 'gateway.sqlite'}"
        with running(HeraldGateway(binary, folder, stub.base, SERVER_NAME, key, database)) as gateway:
            call(gateway.base, "GET", "/_matrix/client/versions").ok("a small request")
            memory = Memory(gateway)
            whole(stub, gateway, memory, checks)
            left(stub, gateway, memory, checks)
            with checks.check("the gateway ends with code 0 when asked"):
                expect_equal(gateway.stop(), 0, f"code{gateway.child.last_words()}")


def whole(stub: StubHomeserver, gateway: HeraldGateway, memory: Memory, checks: Checks) -> None:
    """Whole files, to receivers that read at once and to such that pause."""
    for name, transfer in (("download", download), ("upload", upload)):
        with checks.check(f"{name} of 500 MB to a receiver that reads at once, in little memory"), memory.stays_low():
            flow = stub.flow = Flow()
            transfer(gateway.base, flow)
            expect(flow.is_over.wait(60) and flow.is_whole, f"sent {flow.sent} bytes, received {flow.taken}")

        with checks.check(f"{name} of 500 MB to a receiver that pauses, which stops the sender, in little memory"), memory.stays_low():
            pausing = Pausing()
            flow = stub.flow = Flow(before_read=pausing)
            transfer(gateway.base, flow)
            expect(flow.is_over.wait(60) and flow.is_whole, f"sent {flow.sent} bytes, received {flow.taken}")
            expect_equal(pausing.pauses, 4, "pauses")
            expect(pausing.ahead <= AHEAD, f"the sender was {pausing.ahead} bytes ahead")


def left(stub: StubHomeserver, gateway: HeraldGateway, memory: Memory, checks: Checks) -> None:
    """Files that one end gives up in the middle."""
    with checks.check("if the client leaves during a download, the homeserver stops sending"):
        flow = stub.flow = Flow()
        with requested(gateway.base, "GET", DOWNLOAD) as connection:
            head, rest = read_head(connection)
            expect_equal(status(head), 200, "status")
            count = len(rest)
            while count < MIDDLE:
                count += len(connection.recv(1 << 20))
        expect(flow.is_over.wait(30) and flow.sent < SIZE, f"the homeserver has sent {flow.sent} bytes")

    with checks.check("if the client leaves during an upload, the homeserver's request ends"):
        flow = stub.flow = Flow()
        with requested(gateway.base, "POST", UPLOAD, SIZE) as connection:
            Flow(size=MIDDLE).send(connection)
        expect(flow.is_over.wait(30) and flow.taken < SIZE, f"the homeserver has received {flow.taken} bytes")

    with checks.check("if the homeserver leaves during a download, the client sees that the file is incomplete"):
        flow = stub.flow = Flow(before_read=lets_the_sender_leave)
        with suppress(ConnectionError):
            download(gateway.base, flow)
        expect(MIDDLE <= flow.taken < SIZE, f"the client has received {flow.taken} bytes")

    with checks.check("if the homeserver leaves during an upload, the client sees that it failed"):
        flow = stub.flow = Flow(before_read=leaves)
        answered: int | None = None
        with suppress(ConnectionError):
            answered = upload(gateway.base, flow)
        expect(answered in (None, 502), f"the client was answered with {answered}")

    with checks.check("nothing of the files that were given up is left in the gateway"), memory.stays_low():
        wait_until(lambda: passed_on(gateway.base) == 0, "the gateway still passes requests on")
        call(gateway.base, "GET", "/_matrix/client/versions").ok("a small request")


def lets_the_sender_leave(flow: Flow) -> None:
    if flow.taken >= MIDDLE:
        flow.must_leave.set()


def leaves(flow: Flow) -> None:
    if flow.taken >= MIDDLE:
        raise ConnectionAbortedError("on purpose")


def download(base: str, flow: Flow) -> None:
    with requested(base, "GET", DOWNLOAD) as connection:
        head, rest = read_head(connection)
        expect_equal(status(head), 200, "status")
        flow.take(connection, rest)


def upload(base: str, flow: Flow) -> int:
    """Gives the status of the answer. The answer may come before the end of the file."""
    with requested(base, "POST", UPLOAD, flow.size) as connection:
        sender = Thread(target=send, args=(flow, connection), daemon=True)
        sender.start()
        head, _ = read_head(connection)
        if status(head) != 200:
            # The sender would otherwise wait for a gateway that reads no more.
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        sender.join(60)
        return status(head)


def send(flow: Flow, connection: socket.socket) -> None:
    # Why it failed is seen in the answer.
    with suppress(OSError):
        flow.send(connection)


@contextmanager
def requested(base: str, method: str, path: str, length: int | None = None) -> Iterator[socket.socket]:
    """A connection on which the head of a request was sent."""
    parts = urlsplit(base)
    # The longest pause of a receiver is shorter.
    with socket.create_connection((parts.hostname, parts.port), timeout=60) as connection:
        body = "" if length is None else f"Content-Type: application/octet-stream\r\nContent-Length: {length}\r\n"
        connection.sendall(f"{method} {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: Bearer stub\r\n{body}\r\n".encode())
        yield connection


def status(head: str) -> int:
    """The status in the head of an answer."""
    words = head.split(" ")
    if len(words) < 2:
        raise ConnectionError("the connection ended without an answer")
    return int(words[1])


class Memory:
    """The memory of a gateway. Only Linux tells it."""

    def __init__(self, gateway: HeraldGateway) -> None:
        self._folder = Path(f"/proc/{gateway.child.process.pid}")
        self._rest = kilobytes(self._folder, "VmRSS") if self._is_known else 0

    @property
    def _is_known(self) -> bool:
        return sys.platform.startswith("linux")

    @contextmanager
    def stays_low(self) -> Iterator[None]:
        """Refutes if the memory rises meanwhile by more than 32 MiB above that at rest."""
        if self._is_known:
            # The peak is from now on the present memory.
            (self._folder / "clear_refs").write_text("5")
        yield
        if self._is_known:
            above = (kilobytes(self._folder, "VmHWM") - self._rest) << 10
            expect(above <= MEMORY, f"{above >> 20} MiB above the {self._rest >> 10} MiB at rest")


def kilobytes(folder: Path, name: str) -> int:
    found = re.search(rf"^{name}:\s+(\d+) kB", (folder / "status").read_text(), re.MULTILINE)
    if found is None:
        raise Refuted(f"the system does not tell {name}")
    return int(found[1])


def passed_on(base: str) -> int:
    """The requests that the gateway is passing on, as its metrics say."""
    answer = call(base, "GET", "/metrics")
    found = re.search(r"^herald_gateway_homeserver_requests (\d+)$", answer.text, re.MULTILINE)
    if found is None:
        raise Refuted(f"the metrics have no such line: {answer.status}")
    return int(found[1])


def wait_until(condition: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        expect(time.monotonic() < deadline, otherwise)
        time.sleep(0.05)
