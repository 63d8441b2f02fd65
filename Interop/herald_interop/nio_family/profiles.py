"""Display name and avatar, and how they reach rooms."""

from __future__ import annotations

from nio import (
    JoinedMembersResponse, ProfileGetAvatarResponse, ProfileGetDisplayNameResponse, ProfileGetResponse,
    ProfileSetAvatarResponse, ProfileSetDisplayNameResponse,
)

from ..checks import expect, expect_equal
from .world import World, good, refused, sync

AVATAR = "mxc://example.org/SailingShip"


async def run(world: World) -> None:
    check = world.check

    with check("set_displayname is what everyone then reads"):
        world.before_profile = (await sync(world.alice.fresh())).next_batch
        good(await world.bob.client.set_displayname("Bob the Pilot ⚓"), ProfileSetDisplayNameResponse)
        got = good(await world.alice.client.get_displayname(world.bob.id), ProfileGetDisplayNameResponse)
        expect_equal(got.displayname, "Bob the Pilot ⚓", "display name")

    with check("set_avatar is what everyone then reads"):
        good(await world.bob.client.set_avatar(AVATAR), ProfileSetAvatarResponse)
        got = good(await world.alice.client.get_avatar(world.bob.id), ProfileGetAvatarResponse)
        expect_equal(got.avatar_url, AVATAR, "avatar")

    with check("get_profile returns both"):
        got = good(await world.alice.client.get_profile(world.bob.id), ProfileGetResponse)
        expect_equal((got.displayname, got.avatar_url), ("Bob the Pilot ⚓", AVATAR), "profile")

    with check("get_profile of someone without an avatar leaves it out"):
        got = good(await world.bob.client.get_profile(world.carol.id), ProfileGetResponse)
        expect_equal(got.avatar_url, None, "avatar")

    with check("the new name reaches sync as a member event"):
        wanted = {"membership": "join", "displayname": "Bob the Pilot ⚓", "avatar_url": AVATAR}
        client, since, seen = world.alice.fresh(), world.before_profile, []
        # A node may tell the rooms after it has answered, so this follows the sync until the event is there.
        for _ in range(20):
            answer = await sync(client, since=since, timeout=3000)
            since = answer.next_batch
            if world.room in answer.rooms.join:
                seen += [e.source["content"] for e in answer.rooms.join[world.room].timeline.events
                         if e.source["type"] == "m.room.member" and e.source["state_key"] == world.bob.id]
            if wanted in seen:
                break
        expect(wanted in seen, f"bob's member events: {seen}")

    with check("the new name reaches the members of the room"):
        members = good(await world.alice.client.joined_members(world.room), JoinedMembersResponse).members
        bob = next(m for m in members if m.user_id == world.bob.id)
        expect_equal((bob.display_name, bob.avatar_url), ("Bob the Pilot ⚓", AVATAR), "member")

    with check("get_profile refuses an unknown user"):
        domain = world.alice.id.partition(":")[2]
        # Synapse says M_UNKNOWN here, against the Matrix specification.
        code = "M_UNKNOWN" if world.peer == "synapse" else "M_NOT_FOUND"
        refused(await world.alice.client.get_profile(f"@nobody-here:{domain}"), 404, code)
