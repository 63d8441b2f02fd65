"""Takes the answer to an initial sync in as matrix-nio does, and as orjson alone does.

usage: sync_peers.py FILE USER-ID; for every line that it reads, `nio` or `orjson`, it runs that once and prints the seconds of processor
time that it took.
"""

import gc
import json
import logging
import sys
import time

import nio
import orjson


def cost(work):
    gc.collect()
    before = time.process_time()
    result = work()
    seconds = time.process_time() - before
    del result
    return seconds


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

    works = {"nio": take_in, "orjson": lambda: orjson.loads(text)}
    for line in sys.stdin:
        print(cost(works[line.strip()]), flush=True)


main(sys.argv[1], sys.argv[2])
