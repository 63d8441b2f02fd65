"""A homeserver that only sends and takes a large file, and knows at each moment how much of it."""

from __future__ import annotations

import socket
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread

SIZE = 500_000_000
# Its length divides nothing, so that lost or doubled bytes change the sum.
PART = memoryview(Random(1).randbytes(1_048_573))


@dataclass
class Flow:
    """One file on its way from a sender to a receiver."""

    size: int = SIZE
    # Called by the receiver before each read. An error ends its connection.
    before_read: Callable[[Flow], None] = lambda _: None
    sent: int = 0
    taken: int = 0
    sent_sum: int = 0
    taken_sum: int = 0
    # Set when the homeserver's connection has ended, for whatever reason.
    is_over: Event = field(default_factory=Event)
    # Lets the sender end its connection in the middle.
    must_leave: Event = field(default_factory=Event)

    def send(self, connection: socket.socket) -> None:
        while self.sent < self.size and not self.must_leave.is_set():
            part = PART[:self.size - self.sent]
            count = connection.send(part)
            self.sent_sum = zlib.crc32(part[:count], self.sent_sum)
            self.sent += count

    def take(self, connection: socket.socket, first: bytes) -> None:
        """Reads the file, of which `first` has arrived. Returns early at the end of the connection."""
        self._count(memoryview(first))
        buffer = memoryview(bytearray(256 << 10))
        while self.taken < self.size:
            self.before_read(self)
            count = connection.recv_into(buffer[:self.size - self.taken])
            if count == 0:
                return
            self._count(buffer[:count])

    def _count(self, part: memoryview) -> None:
        self.taken_sum = zlib.crc32(part, self.taken_sum)
        self.taken += len(part)

    @property
    def is_whole(self) -> bool:
        return self.sent == self.taken == self.size and self.sent_sum == self.taken_sum


class Pausing:
    """A receiver that waits, at the beginning of each quarter of the file, until the sender stands still."""

    def __init__(self) -> None:
        self._next = 0
        self.pauses = 0
        # The most bytes by which the sender was ahead.
        self.ahead = 0

    def __call__(self, flow: Flow) -> None:
        if flow.taken < self._next:
            return
        self._next = flow.taken + flow.size // 4
        self.pauses += 1
        # The gateway gives up on a client that reads nothing for 20 seconds.
        deadline, before = time.monotonic() + 10, -1
        while before != flow.sent and time.monotonic() < deadline:
            before = flow.sent
            time.sleep(0.3)
        self.ahead = max(self.ahead, flow.sent - flow.taken)


class StubHomeserver:
    """Sends the file of `flow` to a GET request, and takes it from a POST request. The flow is set before the request. Another path is answered at once."""

    def __init__(self) -> None:
        self.flow = Flow()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def stop(self) -> None:
        # Closing alone would not wake the thread.
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            while True:
                head, rest = read_head(connection)
                if not head:
                    return
                if "/media/" not in head.split(" ")[1]:
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                    continue
                flow = self.flow
                try:
                    if head.startswith("GET "):
                        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Length: {flow.size}\r\n\r\n".encode())
                        flow.send(connection)
                    else:
                        flow.take(connection, rest)
                        if flow.taken == flow.size:
                            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
                    if flow.must_leave.is_set():
                        return
                finally:
                    flow.is_over.set()


def read_head(connection: socket.socket) -> tuple[str, bytes]:
    """The head of a message, and what has arrived behind it. Both are empty at the end of the connection."""
    bytes_ = b""
    while b"\r\n\r\n" not in bytes_:
        more = connection.recv(16 << 10)
        if not more:
            return "", b""
        bytes_ += more
    head, rest = bytes_.split(b"\r\n\r\n", 1)
    return head.decode("latin-1"), rest
