"""Two instances of every role."""

from __future__ import annotations

import os
import secrets
import signal
from pathlib import Path

from ..checks import Refuted, expect
from ..processes import Child, ReservedPorts
from .nginx_server import NginxServer, roles

ROLES = ("tas", "issuer", "verifier", "wallet", "cas", "gateway")
START_SECONDS = 90


class Instance:
    """One process of one role, which comes back on the same port."""

    def __init__(self, role: str, number: int, port: int, command: list[str], environment: dict[str, str], logs: Path) -> None:
        self.role, self.name, self.port = role, f"{role}-{number}", port
        self._command, self._environment, self._logs = command, environment, logs
        self._starts = 0
        self.child: Child | None = None

    def start(self) -> None:
        """Starts the process. It answers after `wait`."""
        self._starts += 1
        self.child = Child(f"{self.name}-start{self._starts}", self._command, self._logs, self._environment)

    def wait(self) -> None:
        """Waits until the process answers requests. If another program took its port meanwhile, the process is started again."""
        refusals: list[str] = []
        for _ in range(5):
            assert self.child is not None
            try:
                line = self.child.wait_for_first_line(START_SECONDS)
                expect(line == f"listening on http://127.0.0.1:{self.port}", f"{self.name} printed “{line}”")
                return
            except Refuted as refusal:
                refusals.append(str(refusal))
                if "listens" not in str(refusal):
                    break
                self.start()
        raise Refuted(refusals[-1])

    def kill(self) -> None:
        """Ends the process at once, which must still run."""
        assert self.child is not None
        self.is_running()
        os.kill(self.child.process.pid, signal.SIGKILL)
        self.child.process.wait(10)

    def is_running(self) -> None:
        assert self.child is not None
        code = self.child.process.poll()
        expect(code is None, f"{self.name} ended by itself with {code}{self.child.last_words()}")

    def stop(self) -> int | None:
        return self.child.stop() if self.child is not None else None


# Warnings with a cause: the samples, and another server or the database that does not answer for a while.
NAMED = ("--sample is for trying out", "requests are answered with 503", "count in this process alone")


class Cluster:
    """All instances, and nginx in front of them. The tokens are no arguments, because other users can read arguments."""

    def __init__(self, herald: str, database: str, folder: Path) -> None:
        self.operator_token = secrets.token_urlsafe(24)
        self._logs = folder / "instances"
        self._ports = ReservedPorts(2 + 2 * len(ROLES))
        ports = list(self._ports.numbers)
        public, registry = ports.pop(), ports.pop()
        self.base = f"http://127.0.0.1:{public}"
        environment = {
            "HERALD_STORAGE_PASSPHRASE": "the same for all instances of a role", "HERALD_OPERATOR_TOKEN": self.operator_token,
            "HERALD_PEER_TOKEN": secrets.token_urlsafe(24),
        }
        self.instances: dict[str, list[Instance]] = {}
        for role in ROLES:
            pair = []
            for number in (1, 2):
                port = ports.pop()
                command = [
                    herald, "opendid", role, "--database", database, "--sample", "--port", str(port), "--public-url", self.base,
                    "--trusted-proxy", "127.0.0.1", *self._peers(role, registry),
                ]
                pair.append(Instance(role, number, port, command, environment, self._logs))
            self.instances[role] = pair
        served = {role: [one.port for one in pair] for role, pair in self.instances.items()}
        self.nginx = NginxServer(folder / "nginx", (public, registry), roles(public, registry, served))

    def _peers(self, role: str, registry: int) -> list[str]:
        """The trust agent asks the issuer and the app provider. All others ask the trust agent."""
        if role == "tas":
            return ["--issuer-url", self.base, "--cas-url", self.base]
        return ["--tas-url", f"http://127.0.0.1:{registry}"]

    @property
    def all(self) -> list[Instance]:
        return [one for pair in self.instances.values() for one in pair]

    def start_trust_agents(self) -> None:
        """Both at once: one database is empty, one identity and one certificate are to be made, and one set of samples entered."""
        self._start(self.instances["tas"])

    def start_others(self) -> None:
        """All at once. Each pair has one identity, and each of both enrols."""
        self._start([one for role, pair in self.instances.items() if role != "tas" for one in pair])

    def _start(self, instances: list[Instance]) -> None:
        for one in instances:
            one.start()
        for one in instances:
            one.wait()

    def stop(self) -> dict[str, int | None]:
        """Ends all instances, then nginx. Returns the instances' exit codes."""
        for one in self.all:
            if one.child is not None and one.child.process.poll() is None:
                one.child.process.terminate()
        codes = {one.name: one.stop() for one in self.all}
        self.nginx.stop()
        self._ports.release()
        return codes

    def complaints(self) -> list[str]:
        """The lines in which an instance reports an error that has no name. The warning about samples is none, nor are those about an outage."""
        lines = [line for file in sorted(self._logs.glob("*.stderr")) for line in file.read_text(errors="replace").splitlines()]
        return [line for line in lines if line and not any(known in line for known in NAMED)]
