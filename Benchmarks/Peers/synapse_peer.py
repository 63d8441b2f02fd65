"""Starts the Synapse of `make interop`, with one user.

usage: synapse_peer.py FOLDER; the user's token is written to the file `token` there. For every line that it reads, it prints Synapse's port
and the number of its process.
Synapse ends with the input.
"""

import sys
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Interop"))

from herald_interop.plainhttp import call  # noqa: E402
from herald_interop.synapse_server import SynapseServer  # noqa: E402


def register(base):
    body = {"username": "bench", "password": "harbour wall", "auth": {"type": "m.login.dummy"}}
    return call(base, "POST", "/_matrix/client/v3/register", body).ok("register")["access_token"]


def main():
    folder = Path(sys.argv[1])
    server = SynapseServer(folder / "synapse")
    try:
        (folder / "token").write_text(register(server.base))
        for _ in sys.stdin:
            print(urlsplit(server.base).port, server.child.process.pid, flush=True)
    finally:
        server.stop()


main()
