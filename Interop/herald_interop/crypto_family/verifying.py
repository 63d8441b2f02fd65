"""Two users of matrix-nio compare emoji, over to-device messages."""

from __future__ import annotations

from ..checks import expect_equal
from .world import World, good, until


async def run(world: World) -> None:
    alice, bob = world.alice, world.bob
    with world.check("two devices show the same emoji, and each takes the other as verified"):
        good(await alice.client.start_key_verification(alice.client.device_store[bob.id]["BOB1"]))
        await until(lambda: bool(bob.client.key_verifications), bob)
        transaction = next(iter(bob.client.key_verifications))
        good(await bob.client.accept_key_verification(transaction))
        runs = [person.client.key_verifications[transaction] for person in (alice, bob)]
        await until(lambda: all(hasattr(run, "their_sas_key") for run in runs), alice, bob)
        expect_equal(runs[0].get_emoji(), runs[1].get_emoji(), "the emoji")
        for person in (alice, bob):
            good(await person.client.confirm_short_auth_string(transaction))
        await until(lambda: all(run.verified for run in runs), alice, bob)
        await until(lambda: alice.client.device_store[bob.id]["BOB1"].verified, alice)
        await until(lambda: bob.client.device_store[alice.id]["ALICE1"].verified, bob)
    with world.check("the conversation goes on between verified devices"):
        await alice.say("now verified", world.room)
        await until(lambda: "now verified" in bob.texts, bob)
