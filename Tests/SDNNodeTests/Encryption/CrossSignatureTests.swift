import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Signatures of cross-signing keys (Matrix 1.11, 11.11.2)")
struct CrossSignatureTests {
    private func sign(_ object: JSONValue, of owner: RoomUser, _ target: String, by user: RoomUser) async throws
        -> JSONValue
    {
        let body = JSONObject([owner.userID: .object(JSONObject([target: object]))])
        return try await user.ok("POST", ["keys", "signatures", "upload"], .object(body)).at("failures")
    }

    @Test("a device that its owner signs with the self-signing key shows the signature to all, beside its own")
    func device() async throws {
        let pair = try await Pair()
        let bob = try await RoomUser(pair.node, 2, deviceID: "B"), keys = try SigningIdentity(bob.userID)
        try await bob.publish("B")
        #expect(try await bob.uploadSigning(keys.upload()).status == 200)
        // The member is there, also without a display name.
        #expect(try await bob.keys(of: bob).at("device_keys", bob.userID, "B", "unsigned") == [:])
        let since = try await pair.alice.sync().nextBatch
        var signed = try #require(bob.deviceKeys("B").objectValue)
        signed["signatures"] = try keys.signatures(of: signed, by: .selfSigning)
        #expect(try await sign(.object(signed), of: bob, "B", by: bob) == [:])
        for reader in [pair.alice, bob] {
            let shown = try await reader.keys(of: bob).at("device_keys", bob.userID, "B", "signatures", bob.userID)
            #expect(shown.objectValue?.keys == ["ed25519:B", keys.name(.selfSigning)].sorted())
        }
        #expect(try await pair.alice.changedDevices(since: since) == [.string(bob.userID)])
    }

    @Test("a user's signature over another user's master key is for the signer alone, who learns of it in sync")
    func user() async throws {
        let pair = try await Pair(), (alice, bob) = (pair.alice, pair.bob)
        let (mine, theirs) = (try SigningIdentity(alice.userID), try SigningIdentity(bob.userID))
        #expect(try await alice.uploadSigning(mine.upload()).status == 200)
        #expect(try await bob.uploadSigning(theirs.upload()).status == 200)
        let (aliceSince, bobSince) = (try await alice.sync().nextBatch, try await bob.sync().nextBatch)
        var signed = theirs.json(.master)
        signed["signatures"] = try mine.signatures(of: signed, by: .userSigning)
        #expect(try await sign(.object(signed), of: bob, theirs.id(.master), by: alice) == [:])
        let shown = try await alice.keys(of: bob).at("master_keys", bob.userID, "signatures", alice.userID)
        #expect(shown.objectValue?.keys == [mine.name(.userSigning)])
        #expect(try await bob.keys(of: bob).at("master_keys", bob.userID) == .object(theirs.json(.master)))
        #expect(try await alice.changedDevices(since: aliceSince) == [.string(bob.userID)])
        #expect(try await bob.changedDevices(since: bobSince) == [])
        let changes = try await alice.ok("GET", ["keys", "changes"], query: ["from": aliceSince])
        #expect(changes.list("changed") == [.string(bob.userID)])
    }

    @Test("a new user-signing key is news for its owner only")
    func userSigning() async throws {
        let pair = try await Pair(), (alice, bob) = (pair.alice, pair.bob), keys = try SigningIdentity(bob.userID)
        #expect(try await bob.uploadSigning(keys.upload([.master, .selfSigning])).status == 200)
        let (aliceSince, bobSince) = (try await alice.sync().nextBatch, try await bob.sync().nextBatch)
        let demand = try Demand(await bob.uploadSigning(keys.upload([.userSigning])))
        #expect(
            try await bob.uploadSigning(keys.upload([.userSigning], auth: demand.proof(TestWallet(2)))).status == 200)
        #expect(try await bob.changedDevices(since: bobSince) == [.string(bob.userID)])
        #expect(try await alice.changedDevices(since: aliceSince) == [])
    }

    @Test("the signatures of a replaced key are deleted, and so are the keys that only the old master key signed")
    func replaced() async throws {
        let pair = try await Pair(), (alice, node) = (pair.alice, pair.node)
        let bob = try await RoomUser(node, 2, deviceID: "B")
        let (first, second) = (try SigningIdentity(bob.userID), try SigningIdentity(bob.userID))
        try await bob.publish("B")
        #expect(try await bob.uploadSigning(first.upload()).status == 200)
        let alices = try SigningIdentity(alice.userID)
        #expect(try await alice.uploadSigning(alices.upload()).status == 200)
        let signature = try alices.signed(first.json(.master), by: [.userSigning])
        #expect(try await sign(signature, of: bob, first.id(.master), by: alice) == [:])
        let own = try first.signed(#require(bob.deviceKeys("B").objectValue), by: [.selfSigning])
        #expect(try await sign(own, of: bob, "B", by: bob) == [:])
        #expect(try await node.count("key_signature") == 2)
        let demand = try Demand(await bob.uploadSigning(second.upload([.master])))
        #expect(
            try await bob.uploadSigning(second.upload([.master], auth: demand.proof(TestWallet(2)))).status == 200)
        let shown = try await bob.keys(of: bob)
        #expect(shown.at("master_keys", bob.userID) == .object(second.json(.master)))
        #expect(shown["self_signing_keys"] == nil && shown["user_signing_keys"] == nil)
        while try await node.stepFanOut() {}
        #expect(try await node.count("key_signature") == 0)
    }

    @Test("very many signatures of a replaced key are deleted in slices")
    func slices() async throws {
        let pair = try await Pair(), (bob, node) = (pair.bob, pair.node)
        let (first, second) = (try SigningIdentity(bob.userID), try SigningIdentity(bob.userID))
        #expect(try await bob.uploadSigning(first.upload([.master])).status == 200)
        await node.assembly.services.fanOutTasks.stop()
        let (user, key) = (bob.userID, first.id(.master))
        try await node.assembly.services.database.write { db in
            for number in 0..<450 {
                try db.execute(
                    sql: "INSERT INTO key_signature VALUES (?, ?, ?, 'k', 's')", arguments: [user, key, "@\(number):x"])
            }
        }
        let demand = try Demand(await bob.uploadSigning(second.upload([.master])))
        #expect(
            try await bob.uploadSigning(second.upload([.master], auth: demand.proof(TestWallet(2)))).status == 200)
        var last = try await node.count("key_signature")
        #expect((350..<450).contains(last))
        while try await node.stepFanOut() {
            let now = try await node.count("key_signature")
            #expect(last - now <= RemovalSlice.rowsPerWrite)
            last = now
        }
        #expect(last == 0)
    }
}
