"""The answers to a user without rights and to a faulty client."""

from __future__ import annotations

from ..checks import expect_equal
from ..plainhttp import call, segment
from .world import World, refused


async def run(world: World) -> None:
    check = world.check
    # Synapse answers “unknown room” in its own ways, because it first looks for other servers that may know it.
    synapse = world.peer == "synapse"

    with check("join refuses a room that does not exist"):
        domain = world.alice.id.partition(":")[2]
        world.nowhere = f"!nowhere:{domain}"
        refused(await world.alice.client.join(world.nowhere), 404, *(("M_UNKNOWN",) if synapse else ("M_NOT_FOUND",)))

    with check("send, state and history refuse a room that does not exist"):
        client = world.alice.client
        for answer in (
            await client.room_send(world.nowhere, "m.room.message", {"msgtype": "m.text", "body": "Echo?"}),
            await client.room_messages(world.nowhere, "", limit=1),
            await client.room_get_state(world.nowhere),
        ):
            status = answer.transport_response.status
            expect_equal((status, answer.status_code) in ((403, "M_FORBIDDEN"), (404, "M_NOT_FOUND"), (404, "M_UNKNOWN")), True,
                         f"{type(answer).__name__} {status} {answer.status_code}")

    with check("members, state and history refuse someone who is not in the room"):
        room = (await world.alice.client.room_create()).room_id
        client = world.carol.client
        refused(await client.room_get_state(room), 403, "M_FORBIDDEN")
        refused(await client.room_messages(room, "", limit=1), 403, "M_FORBIDDEN")
        refused(await client.joined_members(room), 403, "M_FORBIDDEN")

    with check("an event of another room is not found"):
        client = world.alice.client
        room = (await client.room_create()).room_id
        refused(await client.room_get_event(room, world.first_message), 404, "M_NOT_FOUND")

    token = world.alice.client.access_token
    path = f"/_matrix/client/v3/rooms/{segment(world.room)}/send/m.room.message"

    with check("a body that is not JSON is called so"):
        call(world.base, "PUT", f"{path}/bad-1", raw=b"{not json", token=token).refused("send", (400, "M_NOT_JSON"))

    with check("a body that is JSON but not an object is called so"):
        call(world.base, "PUT", f"{path}/bad-2", raw=b"[1]", token=token).refused("send", (400, "M_BAD_JSON"), (400, "M_NOT_JSON"))

    with check("an unknown path is unrecognised"):
        call(world.base, "GET", "/_matrix/client/v3/no/such/thing", token=token).refused("GET", (404, "M_UNRECOGNIZED"))

    with check("a known path with a wrong method is unrecognised"):
        call(world.base, "DELETE", "/_matrix/client/v3/createRoom", token=token).refused("DELETE", (405, "M_UNRECOGNIZED"))
