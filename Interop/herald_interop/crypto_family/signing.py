"""Cross-signing with mautrix: the keys, the signatures over devices and users, and the proof that new keys need."""

from __future__ import annotations

import asyncio
from typing import Any

from mautrix.crypto.cross_signing_key import CrossSigningSeeds
from mautrix.crypto.signature import sign_olm
from mautrix.errors import MatrixRequestError
from mautrix.types import CrossSigner, TrustState

from ..checks import Refuted, expect, expect_equal
from ..eth_family.login import ClientAPI
from ..gateway_family import confirming
from .world import MautrixPerson, World, password_of, until


async def run(world: World) -> None:
    check, carol, alice = world.check, world.carol, world.alice

    async def keys(of: MautrixPerson, reader: Any) -> dict[str, Any]:
        return await reader.plain.do("POST", "keys/query", {"device_keys": {of.id: []}})

    with check("mautrix publishes its first cross-signing keys without a proof, and signs its device"):
        world.recovery_key = await carol.crypto.generate_recovery_key()
        public = carol.crypto._cross_signing_public_keys
        own = await keys(carol, carol)
        for role, key in (("master", public.master_key), ("self_signing", public.self_signing_key), ("user_signing", public.user_signing_key)):
            expect_equal(own[f"{role}_keys"][carol.id]["keys"], {f"ed25519:{key}": key}, f"the {role} key")
        signatures = own["device_keys"][carol.id]["CAROL1"]["signatures"][carol.id]
        expect({"ed25519:CAROL1", f"ed25519:{public.self_signing_key}"} <= set(signatures), f"the signatures are by {sorted(signatures)}")
    with check("others see the master and the self-signing key, and not the user-signing key"):
        seen = await keys(carol, alice)
        expect(carol.id in seen["master_keys"] and carol.id in seen["self_signing_keys"], "a key is missing")
        expect(carol.id not in seen.get("user_signing_keys", {}), "the user-signing key is visible")
    with check("another user of mautrix trusts the device for the signature of its owner"):
        await world.register("dora")
        dora = world.dora = await world.mautrix("dora", "DORA1")
        device = await dora.crypto.get_or_fetch_device(carol.id, "CAROL1")
        expect_equal(await dora.crypto.resolve_trust(device), TrustState.CROSS_SIGNED_TOFU, "the trust")
    with check("a second device takes the keys from the node's storage of secrets, and signs itself"):
        second = world.carols_second = await world.mautrix("carol", "CAROL2")
        await second.crypto.verify_with_recovery_key(world.recovery_key)
        device = await dora.crypto.get_or_fetch_device(carol.id, "CAROL2")
        expect_equal(await dora.crypto.resolve_trust(device), TrustState.CROSS_SIGNED_TOFU, "the trust")
    with check("a user signs another user's master key, and only the signer sees the signature"):
        await dora.crypto.generate_recovery_key()
        made = await dora.plain.do("POST", "createRoom", {"preset": "private_chat", "invite": [carol.id]})
        await carol.plain.do("POST", f"join/{made['room_id']}")
        answer = await keys(carol, dora)
        master = answer["master_keys"][carol.id]
        signer = dora.crypto._cross_signing_private_keys.user_signing_key
        bare = {name: value for name, value in master.items() if name not in ("signatures", "unsigned")}
        name = f"ed25519:{signer.public_key}"
        signed = bare | {"signatures": {dora.id: {name: sign_olm(bare, signer)}}}
        public_key = next(iter(master["keys"].values()))
        stored = await dora.plain.do("POST", "keys/signatures/upload", {carol.id: {public_key: signed}})
        expect_equal(stored.get("failures", {}), {}, "the failures")
        expect(name in (await keys(carol, dora))["master_keys"][carol.id]["signatures"].get(dora.id, {}), "the signer does not see it")
        for reader in (carol, alice):
            expect(dora.id not in (await keys(carol, reader))["master_keys"][carol.id].get("signatures", {}), "another user sees it")
        await dora.crypto._fetch_keys([carol.id], include_untracked=True)
        verified = await dora.crypto.crypto_store.is_key_signed_by(CrossSigner(carol.id, public_key), CrossSigner(dora.id, signer.public_key))
        expect(verified, "mautrix does not verify the signature that the node returns")
    with check("new keys in place of others need the password, and others learn of them"):
        since = alice.client.next_batch
        new = CrossSigningSeeds.generate().to_keys()
        before = (await keys(carol, alice))["master_keys"]
        try:
            await carol.crypto._publish_cross_signing_keys(new)
        except MatrixRequestError as error:
            expect_equal(error.http_status, 401, "the status")
        else:
            raise Refuted("the keys were replaced without a proof")
        expect_equal((await keys(carol, alice))["master_keys"], before, "the keys before the proof")
        identifier = {"type": "m.id.user", "user": carol.id}
        await carol.crypto._publish_cross_signing_keys(
            new, auth={"type": "m.login.password", "identifier": identifier, "password": password_of("carol")})
        after = (await keys(carol, alice))["master_keys"][carol.id]["keys"]
        expect_equal(list(after.values()), [new.public_keys.master_key], "the key afterwards")
        told = await alice.plain.do("GET", f"sync?since={since}&timeout=0")
        expect(carol.id in told["device_lists"]["changed"], "the change is not announced")
    with check("a signature by the old key is no longer there"):
        seen = await keys(carol, dora)
        expect(dora.id not in seen["master_keys"][carol.id].get("signatures", {}), "it is there")
    # The same checks hold for our gateway in front of Synapse.
    await asyncio.to_thread(confirming.keys, ClientAPI(world.base), world.checks)
    with check("the conversation goes on with new keys"):
        await carol.say("still here", world.room)
        await until(lambda: "still here" in alice.texts, alice)
