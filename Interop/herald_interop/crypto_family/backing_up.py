"""A key backup, encrypted with vodozemac: matrix-nio's room keys go to the node, and a new device reads the history with them."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import vodozemac
from nio import MegolmEvent, RoomMessageText
from nio.crypto import InboundGroupSession

from ..checks import expect, expect_equal
from .world import NioPerson, World

ALGORITHM = "m.megolm_backup.v1.curve25519-aes-sha2"


async def run(world: World) -> None:
    check, bob = world.check, world.bob
    key = vodozemac.PkDecryption()
    sealer = vodozemac.PkEncryption.from_key(key.public_key)

    def sealed(session: InboundGroupSession, index: int = 0, **more: Any) -> dict[str, Any]:
        """A room key as the specification backs it up."""
        secret = {
            "algorithm": "m.megolm.v1.aes-sha2", "forwarding_curve25519_key_chain": [], "sender_key": session.sender_key,
            "sender_claimed_keys": {"ed25519": session.ed25519}, "session_key": session.export_session(session.first_known_index),
        }
        message = sealer.encrypt(json.dumps(secret).encode())
        data = dict(zip(("ephemeral", "mac", "ciphertext"), message.to_base64()))
        return {"first_message_index": index, "forwarded_count": 0, "is_verified": True, "session_data": data} | more

    await bob.sync()
    sessions = [session for senders in bob.client.olm.inbound_group_store._entries[world.room].values() for session in senders.values()]
    with check("a backup is made, described and changed; a new one takes its place"):
        await bob.plain.refused(404, "M_NOT_FOUND", "GET", "room_keys/version")
        first = (await bob.plain.do("POST", "room_keys/version", described("first")))["version"]
        await bob.plain.do("PUT", f"room_keys/version/{first}", described("changed") | {"version": first})
        expect_equal((await bob.plain.do("GET", f"room_keys/version/{first}"))["auth_data"], {"public_key": "changed"}, "auth_data")
        world.version = (await bob.plain.do("POST", "room_keys/version", described(key.public_key.to_base64())))["version"]
        expect_equal((await bob.plain.do("GET", "room_keys/version"))["version"], world.version, "the newest version")
        wrong = await bob.plain.refused(403, "M_WRONG_ROOM_KEYS_VERSION", "PUT", f"room_keys/keys?version={first}", {"rooms": {}})
        expect_equal(wrong["current_version"], world.version, "current_version")
    with check("all room keys of matrix-nio go into the backup"):
        keys = {session.id: sealed(session) for session in sessions}
        expect(len(keys) >= 2, f"there are only {len(keys)} room keys")
        stored = await bob.plain.do("PUT", f"room_keys/keys?version={world.version}", {"rooms": {world.room: {"sessions": keys}}})
        expect_equal(stored["count"], len(keys), "the number of keys")
        world.etag = stored["etag"]
        back = await bob.plain.do("GET", f"room_keys/keys?version={world.version}")
        expect_equal(back, {"rooms": {world.room: {"sessions": keys}}}, "the keys in the backup")
    room = f"room_keys/keys/{quote(world.room)}"
    some = sessions[0]
    with check("a worse key replaces no better one, and a better key does"):
        path = f"{room}/{quote(some.id, safe='')}?version={world.version}"
        worse = await bob.plain.do("PUT", path, sealed(some, index=5))
        expect_equal(worse["etag"], world.etag, "the etag after a worse key")
        await bob.plain.do("PUT", path, sealed(some, is_verified=False))
        got = await bob.plain.do("GET", path)
        expect_equal((got["first_message_index"], got["is_verified"]), (0, True), "the stored key")
        await bob.plain.do("DELETE", path)
        await bob.plain.refused(404, "M_NOT_FOUND", "GET", path)
        await bob.plain.do("PUT", path, sealed(some, index=5))
        better = await bob.plain.do("PUT", f"{room}?version={world.version}", {"sessions": {some.id: sealed(some)}})
        expect(better["etag"] != world.etag, "the etag is the same after a change")
        expect_equal((await bob.plain.do("GET", f"{room}?version={world.version}"))["sessions"][some.id]["first_message_index"], 0, "the index")
    with check("a new device restores the backup and reads what was said before it existed"):
        reader = await world.nio("bob", "BOB4")
        history = (await reader.client.room_messages(world.room, limit=100)).chunk
        unread = [event for event in history if isinstance(event, MegolmEvent)]
        expect(len(unread) >= 3, f"only {len(unread)} events are encrypted")
        await restore(reader, world, key)
        texts = [text.body for text in map(reader.client.decrypt_event, unread) if isinstance(text, RoomMessageText)]
        for wanted in ("hello to all", "hello from mautrix", "now verified"):
            expect(wanted in texts, f"“{wanted}” is not among {texts}")
    with check("a backup ends with all its keys, and the one before is the newest again"):
        await bob.plain.do("DELETE", f"{room}?version={world.version}")
        expect_equal(await bob.plain.do("GET", f"{room}?version={world.version}"), {"sessions": {}}, "the room's keys")
        expect_equal((await bob.plain.do("DELETE", f"room_keys/keys?version={world.version}"))["count"], 0, "the number of keys")
        await bob.plain.do("DELETE", f"room_keys/version/{world.version}")
        await bob.plain.refused(404, "M_NOT_FOUND", "GET", f"room_keys/keys?version={world.version}")
        expect_equal((await bob.plain.do("GET", "room_keys/version"))["version"], first, "the newest version")


async def restore(reader: NioPerson, world: World, key: vodozemac.PkDecryption) -> None:
    """Reads the backup with the key that only the user has."""
    backup = await reader.plain.do("GET", f"room_keys/keys?version={world.version}")
    for room, keys in backup["rooms"].items():
        for sealed in keys["sessions"].values():
            data = sealed["session_data"]
            message = vodozemac.Message.from_base64(data["ciphertext"], data["mac"], data["ephemeral"])
            secret = json.loads(key.decrypt(message))
            session = InboundGroupSession.import_session(
                secret["session_key"], secret["sender_claimed_keys"]["ed25519"], secret["sender_key"], room, [])
            reader.client.olm.inbound_group_store.add(session)


def described(public_key: str) -> dict[str, Any]:
    return {"algorithm": ALGORITHM, "auth_data": {"public_key": public_key}}
