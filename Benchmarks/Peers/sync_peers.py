"""Takes the answer to an initial sync in as matrix-nio does, and as orjson alone does.

usage: sync_peers.py FILE USER-ID; prints the seconds of processor time of each, the best of seven runs.
"""

import gc
import json
import logging
import sys
import time

import nio
import orjson


def best(work, runs=7):
    times = []
    for _ in range(runs):
        gc.collect()
        before = time.process_time()
        result = work()
        times.append(time.process_time() - before)
        del result
    return min(times)


def main(path, user_id):
    logging.disable(logging.CRITICAL)
    with open(path, "rb") as file:
        text = file.read()

    def take_in():
        client = nio.Client(user_id, device_id="BENCH")
        client.user_id = user_id
        response = nio.SyncResponse.from_dict(json.loads(text))
        if not isinstance(response, nio.SyncResponse):
            raise SystemExit(f"matrix-nio does not accept the answer: {response}")
        client.receive_response(response)
        if len(client.rooms) != len(response.rooms.join):
            raise SystemExit("matrix-nio lost rooms")
        return client

    print(best(take_in), best(lambda: orjson.loads(text)))


main(sys.argv[1], sys.argv[2])
