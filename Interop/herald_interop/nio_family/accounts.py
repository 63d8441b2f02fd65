"""Registration, login, whoami, logout."""

from __future__ import annotations

import re

from nio import LoginInfoResponse, LoginResponse, LogoutResponse, WhoamiResponse

from ..checks import expect, expect_equal
from ..plainhttp import call
from .world import Person, World, good, refused


async def run(world: World) -> None:
    check = world.check

    with check("login_info offers the password flow"):
        flows = good(await world.make_client("nobody").login_info(), LoginInfoResponse).flows
        expect("m.login.password" in flows, f"the flows are {flows}")

    for name in ("alice", "bob", "carol"):
        with check(f"register makes {name}"):
            person = Person(world, name)
            answer = await person.register()
            expect(re.fullmatch(rf"@{name}:.+", answer.user_id), f"the user id is {answer.user_id}")
            expect(answer.device_id and answer.access_token, "device id or token is empty")
            setattr(world, name, person)

    with check("register refuses a name that is taken"):
        answer = await world.make_client("alice").register("alice", "another password")
        refused(answer, 400, "M_USER_IN_USE")

    with check("login with the password gives a second device"):
        second = world.make_client("alice")
        answer = good(await second.login(world.alice.password, device_name="alice's tablet"), LoginResponse)
        expect_equal(answer.user_id, world.alice.id, "user id")
        expect(answer.device_id != world.alice.client.device_id, "both logins have one device id")
        expect(answer.access_token != world.alice.client.access_token, "both logins have one token")
        world.tablet = second

    with check("login with the full user id works as well"):
        client = world.make_client(world.alice.id)
        good(await client.login(world.alice.password), LoginResponse)
        good(await client.logout(), LogoutResponse)

    with check("login again with a known device id keeps the device"):
        client = world.make_client("bob")
        client.device_id = "BOBSLAPTOP"
        first = good(await client.login(world.bob.password), LoginResponse)
        again = good(await client.login(world.bob.password), LoginResponse)
        expect_equal((first.device_id, again.device_id), ("BOBSLAPTOP", "BOBSLAPTOP"), "device ids")

    with check("login refuses a wrong password"):
        refused(await world.make_client("alice").login("not the password"), 403, "M_FORBIDDEN")

    with check("login refuses an unknown user"):
        refused(await world.make_client("nobody").login("whatever it is"), 403, "M_FORBIDDEN")

    with check("whoami names the user and the device"):
        answer = good(await world.tablet.whoami(), WhoamiResponse)
        expect_equal((answer.user_id, answer.device_id), (world.alice.id, world.tablet.device_id), "user and device")

    with check("whoami refuses an unknown token"):
        client = world.make_client("alice")
        client.restore_login(world.alice.id, "NONE", "not-a-token")
        refused(await client.whoami(), 401, "M_UNKNOWN_TOKEN")

    with check("whoami refuses a request without a token"):
        call(world.base, "GET", "/_matrix/client/v3/account/whoami").refused("whoami", (401, "M_MISSING_TOKEN"))

    with check("logout ends one device and leaves the other"):
        client = world.make_client("carol")
        token = good(await client.login(world.carol.password), LoginResponse).access_token
        good(await client.logout(), LogoutResponse)
        client.restore_login(world.carol.id, "NONE", token)
        refused(await client.whoami(), 401, "M_UNKNOWN_TOKEN")
        good(await world.carol.client.whoami(), WhoamiResponse)
