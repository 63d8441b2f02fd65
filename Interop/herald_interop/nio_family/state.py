"""State events and power levels."""

from __future__ import annotations

from nio import RoomGetStateEventResponse, RoomGetStateResponse, RoomPutStateResponse, RoomSendResponse

from ..checks import expect, expect_equal
from .world import World, good, refused, sync, text


async def levels(world: World) -> dict:
    return good(await world.alice.client.room_get_state_event(world.room, "m.room.power_levels"), RoomGetStateEventResponse).content


async def run(world: World) -> None:
    check = world.check

    with check("room_put_state sets what room_get_state_event reads"):
        client = world.alice.client
        good(await client.room_put_state(world.room, "m.room.topic", {"topic": "Low tide"}), RoomPutStateResponse)
        got = good(await client.room_get_state_event(world.room, "m.room.topic"), RoomGetStateEventResponse)
        expect_equal(got.content, {"topic": "Low tide"}, "content")

    with check("room_put_state keeps state keys apart"):
        client = world.alice.client
        for key, free in (("north", 1), ("süd/ost", 2), ("", 3)):
            good(await client.room_put_state(world.room, "org.example.berth", {"free": free}, state_key=key), RoomPutStateResponse)
        got = [good(await client.room_get_state_event(world.room, "org.example.berth", key), RoomGetStateEventResponse).content["free"]
               for key in ("north", "süd/ost", "")]
        expect_equal(got, [1, 2, 3], "contents")

    with check("room_get_state holds every key once"):
        events = good(await world.bob.client.room_get_state(world.room), RoomGetStateResponse).events
        keys = [(e["type"], e["state_key"]) for e in events]
        expect_equal(len(set(keys)), len(keys), "distinct keys")
        berths = {e["state_key"]: e["content"]["free"] for e in events if e["type"] == "org.example.berth"}
        expect_equal(berths, {"north": 1, "süd/ost": 2, "": 3}, "berths")

    with check("a changed state event carries what was there before"):
        client = world.bob.fresh()
        since = (await sync(client)).next_batch
        good(await world.alice.client.room_put_state(world.room, "m.room.topic", {"topic": "High tide"}), RoomPutStateResponse)
        event = (await sync(client, since=since)).rooms.join[world.room].timeline.events[-1].source
        expect_equal(event["content"], {"topic": "High tide"}, "content")
        expect_equal(event.get("unsigned", {}).get("prev_content"), {"topic": "Low tide"}, "unsigned.prev_content")

    with check("room_get_state_event refuses state that was never set"):
        refused(await world.bob.client.room_get_state_event(world.room, "org.example.never"), 404, "M_NOT_FOUND")

    with check("room_put_state refuses a member without the power"):
        refused(await world.bob.client.room_put_state(world.room, "m.room.topic", {"topic": "Mutiny"}), 403, "M_FORBIDDEN")

    with check("room_put_state refuses a second create event"):
        answer = await world.alice.client.room_put_state(world.room, "m.room.create", {"creator": world.alice.id})
        expect(getattr(answer, "status_code", None) in ("M_FORBIDDEN", "M_BAD_JSON", "M_INVALID_PARAM", "M_UNKNOWN"), f"got {answer}")

    with check("another's name as a state key is refused"):
        answer = await world.alice.client.room_put_state(world.room, "org.example.vote", {}, state_key=world.bob.id)
        refused(answer, 403, "M_FORBIDDEN")

    with check("power given to a member takes effect"):
        content = await levels(world)
        content["users"][world.bob.id] = 50
        good(await world.alice.client.room_put_state(world.room, "m.room.power_levels", content), RoomPutStateResponse)
        good(await world.bob.client.room_put_state(world.room, "m.room.topic", {"topic": "By bob"}), RoomPutStateResponse)

    with check("nobody raises anyone above themselves"):
        content = await levels(world)
        content["users"][world.bob.id] = 100
        refused(await world.bob.client.room_put_state(world.room, "m.room.power_levels", content), 403, "M_FORBIDDEN")

    with check("nobody lowers someone above them"):
        content = await levels(world)
        content["users"][world.alice.id] = 0
        refused(await world.bob.client.room_put_state(world.room, "m.room.power_levels", content), 403, "M_FORBIDDEN")

    with check("an event type can need more power than a message"):
        refused(await world.carol.client.room_send(world.room, "org.example.bell", {}), 403, "M_FORBIDDEN")
        good(await world.bob.client.room_send(world.room, "org.example.bell", {}), RoomSendResponse)
        good(await world.carol.client.room_send(world.room, "m.room.message", text("Only talking")), RoomSendResponse)
