"""Redaction: what is pruned, what stays, who may."""

from __future__ import annotations

from nio import (
    RedactedEvent, RoomCreateResponse, RoomGetEventResponse, RoomGetStateEventResponse, RoomPutStateResponse,
    RoomRedactResponse, RoomSendResponse,
)

from ..checks import expect, expect_equal
from .world import MessageDirection, World, good, ids, refused, sync, text, walk


async def run(world: World) -> None:
    check = world.check

    with check("room_redact returns an event id"):
        sent = good(await world.alice.client.room_send(world.room, "m.room.message", text("A slip of the tongue")), RoomSendResponse).event_id
        world.before_redaction = (await sync(world.bob.fresh())).next_batch
        answer = good(await world.alice.client.room_redact(world.room, sent, reason="mistaken", tx_id="redact-1"), RoomRedactResponse)
        expect(answer.event_id not in ("", sent), "the redaction has no id of its own")
        world.redacted, world.redaction = sent, answer.event_id

    with check("room_redact with the same transaction id returns the same event"):
        again = good(await world.alice.client.room_redact(world.room, world.redacted, reason="mistaken", tx_id="redact-1"), RoomRedactResponse)
        expect_equal(again.event_id, world.redaction, "event id")

    with check("the redacted event is pruned and says why"):
        event = good(await world.bob.client.room_get_event(world.room, world.redacted), RoomGetEventResponse).event
        expect_equal(event.source["content"], {}, "content")
        because = event.source["unsigned"]["redacted_because"]
        expect_equal((because["event_id"], because["sender"], because["content"].get("reason")),
                     (world.redaction, world.alice.id, "mistaken"), "redaction")
        expect(isinstance(event, RedactedEvent), f"nio reads a {type(event).__name__}")

    with check("the redaction travels through sync"):
        timeline = (await sync(world.bob.fresh(), since=world.before_redaction)).rooms.join[world.room].timeline
        source = next(e.source for e in timeline.events if e.event_id == world.redaction)
        target = source.get("redacts") or source["content"].get("redacts")
        expect_equal((source["type"], target), ("m.room.redaction", world.redacted), "type and target")

    with check("the redacted event keeps its place in the history"):
        events = await walk(world.bob.client, world.room, MessageDirection.back, 20)
        place = ids(events).index(world.redacted)
        expect_equal(events[place].source["content"], {}, "content")
        expect_equal(ids(events).index(world.redaction), place - 1, "the place of the redaction")

    with check("room_redact refuses another's message without the power"):
        refused(await world.bob.client.room_redact(world.room, world.first_message), 403, "M_FORBIDDEN")
        event = good(await world.bob.client.room_get_event(world.room, world.first_message), RoomGetEventResponse).event
        expect_equal(event.source["content"], text("Ahoy"), "content afterwards")

    with check("anyone redacts their own message"):
        sent = good(await world.bob.client.room_send(world.room, "m.room.message", text("Mine")), RoomSendResponse).event_id
        good(await world.bob.client.room_redact(world.room, sent), RoomRedactResponse)

    with check("a moderator redacts another's message"):
        sent = good(await world.bob.client.room_send(world.room, "m.room.message", text("Rude")), RoomSendResponse).event_id
        good(await world.alice.client.room_redact(world.room, sent), RoomRedactResponse)
        event = good(await world.bob.client.room_get_event(world.room, sent), RoomGetEventResponse).event
        expect_equal(event.source["content"], {}, "content")

    with check("redacting a state event keeps what the room version protects"):
        client = world.alice.client
        made = good(await client.room_put_state(world.room, "m.room.topic", {"topic": "To be forgotten"}), RoomPutStateResponse).event_id
        good(await client.room_redact(world.room, made), RoomRedactResponse)
        topic = good(await client.room_get_state_event(world.room, "m.room.topic"), RoomGetStateEventResponse).content
        expect("topic" not in topic, f"the topic is still {topic}")
        rules = good(await client.room_get_state_event(world.room, "m.room.join_rules"), RoomGetStateEventResponse).content
        expect_equal(rules.get("join_rule"), "invite", "join rule")

    with check("room version 11 carries the target inside the content"):
        client = world.alice.client
        room = good(await client.room_create(room_version="11"), RoomCreateResponse).room_id
        sent = good(await client.room_send(room, "m.room.message", text("Eleven")), RoomSendResponse).event_id
        redaction = good(await client.room_redact(room, sent, reason="version"), RoomRedactResponse).event_id
        source = good(await client.room_get_event(room, redaction), RoomGetEventResponse).event.source
        expect_equal(source["content"].get("redacts"), sent, "content.redacts")
        create = good(await client.room_get_state_event(room, "m.room.create"), RoomGetStateEventResponse).content
        expect("creator" not in create, "the create event still has a creator field")
