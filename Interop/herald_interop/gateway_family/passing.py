"""What the gateway answers itself, what it passes on, and what it never passes on (SDN sheet 8.4)."""

from __future__ import annotations

import sys
from http.client import HTTPConnection
from urllib.parse import urlsplit

from ..checks import Checks, expect, expect_equal
from ..eth_family.login import ClientAPI
from ..plainhttp import answers, call, segment
from ..synapse_server import SynapseServer
from .members import ROOT, SDN, Member

# Synapse answers this path without a token.
ADMIN = "/_synapse/admin/v1/server_version"


def run(api: ClientAPI, synapse: SynapseServer, has_open_media: bool, checks: Checks) -> None:
    passed_on(api, has_open_media, checks)
    answered(api, checks)
    rooms(api, checks)
    addresses(api, synapse, checks)
    refused(api, synapse, checks)


def passed_on(api: ClientAPI, has_open_media: bool, checks: Checks) -> None:
    ann, bob = Member(api), Member(api)

    with checks.check("two wallets talk, one under each root of paths"):
        room = segment(ann.do("POST", "createRoom", {"preset": "private_chat", "invite": [bob.user_id]}, SDN)["room_id"])
        bob.do("POST", f"rooms/{room}/join", {})
        first, second = ann.say(room, "from the one root", SDN), bob.say(room, "from the other")
        for member, root in ((ann, ROOT), (bob, SDN)):
            chunk = member.do("GET", f"rooms/{room}/messages?dir=b&limit=2", root=root)["chunk"]
            expect_equal([e["event_id"] for e in chunk], [second, first], "messages")
        synced = ann.ask("GET", "sync", query={"timeout": "0"}, root=SDN).ok("sync")
        expect(len(synced["rooms"]["join"]) == 1, "the room is missing in sync")

    without = "for clients without a token too, as Synapse's setting says" if has_open_media else "for users only"
    with checks.check(f"an upload under the old path comes back the same, {without}"):
        data = bytes(range(256)) * 1_000
        uploaded = call(api.base, "POST", "/_api/media/r0/upload?filename=a.bin", raw=data, token=ann.token).ok("upload")
        path = "/_api/media/r0/download/" + uploaded["content_uri"].removeprefix("mxc://")
        expect_equal(read(api.base, path, bob.token), (200, data), "download")
        if has_open_media:
            expect_equal(read(api.base, path, None), (200, data), "download without a token")
        else:
            expect_equal(read(api.base, path, None)[0], 404, "status of a download without a token")

    with checks.check("a logout ends the session at once, at Synapse and in the gateway"):
        phone = bob.another_device()
        phone.do("GET", f"contacts_list/{segment(phone.user_id)}", root=SDN)
        phone.do("POST", "logout", {})
        phone.ask("GET", "account/whoami").refused("whoami", (401, "M_UNKNOWN_TOKEN"))
        phone.ask("GET", f"contacts_list/{segment(phone.user_id)}", root=SDN).refused("contacts", (401, "M_UNKNOWN_TOKEN"))


def answered(api: ClientAPI, checks: Checks) -> None:
    ann, bob = Member(api), Member(api)

    with checks.check("the documents of discovery name the gateway"):
        for path in ("/.well-known/matrix/client", "/.well-known/sdn/client"):
            found = call(api.base, "GET", path).ok(path)
            servers = [member.get("base_url", "").rstrip("/") for member in found.values() if isinstance(member, dict)]
            expect(api.base in servers, f"{path} names {servers}")

    with checks.check("contacts are stored, for their owner only"):
        path = f"contact/{segment(ann.user_id)}"
        ann.do("PUT", path, {"contact_id": bob.user_id, "is_room": 0, "tags": ["work"]}, SDN)
        listed = ann.do("GET", f"contacts_list/{segment(ann.user_id)}", root=SDN)["people"]
        expect_equal([(c["contact_id"], c["tags"]) for c in listed], [(bob.user_id, ["work"])], "contacts")
        bob.ask("GET", f"contacts_list/{segment(ann.user_id)}", root=SDN).refused("another's contacts", (403, "M_FORBIDDEN"))
        # A DELETE with a body.
        ann.do("DELETE", path, {"contact_id": bob.user_id, "is_room": 0}, SDN)
        expect_equal(ann.do("GET", f"contacts_list/{segment(ann.user_id)}", root=SDN)["people"], [], "contacts afterwards")

    with checks.check("a signature of the profile is stored, and the profile names the wallet"):
        ann.do("PUT", f"profile/{segment(ann.user_id)}/signature", {"signature": "at sea"}, SDN)
        expect_equal(bob.do("GET", f"profile/{segment(ann.user_id)}/signature", root=SDN)["signature"], "at sea", "signature")
        profile = bob.do("GET", f"profile/{segment(ann.user_id)}", root=SDN)
        expect_equal(str(profile.get("wallet_address", "")).lower(), ann.wallet.lower, "wallet_address")

    with checks.check("a token that Synapse does not know gets nothing from the gateway either"):
        answer = call(api.base, "GET", f"{SDN}/contacts_list/{segment(ann.user_id)}", token="made-up")
        answer.refused("contacts", (401, "M_UNKNOWN_TOKEN"))
        call(api.base, "GET", f"{SDN}/contacts_list/{segment(ann.user_id)}").refused("contacts", (401, "M_MISSING_TOKEN"))


def rooms(api: ClientAPI, checks: Checks) -> None:
    """The requests about rooms that Synapse does not know."""
    ann, bob, carl = Member(api), Member(api), Member(api)

    with checks.check("a wallet's address finds or makes the direct room, once"):
        path = f"sendmessbywallet/{bob.wallet.checksummed}"
        made = [ann.do("POST", path, {}, "/_api/client")["room_id"] for _ in range(2)]
        expect_equal(made[0], made[1], "rooms")
        expect_equal(ann.do("GET", f"find_dm_room/{segment(bob.user_id)}", root=SDN)["dm_rooms"], made[:1], "direct rooms")
        bob.do("POST", f"rooms/{segment(made[0])}/join", {})
        unknown = "0x" + "1" * 40
        ann.ask("POST", f"sendmessbywallet/{unknown}", {}, "/_api/client").refused("an unknown wallet", (404, "M_NOT_FOUND"))

    with checks.check("an invitation is revoked, and a room dissolved, by who may do so only"):
        room = segment(ann.do("POST", "createRoom", {"invite": [bob.user_id, carl.user_id]})["room_id"])
        bob.do("POST", f"rooms/{room}/join", {})
        body = {"user_id": carl.user_id, "reason": "a mistake"}
        bob.ask("POST", f"rooms/{room}/revoke", body, SDN).refused("revoke without the power", (403, "M_FORBIDDEN"))
        ann.do("POST", f"rooms/{room}/revoke", body, SDN)
        carl.ask("POST", f"rooms/{room}/join", {}).refused("join afterwards", (403, "M_FORBIDDEN"))
        bob.ask("POST", f"rooms/{room}/dissolve", {}, SDN).refused("dissolve without the power", (403, "M_FORBIDDEN"))
        ann.do("POST", f"rooms/{room}/dissolve", {}, SDN)
        for member in (ann, bob):
            rooms = [segment(name) for name in member.do("GET", "joined_rooms")["joined_rooms"]]
            expect(room not in rooms, "the room is not dissolved")

    with checks.check("the DIDs of many users are looked up at once"):
        found = ann.do("POST", "account/3pid/did", {"users": [bob.user_id, carl.user_id, "@nobody:elsewhere"]}, SDN)
        expect_equal({user: facts["did"] for user, facts in found.items()}, {m.user_id: m.wallet.did for m in (bob, carl)}, "DIDs")


def addresses(api: ClientAPI, synapse: SynapseServer, checks: Checks) -> None:
    if not sys.platform.startswith("linux"):
        # Other systems have no second address of loopback.
        return
    with checks.check("Synapse sees the client's address, and not one that the client made up"):
        member = Member(api)
        for forged in (None, "10.9.8.7"):
            status, _ = read(api.base, f"{ROOT}/account/whoami", member.token, source="127.0.0.2", forwarded=forged)
            expect_equal(status, 200, "whoami")
        seen = call(synapse.base, "GET", f"{ROOT}/admin/whois/{segment(member.user_id)}", token=member.token).ok("whois")
        known = {c["ip"] for d in seen["devices"].values() for s in d["sessions"] for c in s["connections"]}
        expect("127.0.0.2" in known and "10.9.8.7" not in known, f"Synapse saw {sorted(known)}")


def refused(api: ClientAPI, synapse: SynapseServer, checks: Checks) -> None:
    with checks.check("no spelling of a path reaches Synapse's administration"):
        expect_equal(call(synapse.base, "GET", ADMIN).status, 200, "Synapse itself")
        for path in (
            ADMIN, "/" + ADMIN, f"/_matrix/..{ADMIN}", f"/_api/..{ADMIN}", f"/_matrix/%2e%2e{ADMIN}", f"/_matrix/client/../..{ADMIN}",
            f"/_matrix/..%2f{ADMIN[1:]}", ADMIN.replace("_synapse", "%5fsynapse"), ADMIN.replace("/", "//"), f"/_matrix\\..{ADMIN}",
            "/_synapse/client/password_reset/email/submit_token",
        ):
            answer = call(api.base, "GET", path)
            expect(answer.status in (400, 403, 404), f"{path}: {answer.summary}")
            expect("server_version" not in answer.text, f"{path} reaches the administration")

    with checks.check("the gateway passes nothing on to other servers"):
        for target in (f"{synapse.base}{ADMIN}", "http://example.org/_matrix/client/versions"):
            connection = HTTPConnection(*address(api.base), timeout=30)
            try:
                # The absolute form, as clients send it to a proxy.
                connection.request("GET", target)
                response = connection.getresponse()
                text = response.read().decode("utf-8", "replace")
                expect("server_version" not in text, "a proxy's form of a request reaches the administration")
                expect(response.status != 200 or "versions" in text, f"{target}: {response.status}")
            finally:
                connection.close()


def outage(api: ClientAPI, synapse: SynapseServer, checks: Checks) -> None:
    """Stops Synapse and starts it again. The gateway runs on."""
    member = Member(api)
    synapse.stop()
    with checks.check("while Synapse is down, its requests get an error of Matrix, and the gateway's own are answered"):
        answer = member.ask("GET", "account/whoami")
        expect(answer.status in (502, 503, 504) and str(answer.errcode).startswith("M_"), f"whoami: {answer.summary}")
        expect_equal(api.dids(member.wallet.lower), [member.wallet.did], "DIDs")
        challenge = api.challenge(address=member.wallet.lower)
        expect(challenge.message, "no challenge")
    synapse.start_again()
    with checks.check("when Synapse is back, everything goes on by itself"):
        expect(answers(api.base), "the gateway does not pass requests on")
        member.ask("GET", "account/whoami").ok("the old session")
        member.another_device().ask("GET", "account/whoami").ok("a new session")


def address(base: str) -> tuple[str, int]:
    parts = urlsplit(base)
    return parts.hostname or "127.0.0.1", parts.port or 80


def read(base: str, path: str, token: str | None, source: str | None = None, forwarded: str | None = None) -> tuple[int, bytes]:
    """Status and bytes of an answer."""
    connection = HTTPConnection(*address(base), timeout=30, source_address=(source, 0) if source else None)
    try:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if forwarded:
            headers["X-Forwarded-For"] = forwarded
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()
