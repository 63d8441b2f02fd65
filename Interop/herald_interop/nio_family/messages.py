"""Sending, and sending the same thing twice."""

from __future__ import annotations

import asyncio

from nio import RoomContextResponse, RoomGetEventResponse, RoomSendResponse

from ..checks import expect, expect_equal
from .world import World, good, ids, refused, sync, text

ODD_CONTENT = {
    "msgtype": "m.text",
    "body": "naïve ✓ 👩‍🚀 \u0000\u001f \"quoted\" \\ / \u2028 end",
    "nested": {"list": [1, -9007199254740991, True, None, {"": ""}], "empty": {}, "none": []},
}


async def run(world: World) -> None:
    check = world.check

    with check("room_send returns an event id"):
        answer = good(await world.alice.client.room_send(world.room, "m.room.message", text("Ahoy"), tx_id="first"), RoomSendResponse)
        expect(answer.event_id.startswith("$") and "/" not in answer.event_id, f"the event id is {answer.event_id}")
        world.first_message = answer.event_id

    with check("room_send with the same transaction id returns the same event"):
        again = good(await world.alice.client.room_send(world.room, "m.room.message", text("Ahoy"), tx_id="first"), RoomSendResponse)
        expect_equal(again.event_id, world.first_message, "event id")

    with check("ten concurrent sends of one transaction make one event"):
        answers = await asyncio.gather(*(
            world.alice.client.room_send(world.room, "m.room.message", text("Once"), tx_id="once") for _ in range(10)))
        made = {good(a, RoomSendResponse).event_id for a in answers}
        expect_equal(len(made), 1, "number of events")
        shown = (await sync(world.bob.fresh(), sync_filter={"room": {"timeline": {"limit": 100}}})).rooms.join[world.room]
        expect_equal([i for i in ids(shown.timeline.events) if i in made | {world.first_message}],
                     [world.first_message, *made], "both events in the timeline")

    with check("the same transaction id on another device makes another event"):
        other = good(await world.tablet.room_send(world.room, "m.room.message", text("Ahoy"), tx_id="first"), RoomSendResponse)
        expect(other.event_id != world.first_message, "the two devices share transaction ids")

    with check("room_get_event returns the message as it was sent"):
        event = good(await world.bob.client.room_get_event(world.room, world.first_message), RoomGetEventResponse).event
        source = event.source
        expect_equal(source["content"], text("Ahoy"), "content")
        expect_equal((source["sender"], source["type"], source["room_id"]), (world.alice.id, "m.room.message", world.room), "sender, type, room")
        expect(source["origin_server_ts"] > 0, "no time stamp")

    with check("unusual text and nesting come back unchanged"):
        sent = good(await world.alice.client.room_send(world.room, "m.room.message", ODD_CONTENT), RoomSendResponse).event_id
        event = good(await world.bob.client.room_get_event(world.room, sent), RoomGetEventResponse).event
        expect_equal(event.source["content"], ODD_CONTENT, "content")

    with check("a custom event type with odd characters travels"):
        kind = "org.example.tide/high?#%20ü"
        sent = good(await world.alice.client.room_send(world.room, kind, {"level": 7}, tx_id="a/b c?d"), RoomSendResponse).event_id
        event = good(await world.bob.client.room_get_event(world.room, sent), RoomGetEventResponse).event
        expect_equal((event.source["type"], event.source["content"]), (kind, {"level": 7}), "type and content")

    with check("only the sending device sees its transaction id"):
        sent = good(await world.alice.client.room_send(world.room, "m.room.message", text("Mark"), tx_id="marked"), RoomSendResponse).event_id
        seen = {}
        for name, client in (("sender", world.alice.fresh()), ("other user", world.bob.fresh())):
            events = (await sync(client)).rooms.join[world.room].timeline.events
            source = next(e.source for e in events if e.event_id == sent)
            seen[name] = source.get("unsigned", {}).get("transaction_id")
        expect_equal(seen, {"sender": "marked", "other user": None}, "transaction ids")

    with check("room_context shows what surrounds an event"):
        answer = good(await world.bob.client.room_context(world.room, world.first_message, limit=4), RoomContextResponse)
        expect_equal(answer.event.event_id, world.first_message, "event")
        expect(answer.events_before and answer.events_after, "nothing before or nothing after")
        expect(len(answer.events_before) + len(answer.events_after) <= 4, "more than the limit")

    with check("room_send refuses a room one is not in"):
        refused(await world.bob.client.room_send(world.public_room, "m.room.message", text("Hm")), 403, "M_FORBIDDEN")

    with check("room_send refuses a fraction in the content"):
        answer = await world.alice.client.room_send(world.room, "m.room.message", {"msgtype": "m.text", "body": "x", "half": 0.5})
        refused(answer, 400, "M_BAD_JSON")
