import HeraldJSON
import HeraldKeys
import Testing
@testable import SDNNode

@Suite("Cross-signing keys (Matrix 1.11, 11.11.2)")
struct CrossSigningTests {
    @Test(
        "the first keys need no proof; all users see the master and the self-signing key, and only the owner the third")
    func first() async throws {
        let pair = try await Pair(), (alice, bob) = (pair.alice, pair.bob)
        let keys = try SigningIdentity(bob.userID), since = try await alice.sync().nextBatch
        #expect(try await alice.keys(of: bob).objectValue?.keys == ["device_keys", "failures"])
        let answer = try await bob.uploadSigning(keys.upload())
        #expect(answer.status == 200 && answer.body == [:])
        let (own, seen) = (try await bob.keys(of: bob), try await alice.keys(of: bob))
        for role in SigningRole.allCases {
            #expect(own.at(role.list, bob.userID) == .object(keys.json(role)))
            #expect(
                seen.at(role.list, bob.userID) == (role == .userSigning ? .null : .object(keys.json(role))))
        }
        #expect(try await alice.changedDevices(since: since) == [.string(bob.userID)])
    }

    @Test("an upload without new keys needs no proof and changes nothing")
    func same() async throws {
        let pair = try await Pair(), bob = pair.bob, keys = try SigningIdentity(bob.userID)
        #expect(try await bob.uploadSigning(keys.upload()).status == 200)
        let since = try await pair.alice.sync().nextBatch
        #expect(try await bob.uploadSigning(keys.upload()).status == 200)
        #expect(try await bob.uploadSigning(keys.upload([.master])).status == 200)
        #expect(try await pair.alice.changedDevices(since: since) == [])
    }

    @Test("new keys in place of others need a wallet's signature over a text that names them, once")
    func replacedByWallet() async throws {
        let pair = try await Pair(), bob = pair.bob
        let (first, second, third) = (
            try SigningIdentity(bob.userID), try SigningIdentity(bob.userID), try SigningIdentity(bob.userID)
        )
        #expect(try await bob.uploadSigning(first.upload()).status == 200)
        let demand = try Demand(await bob.uploadSigning(second.upload()))
        #expect(demand.stages == [["m.login.did.identity"]])
        let hash = Hex.encode(HeraldSHA256.hash(second.upload().serialized()))
        #expect(demand.message.contains("keys: SHA-256 \(hash)"))
        let proof = try demand.proof(TestWallet(2))
        #expect(try await bob.uploadSigning(second.upload(auth: demand.proof(TestWallet(3)))).status == 401)
        #expect(try await bob.uploadSigning(third.upload(auth: proof)).status == 403)
        #expect(try await bob.keys(of: bob).at("master_keys", bob.userID) == .object(first.json(.master)))
        #expect(try await bob.uploadSigning(second.upload(auth: proof)).status == 200)
        for role in SigningRole.allCases {
            #expect(try await bob.keys(of: bob).at(role.list, bob.userID) == .object(second.json(role)))
        }
        // The session ended with its use.
        #expect(try await bob.uploadSigning(third.upload(auth: proof)).status == 401)
    }

    @Test("an account with a password confirms new keys with the password")
    func replacedByPassword() async throws {
        let node = try TestNode { $0.enableRegistration = true }
        let answer = try await node.send(
            "POST", "/_matrix/client/v3/register",
            ["username": "dora", "password": "correct horse", "auth": ["type": "m.login.dummy"]])
        let dora = RoomUser(
            node, token: try #require(answer.body.text("access_token")),
            userID: try #require(answer.body.text("user_id")))
        let (first, second) = (try SigningIdentity(dora.userID), try SigningIdentity(dora.userID))
        #expect(try await dora.uploadSigning(first.upload([.master])).status == 200)
        // A key beside the master key is new as well.
        let demand = try Demand(await dora.uploadSigning(first.upload([.userSigning])))
        #expect(demand.stages == [["m.login.password"]])
        func proof(_ password: JSONValue) -> JSONValue {
            ["type": "m.login.password", "user": .string(dora.userID), "password": password]
        }
        #expect(try await dora.uploadSigning(second.upload(auth: proof("wrong"))).status == 401)
        #expect(try await dora.uploadSigning(second.upload(auth: proof("correct horse"))).status == 200)
        #expect(
            try await dora.keys(of: dora).at("master_keys", dora.userID) == .object(second.json(.master)))
    }

    @Test("keys in another form, without a master key or its signature are refused")
    func refused() async throws {
        let pair = try await Pair(), bob = pair.bob, keys = try SigningIdentity(bob.userID)
        func code(_ role: SigningRole, _ change: (inout JSONObject) throws -> Void) async throws -> String? {
            var key = keys.json(role)
            try change(&key)
            var body = JSONObject([role.member: .object(key)])
            if role != .master { body["master_key"] = .object(keys.json(.master)) }
            return try await bob.uploadSigning(.object(body)).errcode
        }
        #expect(try await bob.uploadSigning(keys.upload([.selfSigning])).errcode == "M_MISSING_PARAM")
        #expect(try await bob.uploadSigning([:]).errcode == "M_MISSING_PARAM")
        #expect(try await code(.selfSigning) { $0["signatures"] = nil } == "M_INVALID_SIGNATURE")
        #expect(try await code(.selfSigning) { $0["more"] = "changed" } == "M_INVALID_SIGNATURE")
        #expect(try await code(.master) { $0["user_id"] = .string(pair.alice.userID) } == "M_INVALID_PARAM")
        #expect(try await code(.master) { $0["usage"] = ["self_signing"] } == "M_INVALID_PARAM")
        #expect(try await code(.master) { $0["usage"] = "master" } == "M_BAD_JSON")
        #expect(try await code(.master) { $0["keys"] = ["ed25519:abc": "abc"] } == "M_INVALID_PARAM")
        #expect(try await code(.master) { $0["keys"] = [:] } == "M_INVALID_PARAM")
        #expect(
            try await code(.master) { $0["more"] = .string(String(repeating: "x", count: 17 << 10)) } == "M_TOO_LARGE")
        // A public key must not be the ID of a device.
        _ = try await RoomUser(pair.node, 2, deviceID: keys.id(.master))
        #expect(try await bob.uploadSigning(keys.upload()).errcode == "M_FORBIDDEN")
        #expect(try await bob.keys(of: bob)["master_keys"] == nil)
    }

    @Test(
        "other members under the public key of the stored key are refused, because signatures over the stored key exist"
    )
    func samePublicKey() async throws {
        let pair = try await Pair(), bob = pair.bob, keys = try SigningIdentity(bob.userID)
        #expect(try await bob.uploadSigning(keys.upload()).status == 200)
        var master = keys.json(.master)
        master["more"] = "changed"
        let demand = try Demand(await bob.uploadSigning(["master_key": .object(master)]))
        let refused = try await bob.uploadSigning(
            ["master_key": .object(master), "auth": demand.proof(TestWallet(2))])
        #expect(refused.status == 400 && refused.errcode == "M_INVALID_PARAM")
        #expect(try await bob.keys(of: bob).at("master_keys", bob.userID) == .object(keys.json(.master)))
    }

    @Test("of two first uploads at once, only one needs no proof")
    func race() async throws {
        let pair = try await Pair(), bob = pair.bob
        let bodies = try (0..<8).map { _ in try SigningIdentity(bob.userID).upload() }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for body in bodies { group.addTask { try await bob.uploadSigning(body).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 401 } == 7)
    }

    @Test("a deactivated account has no cross-signing keys")
    func deactivated() async throws {
        let pair = try await Pair(), bob = pair.bob
        #expect(try await bob.uploadSigning(SigningIdentity(bob.userID).upload()).status == 200)
        let proof = try Demand(await bob.call("POST", ["account", "deactivate"], [:])).proof(TestWallet(2))
        try await bob.ok("POST", ["account", "deactivate"], ["auth": proof])
        #expect(try await pair.alice.keys(of: bob)["master_keys"] == nil)
    }
}
