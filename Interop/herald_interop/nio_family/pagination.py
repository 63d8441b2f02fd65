"""History in both directions, to both ends."""

from __future__ import annotations

from ..checks import expect, expect_equal
from .world import MessageDirection, World, ids, page, sync, walk


async def run(world: World) -> None:
    check = world.check

    with check("room_messages walks back to the creation of the room"):
        world.backwards = await walk(world.alice.client, world.room, MessageDirection.back, 7)
        expect_equal(world.backwards[-1].source["type"], "m.room.create", "the last event")
        expect(len(world.backwards) > 25, f"only {len(world.backwards)} events")

    with check("no event comes twice"):
        expect_equal(len(set(ids(world.backwards))), len(world.backwards), "distinct events")

    with check("room_messages walks forwards through the same events"):
        forwards = await walk(world.alice.client, world.room, MessageDirection.front, 9)
        expect_equal(ids(forwards), ids(world.backwards)[::-1], "events")

    with check("the page size does not change what is seen"):
        for limit in (1000, 3):
            again = await walk(world.alice.client, world.room, MessageDirection.back, limit)
            expect_equal(ids(again), ids(world.backwards), f"events with limit {limit}")

    with check("a sync token works as a start for both directions"):
        client = world.bob.fresh()
        answer = await sync(client, sync_filter={"room": {"timeline": {"limit": 5}}})
        newest = await page(client, world.room, answer.next_batch, MessageDirection.back, 5)
        expect_equal(ids(newest.chunk)[::-1], ids(answer.rooms.join[world.room].timeline.events), "the newest events")
        beyond = await page(client, world.room, answer.next_batch, MessageDirection.front, 5)
        expect_equal(beyond.chunk, [], "events after the newest")

    with check("prev_batch continues exactly before the timeline"):
        client = world.bob.fresh()
        timeline = (await sync(client, sync_filter={"room": {"timeline": {"limit": 4}}})).rooms.join[world.room].timeline
        older = await walk(client, world.room, MessageDirection.back, 50, start=timeline.prev_batch)
        expect_equal(ids(timeline.events)[::-1] + ids(older), ids(world.backwards), "events")

    with check("turning round at a token returns the same page"):
        back = await page(world.bob.client, world.room, None, MessageDirection.back, 6)
        forth = await page(world.bob.client, world.room, back.end, MessageDirection.front, 6)
        expect_equal(ids(forth.chunk), ids(back.chunk)[::-1], "events")

    with check("room_messages honours a type filter"):
        chosen = await page(world.bob.client, world.room, None, MessageDirection.back, 100, message_filter={"types": ["m.room.name"]})
        expect_equal([e.source["type"] for e in chosen.chunk], ["m.room.name"], "types")
