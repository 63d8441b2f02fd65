"""createRoom with its presets, invitation, join, membership lists."""

from __future__ import annotations

from nio import (
    JoinedMembersResponse, JoinedRoomsResponse, JoinResponse, RoomCreateResponse, RoomGetStateResponse,
    RoomInviteResponse, RoomPreset, RoomVisibility,
)
from nio.responses import PublicRoomsResponse

from ..checks import expect, expect_equal
from ..plainhttp import call
from .world import World, good, refused, sync

PRESETS = {
    RoomPreset.private_chat: ("invite", "shared", "can_join"),
    RoomPreset.trusted_private_chat: ("invite", "shared", "can_join"),
    RoomPreset.public_chat: ("public", "shared", "forbidden"),
}


async def state_of(world: World, room: str) -> dict[tuple[str, str], dict]:
    events = good(await world.alice.client.room_get_state(room), RoomGetStateResponse).events
    return {(event["type"], event["state_key"]): event["content"] for event in events}


async def run(world: World) -> None:
    check = world.check

    for preset, wanted in PRESETS.items():
        with check(f"createRoom with {preset.value} sets the preset's rules"):
            alice = world.alice
            room = good(await alice.client.room_create(preset=preset, invite=[world.bob.id]), RoomCreateResponse).room_id
            state = await state_of(world, room)
            got = (
                state["m.room.join_rules", ""]["join_rule"],
                state["m.room.history_visibility", ""]["history_visibility"],
                state.get(("m.room.guest_access", ""), {}).get("guest_access", "forbidden"),
            )
            expect_equal(got, wanted, "join rule, history visibility, guest access")
            users = state["m.room.power_levels", ""].get("users", {})
            expect_equal(users.get(alice.id), 100, "the creator's power")
            expect_equal(users.get(world.bob.id, 0), 100 if preset is RoomPreset.trusted_private_chat else 0, "the invitee's power")

    with check("createRoom without a preset follows the visibility"):
        room = good(await world.alice.client.room_create(visibility=RoomVisibility.public, name="Forum"), RoomCreateResponse).room_id
        expect_equal((await state_of(world, room))["m.room.join_rules", ""]["join_rule"], "public", "join rule")
        world.public_room = room

    with check("createRoom takes name, topic, version, initial state and power override"):
        alice = world.alice
        room = good(await alice.client.room_create(
            name="Harbour", topic="Ships and tides", room_version="10", preset=RoomPreset.private_chat, invite=[world.bob.id],
            initial_state=[{"type": "org.example.berth", "state_key": "north", "content": {"free": 3}}],
            power_level_override={"events": {"org.example.bell": 25}},
        ), RoomCreateResponse).room_id
        state = await state_of(world, room)
        expect_equal(state["m.room.name", ""], {"name": "Harbour"}, "name")
        expect_equal(state["m.room.topic", ""]["topic"], "Ships and tides", "topic")
        expect_equal(state["m.room.create", ""]["room_version"], "10", "room version")
        expect_equal(state["m.room.create", ""].get("creator"), alice.id, "creator")
        expect_equal(state["org.example.berth", "north"], {"free": 3}, "initial state")
        expect_equal(state["m.room.power_levels", ""]["events"].get("org.example.bell"), 25, "power override")
        expect_equal(state["m.room.member", alice.id]["membership"], "join", "the creator's membership")
        expect_equal(state["m.room.member", world.bob.id]["membership"], "invite", "the invitee's membership")
        world.room = room

    with check("createRoom refuses an unknown room version"):
        refused(await world.alice.client.room_create(room_version="no-such"), 400, "M_UNSUPPORTED_ROOM_VERSION")

    with check("the invitation reaches bob's sync with stripped state"):
        invited = (await sync(world.bob.client)).rooms.invite
        expect(world.room in invited, f"sync lists invitations to {list(invited)}")
        stripped = {(e.source["type"], e.source["state_key"]): e for e in invited[world.room].invite_state}
        expect_equal(stripped["m.room.name", ""].name, "Harbour", "stripped name")
        member = stripped["m.room.member", world.bob.id]
        expect_equal((member.membership, member.sender), ("invite", world.alice.id), "own membership and inviter")

    with check("stripped state has the join rules, and its events have the four keys"):
        # Asked without nio, which drops the stripped events it has no class for.
        answer = call(world.base, "GET", "/_matrix/client/v3/sync", token=world.bob.client.access_token).ok("sync")
        events = answer["rooms"]["invite"][world.room]["invite_state"]["events"]
        expect("m.room.join_rules" in {e["type"] for e in events}, f"types {[e['type'] for e in events]}")
        for event in events:
            expect({"type", "state_key", "sender", "content"} <= set(event), f"keys {sorted(event)}")

    with check("join accepts the invitation"):
        expect_equal(good(await world.bob.client.join(world.room), JoinResponse).room_id, world.room, "room id")

    with check("join is harmless when repeated"):
        good(await world.bob.client.join(world.room), JoinResponse)

    with check("join refuses a room one is not invited to"):
        refused(await world.carol.client.join(world.room), 403, "M_FORBIDDEN")

    with check("room_invite invites, and the invited may join"):
        good(await world.bob.client.room_invite(world.room, world.carol.id), RoomInviteResponse)
        good(await world.carol.client.join(world.room), JoinResponse)

    with check("room_invite refuses someone who is in already"):
        refused(await world.alice.client.room_invite(world.room, world.carol.id), 403, "M_FORBIDDEN")

    with check("joined_members lists exactly the three"):
        members = good(await world.alice.client.joined_members(world.room), JoinedMembersResponse).members
        expect_equal({m.user_id for m in members}, {world.alice.id, world.bob.id, world.carol.id}, "members")

    with check("joined_rooms lists the room for each"):
        for person in (world.alice, world.bob, world.carol):
            rooms = good(await person.client.joined_rooms(), JoinedRoomsResponse).rooms
            expect(world.room in rooms, f"{person.name} has {rooms}")

    with check("anyone joins a public room"):
        good(await world.carol.client.join(world.public_room), JoinResponse)

    with check("list_public_rooms shows the public room and not the private one"):
        rooms = {r.room_id: r for r in good(await world.bob.client.list_public_rooms(), PublicRoomsResponse).public_rooms}
        expect(world.public_room in rooms, f"the directory lists {list(rooms)}")
        expect(world.room not in rooms, "the private room is listed")
        listed = rooms[world.public_room]
        expect_equal((listed.name, listed.num_joined_members), ("Forum", 2), "name and members")

    with check("nio's own room model agrees after a sync"):
        client = world.alice.fresh()
        await sync(client, full_state=True)
        model = client.rooms[world.room]
        expect_equal(model.name, "Harbour", "name")
        expect_equal(set(model.users), {world.alice.id, world.bob.id, world.carol.id}, "users")
        expect_equal(model.power_levels.users.get(world.alice.id), 100, "power")
        expect_equal((model.room_version, model.join_rule), ("10", "invite"), "version and join rule")
