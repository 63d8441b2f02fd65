"""Kick, ban, leave, forget."""

from __future__ import annotations

from nio import (
    JoinedMembersResponse, JoinedRoomsResponse, JoinResponse, RoomBanResponse, RoomForgetResponse,
    RoomGetStateEventResponse, RoomInviteResponse, RoomKickResponse, RoomLeaveResponse, RoomUnbanResponse,
)

from ..checks import expect, expect_equal
from .world import World, good, refused, sync, text


async def run(world: World) -> None:
    check = world.check

    with check("room_kick refuses a member without the power"):
        refused(await world.carol.client.room_kick(world.room, world.bob.id), 403, "M_FORBIDDEN")

    with check("room_kick refuses someone of equal or more power"):
        refused(await world.bob.client.room_kick(world.room, world.alice.id), 403, "M_FORBIDDEN")

    with check("room_kick removes the member and keeps the reason"):
        world.before_kick = (await sync(world.carol.fresh())).next_batch
        good(await world.alice.client.room_kick(world.room, world.carol.id, reason="loud"), RoomKickResponse)
        member = good(await world.alice.client.room_get_state_event(world.room, "m.room.member", world.carol.id), RoomGetStateEventResponse).content
        expect_equal((member["membership"], member.get("reason")), ("leave", "loud"), "membership and reason")

    with check("the kicked member's sync lists the room as left, with the kick in it"):
        left = (await sync(world.carol.fresh(), since=world.before_kick)).rooms.leave
        expect(world.room in left, f"left rooms: {list(left)}")
        events = [*left[world.room].state, *left[world.room].timeline.events]
        kick = [e.source for e in events if e.source["type"] == "m.room.member" and e.source["state_key"] == world.carol.id]
        expect_equal((kick[-1]["content"]["membership"], kick[-1]["sender"]), ("leave", world.alice.id), "the kick")

    with check("the kicked member may neither send nor come back uninvited"):
        refused(await world.carol.client.room_send(world.room, "m.room.message", text("But")), 403, "M_FORBIDDEN")
        refused(await world.carol.client.join(world.room), 403, "M_FORBIDDEN")

    with check("what is said after the kick is not shown to the kicked member"):
        said = (await world.alice.client.room_send(world.room, "m.room.message", text("Now that she is gone"))).event_id
        answer = await sync(world.carol.fresh(), since=world.before_kick)
        seen = [e.event_id for room in (*answer.rooms.join.values(), *answer.rooms.leave.values()) for e in room.timeline.events]
        expect(said not in seen, "the message is in her sync")

    with check("the kicked member may be invited again"):
        good(await world.alice.client.room_invite(world.room, world.carol.id), RoomInviteResponse)
        good(await world.carol.client.join(world.room), JoinResponse)

    with check("room_kick withdraws an invitation"):
        room = (await world.alice.client.room_create(invite=[world.carol.id])).room_id
        good(await world.alice.client.room_kick(room, world.carol.id), RoomKickResponse)
        refused(await world.carol.client.join(room), 403, "M_FORBIDDEN")

    with check("a banned member cannot join, even a public room"):
        good(await world.alice.client.room_ban(world.public_room, world.carol.id, reason="spam"), RoomBanResponse)
        # Synapse says M_BAD_STATE here, against the Matrix specification.
        codes = ("M_BAD_STATE",) if world.peer == "synapse" else ("M_FORBIDDEN",)
        refused(await world.carol.client.join(world.public_room), 403, *codes)
        refused(await world.alice.client.room_invite(world.public_room, world.carol.id), 403, *codes)

    with check("an unbanned member may join again"):
        good(await world.alice.client.room_unban(world.public_room, world.carol.id), RoomUnbanResponse)
        good(await world.carol.client.join(world.public_room), JoinResponse)

    with check("an invitation can be declined"):
        room = (await world.alice.client.room_create(invite=[world.bob.id])).room_id
        good(await world.bob.client.room_leave(room), RoomLeaveResponse)
        refused(await world.bob.client.join(room), 403, "M_FORBIDDEN")

    with check("room_leave takes the member out of every list"):
        world.before_leave = (await sync(world.bob.fresh())).next_batch
        good(await world.bob.client.room_leave(world.room), RoomLeaveResponse)
        members = good(await world.alice.client.joined_members(world.room), JoinedMembersResponse).members
        expect(world.bob.id not in {m.user_id for m in members}, "still among the members")
        rooms = good(await world.bob.client.joined_rooms(), JoinedRoomsResponse).rooms
        expect(world.room not in rooms, "still among the joined rooms")
        answer = await sync(world.bob.fresh(), since=world.before_leave)
        expect(world.room in answer.rooms.leave, "not among the left rooms of the sync")

    with check("an initial sync leaves out rooms one has left, unless asked"):
        expect(world.room not in (await sync(world.bob.fresh())).rooms.leave, "the left room is there unasked")
        asked = await sync(world.bob.fresh(), sync_filter={"room": {"include_leave": True}})
        expect(world.room in asked.rooms.leave, "the left room is missing although asked for")

    with check("room_forget forgets a room one has left"):
        good(await world.bob.client.room_forget(world.room), RoomForgetResponse)
        asked = await sync(world.bob.fresh(), sync_filter={"room": {"include_leave": True}})
        expect(world.room not in asked.rooms.leave, "the forgotten room is still there")
