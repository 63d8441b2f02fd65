"""A real Synapse on loopback, which exists for one run."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from signedjson.key import generate_signing_key, write_signing_keys

from .checks import Refuted, note
from .plainhttp import answers
from .processes import Child, ReservedPorts

SERVER_NAME = "synapse.interop"
# Not Synapse's default: version 12 room ids have no domain, which matrix-nio's pattern refuses.
ROOM_VERSION = "11"
# The gateway's module for Synapse.
MODULES = Path(__file__).parents[2] / "deploy" / "synapse"


class SynapseServer:
    """Synapse with SQLite, open registration and no rate limits, unless `changes` of homeserver.yaml say otherwise.

    `listeners` are further ones, beside the one on loopback.
    """

    def __init__(self, folder: Path, changes: dict[str, object] | None = None, listeners: list[dict[str, object]] | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._changes, self._listeners = changes or {}, listeners or []
        refusals: list[str] = []
        # Where ports cannot be reserved, the port may be taken when Synapse binds it; a new port settles that.
        for _ in range(3):
            # It stays reserved while Synapse is stopped, so that no connection of another program gets it as its own port.
            self._reserved = ReservedPorts(1)
            port = self._reserved.numbers[0]
            try:
                self._start(port)
                return
            except Refuted as refusal:
                refusals.append(str(refusal))
                if "in use" not in str(refusal):
                    break
        raise Refuted("; ".join(refusals))

    def start_again(self) -> None:
        """Starts a stopped server on the same port and with the same data."""
        self._start(self._port)

    def _start(self, port: int) -> None:
        folder, self._port = self._folder, port
        config = self.config = folder / "homeserver.yaml"
        # JSON is YAML, and needs no library to be written correctly.
        config.write_text(json.dumps(settings(folder, port, self._listeners) | self._changes, indent=2))
        key = folder / "signing.key"
        if not key.exists():
            with key.open("w") as file:
                write_signing_keys(file, [generate_signing_key("interop")])
        (folder / "log.yaml").write_text(json.dumps(LOGGING))
        self.base = f"http://127.0.0.1:{port}"
        self.child = self.process("synapse", "synapse.app.homeserver", config)
        try:
            note(f"waiting for Synapse at {self.base}")
            self.child.wait_until(lambda: answers(self.base), 90)
        except BaseException:
            self.child.stop()
            raise

    def process(self, name: str, module: str, *files: Path) -> Child:
        """Starts a process of Synapse with these files of settings."""
        return Child(
            name, [sys.executable, "-m", module, *(word for file in files for word in ("-c", str(file)))], self._folder,
            {"PYTHONPATH": os.pathsep.join(filter(None, [str(MODULES), os.environ.get("PYTHONPATH")]))},
        )

    def stop(self) -> int | None:
        return self.child.stop(patience=15)


LOGGING = {
    "version": 1,
    "formatters": {"plain": {"format": "%(levelname)s %(name)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain", "stream": "ext://sys.stderr"}},
    "root": {"level": "WARNING", "handlers": ["console"]},
    "disable_existing_loggers": False,
}


def settings(folder: Path, port: int, listeners: list[dict[str, object]]) -> dict[str, object]:
    """The whole homeserver.yaml."""
    unlimited = {"per_second": 100000, "burst_count": 100000}
    return {
        "server_name": SERVER_NAME,
        "pid_file": str(folder / "synapse.pid"),
        "log_config": str(folder / "log.yaml"),
        "signing_key_path": str(folder / "signing.key"),
        # By default Synapse answers equal initial syncs from a cache for two minutes, which hides what has just happened.
        "caches": {"sync_response_cache_duration": "0s"},
        "media_store_path": str(folder / "media"),
        "database": {"name": "sqlite3", "args": {"database": str(folder / "homeserver.db")}},
        "listeners": [{
            "port": port,
            "type": "http",
            "bind_addresses": ["127.0.0.1"],
            # Only a gateway in front of it sends X-Forwarded-For.
            "x_forwarded": True,
            "resources": [{"names": ["client", "media"], "compress": False}],
        }, *listeners],
        "report_stats": False,
        "suppress_key_server_warning": True,
        "trusted_key_servers": [],
        "enable_registration": True,
        "enable_registration_without_verification": True,
        "registration_requires_token": False,
        "bcrypt_rounds": 4,
        "macaroon_secret_key": "interop",
        "form_secret": "interop",
        "default_room_version": ROOM_VERSION,
        "presence": {"enabled": True},
        "room_list_publication_rules": [{"action": "allow"}],
        "allow_public_rooms_without_auth": True,
        "federation_domain_whitelist": [],
        "url_preview_enabled": False,
        # By default, Synapse sends no notifications to addresses of its own machine.
        "ip_range_whitelist": ["127.0.0.1/32"],
        "password_config": {"enabled": True},
        "rc_message": unlimited,
        "rc_registration": unlimited,
        "rc_login": {"address": unlimited, "account": unlimited, "failed_attempts": unlimited},
        "rc_joins": {"local": unlimited, "remote": unlimited},
        "rc_joins_per_room": unlimited,
        "rc_invites": {"per_room": unlimited, "per_user": unlimited, "per_issuer": unlimited},
        "rc_admin_redaction": unlimited,
        "rc_room_creation": unlimited,
    }
