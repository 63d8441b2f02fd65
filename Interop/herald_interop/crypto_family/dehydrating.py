"""A dehydrated device (MSC3814) made with vodozemac: it gets room keys while its owner is away, and a new device reads them."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import vodozemac

from ..checks import expect, expect_equal
from .world import World, until

UNSTABLE = "unstable"
PATH = "org.matrix.msc3814.v1/dehydrated_device"
PICKLE_KEY = b"a key that only the user knows.."


async def run(world: World) -> None:
    check, bob, alice = world.check, world.bob, world.alice
    account = vodozemac.Account()
    account.generate_one_time_keys(5)
    device = account.curve25519_key.to_base64()
    with check("a device without a session is left at the node, with its keys"):
        await bob.plain.refused(404, "M_NOT_FOUND", "GET", PATH, version=UNSTABLE)
        made = await bob.plain.do("PUT", PATH, body_of(account, bob.id, device), UNSTABLE)
        expect_equal(made["device_id"], device, "the device")
        kept = await bob.plain.do("GET", PATH, version=UNSTABLE)
        expect_equal((kept["device_id"], kept["device_data"]), (device, {"algorithm": "test", "pickle": account.pickle(PICKLE_KEY)}), "what is kept")
    with check("others encrypt for it, and what they send waits and may be read twice"):
        await until(lambda: device in alice.client.device_store[bob.id], alice)
        await alice.say("to the dehydrated device too", world.room)
        pages = [await bob.plain.do("POST", f"{PATH}/{quote(device, safe='')}/events", {}, UNSTABLE) for _ in range(2)]
        expect_equal(pages[0], pages[1], "the messages")
        keys = [event for event in pages[0]["events"] if event["type"] == "m.room.encrypted"]
        expect(keys, f"the events are {pages[0]['events']}")
        rest = await bob.plain.do("POST", f"{PATH}/{quote(device, safe='')}/events", {"next_batch": pages[0]["next_batch"]}, UNSTABLE)
        expect_equal(rest["events"], [], "the events after the last")
    with check("the device comes back to life and decrypts what waited"):
        back = vodozemac.Account.from_pickle((await bob.plain.do("GET", PATH, version=UNSTABLE))["device_data"]["pickle"], PICKLE_KEY)
        sealed = keys[-1]["content"]
        message = vodozemac.PreKeyMessage.from_base64(sealed["ciphertext"][device]["body"])
        _, text = back.create_inbound_session(vodozemac.Curve25519PublicKey.from_base64(sealed["sender_key"]), message)
        expect_equal(json.loads(text)["type"], "m.room_key", "the type of what was encrypted")
    with check("nobody else reads its messages, and after it is gone there are none"):
        await alice.plain.refused(403, "M_FORBIDDEN", "POST", f"{PATH}/{quote(device, safe='')}/events", {}, UNSTABLE)
        expect_equal((await bob.plain.do("DELETE", PATH, version=UNSTABLE))["device_id"], device, "the device")
        await bob.plain.refused(404, "M_NOT_FOUND", "GET", PATH, version=UNSTABLE)
        await until(lambda: device not in [d.id for d in alice.client.device_store.active_user_devices(bob.id)], alice)


def body_of(account: vodozemac.Account, user: str, device: str) -> dict[str, Any]:
    """The device with its keys, signed by itself."""
    def signed(value: dict[str, Any]) -> dict[str, Any]:
        return value | {"signatures": {user: {f"ed25519:{device}": account.sign(canonical(value)).to_base64()}}}

    keys = signed({
        "user_id": user, "device_id": device, "dehydrated": True, "algorithms": ["m.olm.v1.curve25519-aes-sha2", "m.megolm.v1.aes-sha2"],
        "keys": {f"curve25519:{device}": device, f"ed25519:{device}": account.ed25519_key.to_base64()},
    })
    one_time = {f"signed_curve25519:{name}": signed({"key": key.to_base64()}) for name, key in account.one_time_keys.items()}
    data = {"algorithm": "test", "pickle": account.pickle(PICKLE_KEY)}
    return {"device_id": device, "device_data": data, "device_keys": keys, "one_time_keys": one_time, "initial_device_display_name": "asleep"}


def canonical(value: dict[str, Any]) -> bytes:
    """Canonical JSON, which is what a key signs."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
