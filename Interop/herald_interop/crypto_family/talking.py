"""Encrypted conversations between the two programs, and what the node does for them: device lists, one-time keys, waiting messages."""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from ..checks import expect, expect_equal
from .world import ENCRYPTED, World, until


async def run(world: World) -> None:
    check = world.check
    with check("two users of matrix-nio and one of mautrix upload the keys of their devices"):
        for name in ("alice", "bob", "carol"):
            await world.register(name)
        world.alice = await world.nio("alice", "ALICE1")
        world.bob = await world.nio("bob", "BOB1")
        world.carol = await world.mautrix("carol", "CAROL1")
    alice, bob, carol = world.alice, world.bob, world.carol
    with check("they meet in an encrypted room, and each learns of the others' devices"):
        made = await alice.plain.do("POST", "createRoom", {"preset": "private_chat", "initial_state": [ENCRYPTED], "invite": [bob.id, carol.id]})
        world.room = made["room_id"]
        for person in (bob, carol):
            await person.plain.do("POST", f"join/{quote(world.room)}")
        await until(lambda: "BOB1" in alice.client.device_store[bob.id] and "CAROL1" in alice.client.device_store[carol.id], alice, bob, carol)
    with check("what matrix-nio encrypts, matrix-nio and mautrix decrypt"):
        await alice.say("hello to all", world.room)
        await until(lambda: "hello to all" in bob.texts and "hello to all" in carol.texts, bob, carol)
    with check("what mautrix encrypts, matrix-nio decrypts"):
        await carol.say("hello from mautrix", world.room)
        await until(lambda: "hello from mautrix" in alice.texts and "hello from mautrix" in bob.texts, alice, bob)
    with check("the node stores nothing but ciphertext"):
        history = await alice.plain.do("GET", f"rooms/{quote(world.room)}/messages?dir=b&limit=50")
        types = [event["type"] for event in history["chunk"]]
        expect("m.room.message" not in types and types.count("m.room.encrypted") >= 2, f"the types are {types}")
    with check("a device that logs in later is in the lists of the others, and gets the keys of later messages"):
        second = await world.nio("bob", "BOB2")
        await until(lambda: "BOB2" in alice.client.device_store[bob.id], second, alice)
        await alice.say("hello to two devices", world.room)
        await until(lambda: "hello to two devices" in second.texts, second)
        world.bobs_second = second
    with check("a device that logs out leaves the lists of the others"):
        gone = await world.nio("bob", "BOB3")
        await until(lambda: "BOB3" in alice.client.device_store[bob.id], alice)
        await gone.plain.do("POST", "logout")
        await until(lambda: not [d for d in alice.client.device_store.active_user_devices(bob.id) if d.id == "BOB3"], alice)
    with check("of 50 claims at once, no two get the same one-time key"):
        claim = {"one_time_keys": {bob.id: {"BOB1": "signed_curve25519"}}}
        answers = await asyncio.gather(*(alice.plain.do("POST", "keys/claim", claim) for _ in range(50)))
        names = [name for answer in answers for name in answer["one_time_keys"].get(bob.id, {}).get("BOB1", {})]
        expect_equal(len(names), len(set(names)), "the number of different keys")
        expect(len(names) >= 40, f"only {len(names)} keys were given")
    with check("the client replaces the keys that were claimed, and the conversation goes on"):
        await bob.sync()
        await alice.say("after the claims", world.room)
        await until(lambda: "after the claims" in bob.texts and "after the claims" in carol.texts, bob, carol)
    with check("a message to a device is sent again until the device confirms it, and withheld keys pass unchanged"):
        content = {"code": "m.unverified", "algorithm": "m.megolm.v1.aes-sha2", "room_id": world.room, "session_id": "s", "sender_key": "k"}
        await alice.plain.do("PUT", "sendToDevice/m.room_key.withheld/w1", {"messages": {bob.id: {"BOB1": content}}})
        since = bob.client.next_batch
        first = await bob.plain.do("GET", f"sync?since={since}&timeout=0")
        again = await bob.plain.do("GET", f"sync?since={since}&timeout=0")
        sent = {"type": "m.room_key.withheld", "sender": alice.id, "content": content}
        for answer in (first, again):
            expect(sent in answer["to_device"]["events"], f"the messages are {answer['to_device']['events']}")
        confirmed = await bob.plain.do("GET", f"sync?since={first['next_batch']}&timeout=0")
        expect(sent not in confirmed.get("to_device", {}).get("events", []), "a confirmed message came again")
        bob.client.next_batch = confirmed["next_batch"]
