"""`python -m herald_interop.foreign_services`: every OpenDID service on one loopback address, until it is stopped."""

from __future__ import annotations

import argparse
import signal
import sys
from types import FrameType

from .habits import Habits
from .lies import LIES
from .services import start

TEXTS = "habits:\n" + Habits.described() + "\n\nlies:\n" + "\n".join(f"  {name:22} {lie.says}" for name, lie in LIES.items())


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m herald_interop.foreign_services", description=__doc__, epilog=TEXTS,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--habits", default="all", help="all (default), none, or names with commas between")
    parser.add_argument("--lie", choices=sorted(LIES), metavar="NAME", help="one of the lies below; none without it")
    return parser.parse_args()


def leave(sign: int, _: FrameType | None) -> None:
    raise SystemExit(0 if sign == signal.SIGTERM else 128 + sign)


def main() -> int:
    options = arguments()
    try:
        habits = Habits.named(options.habits)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    server, base = start(options.host, options.port, habits, LIES.get(options.lie))
    print(f"listening on {base}", flush=True)
    try:
        server.serve_forever(poll_interval=0.1)
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
