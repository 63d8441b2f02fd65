"""One play on two nodes, compared step by step."""

from __future__ import annotations

from ..checks import Checks, expect, expect_equal
from .gateway import Gateway
from .script import Play

# Synapse adds a highlight tweak of value false, and `default_payload` never; what follows from them is the same.
IDLE_TWEAKS = {"highlight": False}


def run(ours: str, synapse: str, checks: Checks) -> None:
    """Plays on our node at `ours` and on Synapse at `synapse`."""
    gateway = Gateway(rejecting=("rejected",))
    try:
        plays = {}
        for name, base in (("our node", ours), ("Synapse", synapse)):
            with checks.check(f"the play runs to its end on {name}"):
                play = plays[name] = Play(base, gateway)
                play.run()
        ours_seen, theirs_seen = (plays[name].seen if name in plays else {} for name in ("our node", "Synapse"))
        with checks.check("there is something to compare"):
            expect(len(theirs_seen) > 50, f"{len(theirs_seen)} observations on Synapse")
            expect_equal(list(ours_seen), list(theirs_seen), "observations")
        for step, theirs in theirs_seen.items():
            with checks.check(f"as on Synapse: {step}"):
                expect_equal(without_idle_tweaks(ours_seen.get(step)), without_idle_tweaks(theirs), "seen")
    finally:
        gateway.stop()


def without_idle_tweaks(seen: object) -> object:
    """A tweak that says what is so anyway says nothing."""
    if not isinstance(seen, dict) or not isinstance(seen.get("device"), dict):
        return seen
    tweaks = {name: value for name, value in (seen["device"].get("tweaks") or {}).items() if IDLE_TWEAKS.get(name, ...) is not value}
    return seen | {"device": seen["device"] | {"tweaks": tweaks}}
