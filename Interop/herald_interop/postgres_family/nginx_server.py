"""A real nginx on loopback, such as a plain round-robin proxy in front of pairs of servers."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping
from pathlib import Path

from ..checks import Refuted
from ..processes import Child
from . import programs

# By the first part of the path. The trust agent's process has the list provider and the notification provider, too.
PREFIXES = {"tas": "tas", "list": "tas", "noti": "tas", "issuer": "issuer", "verifier": "verifier", "wallet": "wallet", "cas": "cas", "api-gateway": "gateway"}
SERVED_BY = "X-Served-By"
# What operators get. Its last server stands in front of the OpenDID servers.
EXAMPLE = Path(__file__).parents[3] / "deploy" / "nginx.conf"


class NginxServer:
    """One nginx with the upstreams and servers of `servers`, which listen on `ports`."""

    def __init__(self, folder: Path, ports: tuple[int, ...], servers: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "nginx.conf"
        file.write_text(configuration(folder, servers))
        self.child = Child("nginx", [programs.nginx(), "-p", str(folder), "-c", str(file), "-e", "stderr"], folder)
        try:
            self.child.wait_until(lambda: all(map(accepts, ports)), 20)
        except BaseException:
            self.stop()
            raise

    def stop(self) -> int | None:
        return self.child.stop()


def accepts(port: int) -> bool:
    """True if a program listens on this port of loopback."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2):
            return True
    except OSError:
        return False


def roles(port: int, registry_port: int, instances: Mapping[str, list[int]]) -> str:
    """Two servers: one for wallets and operators, with every role, and one for the roles' questions to the registry.

    Each prefix and each port takes turns of its own. Otherwise the questions in between could bring every step of a wallet to the same instance.
    """
    repeating = repetitions()
    upstreams = "".join(upstream(name, instances[role]) for name, role in (PREFIXES | {"registry": "tas"}).items())
    locations = "".join(f"        location /{prefix}/ {{ proxy_pass http://{prefix}; }}\n" for prefix in PREFIXES)
    return f"""{upstreams}    server {{
        listen 127.0.0.1:{port};
{repeating}{locations}    }}
    server {{
        listen 127.0.0.1:{registry_port};
{repeating}        location / {{ proxy_pass http://registry; }}
    }}
"""


def repetitions() -> str:
    """The lines of deploy/nginx.conf that send a request to the next instance, and make nginx's own errors ones that clients repeat."""
    server = EXAMPLE.read_text().rpartition("\nserver {")[2]
    found = re.findall(r"^ *(proxy_next_upstream .*;|error_page .*;|location @later \{.*\})$", server, re.MULTILINE)
    if len(found) != 3:
        raise Refuted(f"{EXAMPLE.name} has {len(found)} of the three lines for repetitions")
    # A header of its own replaces those of the level above, and each answer names the instance.
    return "".join(f"        {line}\n" for line in found).replace("{ ", f"{{ add_header {SERVED_BY} $upstream_addr always; ", 1)


def upstream(name: str, ports: list[int]) -> str:
    """A group of servers, which take turns (the default)."""
    # As in deploy/nginx.conf: an instance that was killed is asked again at once, because it is back in seconds.
    return f"    upstream {name} {{ {' '.join(f'server 127.0.0.1:{port} max_fails=0;' for port in ports)} }}\n"


def configuration(folder: Path, servers: str) -> str:
    """The whole nginx.conf."""
    temporary = "".join(f"    {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    # The folder belongs to the user that runs the test.
    user = "user root root;\n" if os.getuid() == 0 else ""
    return f"""{user}daemon off;
pid {folder}/nginx.pid;
worker_processes 1;
error_log stderr error;
events {{ worker_connections 1024; }}
http {{
    access_log off;
{temporary}    client_max_body_size 8m;
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $remote_addr;
    add_header {SERVED_BY} $upstream_addr always;
{servers}}}
"""
