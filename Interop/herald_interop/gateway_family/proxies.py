"""The configurations of nginx: in front of gateways, and between a gateway and Synapse's workers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from ..postgres_family.nginx_server import upstream

# As in docs/scaling.md.
STREAMING = """        proxy_buffering off;
        proxy_request_buffering off;
        client_max_body_size 512m;
        proxy_read_timeout 660s;
"""
API = "~^/_matrix/client/(api/v1|r0|v3|unstable)"
# What a worker answers. The main process gets the rest. `sync` reads, and `events` writes the events (stream_writers).
WORKERS = {
    "sync": (f"{API}/(sync|events|initialSync)$", f"{API}/rooms/[^/]+/initialSync$"),
    "events": (
        f"{API}/(createRoom|login|join/.*|knock/.*)$",
        f"{API}/rooms/[^/]+/(redact|send|state|join|invite|leave|ban|unban|kick)(/|$)",
        f"{API}/rooms/[^/]+/(messages|members|joined_members|context/.*|event/.*)$",
    ),
}


def gateways(port: int, instances: list[int], log: Path) -> str:
    """A round-robin proxy. `log` has a line for each request that has ended.

    Under `_api`, nginx sends an idempotent request that fails to the other gateway (the default). Under `_matrix`, the client gets the 502 and repeats.
    """
    return f"""{upstream("gateways", instances)}    log_format tried '$request_method $status $uri $upstream_addr';
    server {{
        listen 127.0.0.1:{port};
        access_log {log} tried;
{STREAMING}        location /_matrix/ {{ proxy_pass http://gateways; proxy_next_upstream off; }}
        location / {{ proxy_pass http://gateways; }}
    }}
"""


def workers(port: int, sockets: Mapping[str, Path], log: Path) -> str:
    """Sends each request to the worker that may answer it. `sockets` are those of the workers and of the main process. `log` says who got each request."""
    upstreams = "".join(f"    upstream synapse_{name} {{ server unix:{path}; }}\n" for name, path in sockets.items())
    choices = "".join(f'        "{pattern}" synapse_{name};\n' for name, patterns in WORKERS.items() for pattern in patterns)
    return f"""{upstreams}    log_format sent '$synapse $status';
    map $uri $synapse {{
        default synapse_main;
{choices}    }}
    server {{
        listen 127.0.0.1:{port};
        access_log {log} sent;
{STREAMING}        proxy_set_header Host $http_host;
        proxy_set_header Connection "";
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header X-Request-Id $http_x_request_id;
        location / {{ proxy_pass http://$synapse; }}
    }}
"""


def answered(log: Path) -> Counter[str]:
    """The lines of the log of `gateways`, counted: requests, messages, requests by status, and those that nginx sent to a second gateway."""
    counts: Counter[str] = Counter()
    for line in log.read_text(errors="replace").splitlines():
        method, status, rest = line.split(" ", 2)
        counts["requests"] += 1
        counts[status] += 1
        counts["messages"] += method == "PUT" and re.search(r"/rooms/.*/send/", rest) is not None
        # nginx lists the addresses of all that it has asked.
        counts["sent to the second"] += ", 127.0.0.1:" in rest
    return counts


def served(log: Path) -> Counter[str]:
    """The lines of the log of `workers`, counted: requests by process, and those that failed."""
    counts: Counter[str] = Counter()
    for line in log.read_text(errors="replace").splitlines():
        process, status = line.split()
        counts[process.removeprefix("synapse_")] += 1
        counts["failed"] += status.startswith("5")
    return counts
