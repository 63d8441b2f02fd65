"""Three sessions of our client, two of them on one store, and the evidence for what each claims."""

from __future__ import annotations

from pathlib import Path

from ..checks import Checks, Refuted, expect, expect_equal
from ..recording_proxy import Exchange, RecordingProxy
from .client import ClientRun
from .witness import Company, Witness

USER = "wanderer"
PASSWORD = "the road goes ever on"
GREETING = "Hello from the witness"
WHILE_AWAY = [f"While you were away {n}" for n in range(1, 4)]


def run(program: str, base: str, folder: Path, checks: Checks) -> None:
    """Runs the family against the Synapse at `base`; the client reaches it through a recorder."""
    proxy = RecordingProxy(base)
    store = folder / "store"
    store.mkdir(parents=True)
    try:
        witness = Witness.register(base, "witness")
        company = Company(witness, GREETING)

        # The server gets the first message but the client never hears so: it has to try again without doubling it.
        proxy.lose_one_answer(is_send)
        first = ClientRun(checks, "first")
        first.go(program, proxy.base, store, USER, PASSWORD, witness.user_id, folder)
        after_first_session(base, checks, first, proxy.take(), witness, company)

        with checks.check("the witness speaks while no session of the client runs"):
            first_away = [witness.say(first.fact("room"), text) for text in WHILE_AWAY]
            expect_equal(len(set(first_away)), len(WHILE_AWAY), "events")

        # This time the server never gets the message: nothing but sending it again can help.
        proxy.lose_one_request(is_send)
        second = ClientRun(checks, "second")
        second.go(program, proxy.base, store, USER, PASSWORD, witness.user_id, folder)
        after_second_session(checks, first, second, proxy.take(), witness)

        elsewhere = folder / "fresh-store"
        elsewhere.mkdir()
        fresh = ClientRun(checks, "fresh")
        fresh.go(program, proxy.base, elsewhere, USER, PASSWORD, witness.user_id, folder)
        same_history(checks, "fresh", first, fresh, witness)
        with checks.check("evidence: the fresh session asked the server for older pages"):
            pages = [e for e in proxy.take() if e.path.endswith("/messages")]
            expect(len(pages) >= 2, f"{len(pages)} pages")
    finally:
        proxy.stop()


def is_send(method: str, path: str) -> bool:
    return method == "PUT" and "/send/m.room.message/" in path


def recovers(checks: Checks, what: str, sends: list[Exchange]) -> None:
    """A broken line is noticed when it breaks, not when the client loses patience a minute later."""
    with checks.check(f"evidence: the client goes on within ten seconds of a lost {what}"):
        lost = next((n for n, e in enumerate(sends) if e.lost), None)
        if lost is None or lost + 1 >= len(sends):
            raise Refuted("nothing was sent after the loss")
        took = sends[lost + 1].at - sends[lost].at
        expect(took < 10, f"it took {took:.1f} s")


def after_first_session(
    base: str, checks: Checks, client: ClientRun, traffic: list[Exchange], witness: Witness, company: Company,
) -> None:
    with checks.check("evidence: the witness was invited, joined and spoke"):
        company.done()

    with checks.check("evidence: Synapse knows the registered user and password"):
        owner = Witness.log_in(base, USER, PASSWORD)
        expect_equal(owner.user_id, client.fact("user"), "user id")

    with checks.check("evidence: the room exists as the client made it"):
        state = witness.state(client.fact("room"))
        expect_equal(state["m.room.name", ""].get("name"), "Interop", "name")
        expect_equal(state["m.room.topic", ""].get("topic"), "Two programs meet", "topic")
        expect_equal(state["m.room.power_levels", ""]["users"].get(client.fact("user")), 100, "the client's power")
        members = {key: content["membership"] for (kind, key), content in state.items() if kind == "m.room.member"}
        expect_equal(members, {client.fact("user"): "join", witness.user_id: "join"}, "members")

    with checks.check("evidence: every message stands there once, in the order of sending"):
        history = witness.history(client.fact("room"))
        mine = [e["event_id"] for e in history if e["type"] == "m.room.message" and e["sender"] == client.fact("user")]
        expect_equal(mine, client.fact("messages"), "the client's messages")

    same_history(checks, "first", client, client, witness)

    sends = [e for e in traffic if is_send(e.method, e.path)]
    with checks.check("evidence: the message whose answer was lost keeps its one transaction id"):
        # Sending again under the same id and learning of the message by sync are both right; a second id never is.
        expect_equal(len([e for e in sends if e.lost]), 1, "lost answers")
        expect_equal(len({e.path for e in sends}), len(client.fact("messages")), "transaction ids")

    recovers(checks, "answer", sends)

    with checks.check("evidence: the redacted message is empty and says why"):
        event = witness.event(client.fact("room"), client.fact("redacted"))
        expect_equal(event["content"], {}, "content")
        because = event["unsigned"]["redacted_because"]
        expect_equal((because["sender"], because["content"].get("reason")), (client.fact("user"), "a slip"), "redaction")

    with checks.check("evidence: every request went to /_matrix, and none carried the token in its address"):
        expect(traffic, "nothing crossed the recorder")
        strays = sorted({e.path for e in traffic if not e.path.startswith(("/_matrix/", "/.well-known/matrix/"))})
        expect_equal(strays, [], "requests elsewhere")
        expect(not any("access_token" in e.query for e in traffic), "a token was in a query")

    with checks.check("evidence: nothing the client asked for was refused as malformed"):
        refused = sorted({f"{e.method} {e.path} {e.status}" for e in traffic if e.status in (400, 405) or e.status >= 500})
        expect_equal(refused, [], "refusals")

    with checks.check("evidence: the client waits by long poll instead of asking again and again"):
        polls = [e for e in traffic if e.path.endswith("/sync") and int(e.query.get("timeout", ["0"])[0]) >= 10_000]
        expect(polls, "no sync with a timeout")
        syncs = [e for e in traffic if e.path.endswith("/sync")]
        expect(len(syncs) < 60, f"{len(syncs)} syncs")


def same_history(checks: Checks, name: str, first: ClientRun, client: ClientRun, witness: Witness) -> None:
    """Compares what the client paginated with what the server shows the witness, from the first event both may see."""
    with checks.check(f"evidence: the {name} session's history is the server's, event for event"):
        seen, shown = client.fact("history"), [e["event_id"] for e in witness.history(first.fact("room"))]
        # The first session looked before the last events were made; nothing else may differ.
        expect(len(seen) > 30, f"only {len(seen)} events")
        expect_equal(seen, shown[: len(seen)], "events")


def after_second_session(
    checks: Checks, first: ClientRun, second: ClientRun, traffic: list[Exchange], witness: Witness,
) -> None:
    syncs = [e for e in traffic if e.path.endswith("/sync")]
    with checks.check("evidence: the second session goes on from the stored token"):
        expect(syncs, "no sync")
        expect(syncs[0].query.get("since"), "its first sync starts from nothing")

    with checks.check("evidence: the second session neither registers nor logs in"):
        logins = [e.path for e in traffic if e.path.endswith(("/register", "/login"))]
        expect_equal(logins, [], "requests")

    with checks.check("evidence: the second session's message arrived"):
        event = witness.event(first.fact("room"), second.fact("message"))
        expect_equal((event["sender"], event["content"].get("body")), (first.fact("user"), "Back again"), "message")

    sends = [e for e in traffic if is_send(e.method, e.path)]
    with checks.check("evidence: the message that never arrived was sent again under the same transaction id"):
        expect_equal([(e.lost, e.status) for e in sends], [(True, 0), (False, 200)], "lost and status of the sends")
        expect_equal(len({e.path for e in sends}), 1, "transaction ids")

    recovers(checks, "request", sends)

    same_history(checks, "second", first, second, witness)

    with checks.check("evidence: nothing was sent twice"):
        history = witness.history(first.fact("room"))
        texts = [e["content"]["body"] for e in history if e["type"] == "m.room.message" and "body" in e["content"]]
        expect_equal(len(set(texts)), len(texts), "distinct texts")
