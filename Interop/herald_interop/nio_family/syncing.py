"""Initial and incremental sync, long poll, filters."""

from __future__ import annotations

import asyncio
import time

from nio import RoomSendResponse, UploadFilterResponse

from ..checks import Refuted, expect, expect_equal
from .world import MessageDirection, World, bodies, good, ids, page, refused, sync, text, watch_sending


LAZY = {"room": {"state": {"lazy_load_members": True}, "timeline": {"limit": 2}}}


async def say(world: World, words: str) -> str:
    return good(await world.alice.client.room_send(world.room, "m.room.message", text(words)), RoomSendResponse).event_id


async def run(world: World) -> None:
    check = world.check

    with check("an initial sync holds the room's whole state"):
        answer = await sync(world.bob.fresh())
        room = answer.rooms.join[world.room]
        keys = {(e.source["type"], e.source.get("state_key")) for e in [*room.state, *room.timeline.events]}
        wanted = {("m.room.create", ""), ("m.room.power_levels", ""), ("m.room.join_rules", ""), ("m.room.name", ""),
                  ("org.example.berth", "north"), *(("m.room.member", p.id) for p in (world.alice, world.bob, world.carol))}
        expect(wanted <= keys, f"missing: {sorted(wanted - keys)}")
        expect(room.timeline.prev_batch, "prev_batch is empty")
        expect(len(room.timeline.events) <= 10, "more than ten events without a filter")

    with check("an initial sync counts the members"):
        # Synapse gives the summary only with lazy loading.
        summary = (await sync(world.bob.fresh(), sync_filter=LAZY)).rooms.join[world.room].summary
        expect_equal(summary.joined_member_count, 3, "joined members")

    with check("an incremental sync brings exactly what is new, in order"):
        client = world.bob.fresh()
        since = (await sync(client)).next_batch
        sent = [await say(world, f"News {n}") for n in range(3)]
        timeline = (await sync(client, since=since)).rooms.join[world.room].timeline
        expect_equal(ids(timeline.events), sent, "events")
        expect_equal(timeline.limited, False, "limited")

    with check("a sync with nothing new is empty"):
        client = world.bob.fresh()
        since = (await sync(client)).next_batch
        answer = await sync(client, since=since)
        expect_equal((answer.rooms.join, answer.rooms.invite, answer.rooms.leave), ({}, {}, {}), "rooms")

    with check("an old token still works"):
        client = world.bob.fresh()
        old = (await sync(client)).next_batch
        sent = [await say(world, f"Later {n}") for n in range(2)]
        await sync(client, since=old)
        expect_equal(ids((await sync(client, since=old)).rooms.join[world.room].timeline.events), sent, "events")

    with check("a long poll waits, and wakes when another user sends"):
        client = world.bob.fresh()
        since = (await sync(client)).next_batch
        waiting = world.bob.fresh()
        left = watch_sending(waiting)
        begun = time.monotonic()
        poll = asyncio.create_task(sync(waiting, since=since, timeout=25_000))
        async with asyncio.timeout(30):
            await left.wait()
        # Sent later, on another connection, and the same but for its timeout: a poll that did not wait would be over by then.
        await sync(client, since=since)
        if poll.done():
            raise Refuted(f"it did not wait: {poll.exception() or 'answered at once'}")
        sent = await say(world, "Wake up")
        answer = await poll
        expect_equal(ids(answer.rooms.join[world.room].timeline.events), [sent], "events")
        # A poll that the message does not wake ends after its 25 s.
        took = time.monotonic() - begun
        expect(took < 24, f"it took {took:.1f} s, as if the message had not woken it")

    with check("a long poll without news ends at its timeout"):
        client = world.bob.fresh()
        since = (await sync(client)).next_batch
        started = time.monotonic()
        answer = await sync(client, since=since, timeout=500)
        took = time.monotonic() - started
        expect_equal(answer.rooms.join, {}, "rooms")
        expect(0.3 <= took < 10, f"it took {took:.2f} s")

    with check("a limit cuts the timeline, and messages fills the gap without a seam"):
        client = world.bob.fresh()
        since = (await sync(client)).next_batch
        sent = [await say(world, f"Gap {n}") for n in range(12)]
        limited = {"room": {"timeline": {"limit": 3}}}
        timeline = (await sync(client, since=since, sync_filter=limited)).rooms.join[world.room].timeline
        expect_equal((timeline.limited, ids(timeline.events)), (True, sent[-3:]), "limited and events")
        gap = await page(client, world.room, timeline.prev_batch, MessageDirection.back, 9)
        expect_equal(ids(gap.chunk), sent[:9][::-1], "the gap")

    with check("upload_filter gives an id that sync accepts"):
        client = world.bob.fresh()
        made = good(await client.upload_filter(room={"timeline": {"limit": 2, "types": ["m.room.message"]}}), UploadFilterResponse)
        timeline = (await sync(client, sync_filter=made.filter_id)).rooms.join[world.room].timeline
        expect_equal(bodies(timeline.events), ["Gap 10", "Gap 11"], "texts")

    with check("a filter chooses event types, and not_types wins"):
        client = world.bob.fresh()
        chosen = {"room": {"timeline": {"types": ["org.example.*", "m.room.message"], "not_types": ["m.room.message"], "limit": 50}}}
        room = (await sync(client, sync_filter=chosen)).rooms.join[world.room]
        kinds = {e.source["type"] for e in room.timeline.events}
        expect(kinds and all(k.startswith("org.example.") for k in kinds), f"types {kinds}")

    with check("a filter chooses rooms"):
        client = world.carol.fresh()
        rooms = (await sync(client, sync_filter={"room": {"rooms": [world.public_room]}})).rooms.join
        expect_equal(list(rooms), [world.public_room], "rooms")

    with check("lazy loading leaves out members who said nothing"):
        client = world.bob.fresh()
        room = (await sync(client, sync_filter=LAZY)).rooms.join[world.room]
        members = {e.source["state_key"] for e in room.state if e.source["type"] == "m.room.member"}
        expect(world.alice.id in members, f"the sender is missing from {members}")
        expect(world.carol.id not in members, "a silent member is there")

    with check("full_state brings the state again"):
        client = world.bob.fresh()
        since = (await sync(client)).next_batch
        room = (await sync(client, since=since, full_state=True)).rooms.join[world.room]
        expect(("m.room.create") in {e.source["type"] for e in room.state}, "no create event in the state")

    with check("sync refuses a token that was never given"):
        client = world.bob.fresh()
        refused(await client.sync(since="nonsense"), 400, "M_INVALID_PARAM", "M_UNKNOWN")

    with check("sync refuses a filter that was never made"):
        answer = await world.bob.fresh().sync(sync_filter="987654")
        expect(answer.transport_response.status in (400, 404), f"status {answer.transport_response.status}")
