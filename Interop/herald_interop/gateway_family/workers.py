"""Synapse with Redis and two workers behind nginx, set as docs/scaling.md says."""

from __future__ import annotations

import json
import secrets
import shutil
import socket
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ..postgres_family.nginx_server import NginxServer
from ..postgres_family.programs import missing
from ..processes import Child, ReservedPorts
from ..synapse_server import SynapseServer
from . import proxies


class SynapseWithWorkers(SynapseServer):
    """The main process and one worker for each name of `proxies.WORKERS`. `base` is nginx.

    All talk to each other through Unix sockets in `sockets`, because paths of sockets are short.
    """

    def __init__(self, folder: Path, sockets: Path, changes: dict[str, Any]) -> None:
        self._stack, self._log = ExitStack(), folder / "nginx.log"
        names = ("main", *proxies.WORKERS)
        clients = {name: sockets / f"{name}-client" for name in names}
        replication = {name: sockets / f"{name}-replication" for name in names}
        redis = sockets / "redis"
        settings = changes | {
            "redis": {"enabled": True, "path": str(redis)},
            "instance_map": {name: {"path": str(path)} for name, path in replication.items()},
            "stream_writers": {"events": "events"},
            "worker_replication_secret": secrets.token_urlsafe(24),
        }
        try:
            command = [redis_server(), "--port", "0", "--unixsocket", str(redis), "--save", "", "--appendonly", "no", "--dir", str(sockets)]
            wait(self._stopped(Child("redis", command, folder)), redis)
            # The main process creates the tables.
            super().__init__(folder, settings, listeners(clients["main"], replication["main"], "client", "media"))
            self._stack.callback(self.child.stop, 15)
            workers = {name: self._worker(name, clients[name], replication[name]) for name in proxies.WORKERS}
            for name, worker in workers.items():
                wait(worker, clients[name])
            ports = ReservedPorts(1)
            self._stack.callback(ports.release)
            port = ports.numbers[0]
            nginx = NginxServer(folder / "nginx", (port,), proxies.workers(port, clients, self._log))
            self._stack.callback(nginx.stop)
            self.base = f"http://127.0.0.1:{port}"
        except BaseException:
            self.stop()
            raise

    def _stopped(self, child: Child) -> Child:
        """Sees to it that the program ends with the others."""
        self._stack.callback(child.stop)
        return child

    def _worker(self, name: str, client: Path, replication: Path) -> Child:
        """Writes the file of a worker, and starts it."""
        file = self.config.with_name(f"{name}.yaml")
        file.write_text(json.dumps({
            "worker_app": "synapse.app.generic_worker", "worker_name": name, "worker_log_config": str(file.with_name("log.yaml")),
            "worker_listeners": listeners(client, replication, "client"),
        }, indent=2))
        return self._stopped(self.process(f"synapse-{name}", "synapse.app.generic_worker", self.config, file))

    def served(self) -> Counter[str]:
        """The number of requests that each process has answered, and of those that failed."""
        return proxies.served(self._log)

    def stop(self) -> int | None:
        """Ends nginx, the workers, the main process and Redis, in this order."""
        self._stack.close()
        return None


def listeners(client: Path, replication: Path, *resources: str) -> list[dict[str, Any]]:
    """One listener for nginx, and one for the other processes of Synapse."""
    return [
        {"path": str(client), "type": "http", "x_forwarded": True, "resources": [{"names": [*resources], "compress": False}]},
        {"path": str(replication), "type": "http", "resources": [{"names": ["replication"], "compress": False}]},
    ]


def wait(child: Child, path: Path) -> None:
    """Waits until a program accepts connections at this socket."""
    def accepts() -> bool:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            return probe.connect_ex(str(path)) == 0

    child.wait_until(accepts, 90)


def redis_server() -> str:
    return shutil.which("redis-server") or missing("Redis")
