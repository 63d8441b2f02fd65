import Foundation
import GRDB
import HeraldJSON
import HeraldKeys
import Testing
@testable import SDNNode

@Suite("Wallets that other users link to their DIDs (SDN sheet 1.1 and 1.8)")
struct WalletConsentTests {
    private let node: TestNode
    private let attacker: TestWallet
    private let victim: TestWallet

    init() throws {
        node = try TestNode()
        attacker = try TestWallet(201)
        victim = try TestWallet(202)
    }

    private func message(_ wallet: TestWallet, from user: RoomUser) async throws -> TestNode.Answer {
        try await node.send("POST", "/_api/client/sendmessbywallet/" + wallet.text, token: user.token, [:])
    }

    @Test("attack 1: a link to a wallet without the wallet's signature has no effect until that wallet signs")
    func unproven() async throws {
        let thief = try await node.user(of: attacker), ann = try await RoomUser(node, 1)
        #expect(try await node.link(victim, to: attacker.did, by: attacker).status == 200)
        #expect(try await node.dids(of: victim) == [])
        #expect(try await message(victim, from: ann).errcode == "M_NOT_FOUND")
        let found = try await ann.ok("POST", ["account", "3pid", "did"], ["users": [.string(thief.userID)]])
        #expect(found.at(thief.userID, "addresses") == [.string(attacker.text)])
        // Stock clients find it in the document, where it signs nothing in.
        let document = try await node.send("GET", TestNode.prefix + "did/" + attacker.did).body
        #expect(document.list("verificationMethod").count == 2)
        #expect(document.list("authentication") == [.string(attacker.did + "#controller-1")])
        #expect(
            try await node.send("GET", TestNode.prefix + "did/\(attacker.did)/detail").body.list("controllers").count
                == 2)
        // A login by address is the victim's own.
        #expect(try await node.user(of: victim).userID == victim.userID)
        #expect(try await node.dids(of: victim) == [victim.did])
        let room = try #require(try await message(victim, from: ann).body.text("room_id"))
        #expect(try await ann.ok("GET", ["find_dm_room", victim.userID]) == ["dm_rooms": [.string(room)]])
    }

    @Test(
        "attack 1: a linked wallet confirms its link with signature2, or with a login that names the DID",
        arguments: [true, false])
    func proven(agreed: Bool) async throws {
        let owner = attacker, other = victim
        _ = try await node.user(of: owner)
        try await node.link(other, to: owner.did, by: owner, agreed: agreed)
        if !agreed { #expect(try await node.user(of: other, did: owner.did).userID == owner.userID) }
        #expect(try await node.dids(of: other) == [owner.did])
        #expect(try await node.user(of: other).userID == owner.userID)
        #expect(try await node.send("GET", TestNode.prefix + "did/" + owner.did).body.list("authentication").count == 2)
        #expect(
            try await node.change(["operation": "link_key", "ids": ["key"]], of: owner.did, signedBy: other).status
                == 200)
    }

    @Test("attack 1: a link without a signature can be repeated only with the signature")
    func again() async throws {
        _ = try await node.user(of: attacker)
        try await node.link(victim, to: attacker.did, by: attacker)
        #expect(try await node.link(victim, to: attacker.did, by: attacker).errcode == "M_INVALID_PARAM")
        #expect(try await node.link(victim, to: attacker.did, by: attacker, agreed: true).status == 200)
        #expect(try await node.dids(of: victim) == [attacker.did])
        #expect(
            try await node.send("GET", TestNode.prefix + "did/\(attacker.did)/detail").body.list("controllers").count
                == 2)
        #expect(try await node.link(victim, to: attacker.did, by: attacker, agreed: true).errcode == "M_INVALID_PARAM")
    }

    @Test("attack 1: a wallet that has not confirmed its link can sign no change")
    func vouching() async throws {
        let thief = try await node.user(of: attacker, deviceID: "PHONE")
        try await node.link(victim, to: attacker.did, by: attacker)
        #expect(try await node.link(TestWallet(203), to: attacker.did, by: victim).errcode == "M_FORBIDDEN")
        #expect(
            try await node.change(["operation": "burn"], of: attacker.did, signedBy: victim).errcode == "M_FORBIDDEN")
        let demand = try Demand(await thief.delete(["PHONE"]))
        #expect(try await thief.delete(["PHONE"], auth: demand.proof(victim)).status == 401)
        #expect(try await thief.delete(["PHONE"], auth: demand.proof(attacker)).status == 200)
    }

    @Test("attack 1: a wallet's first DID is the one that it created or logged in to last")
    func order() async throws {
        _ = try await node.user(of: attacker)
        _ = try await node.user(of: victim)
        try await node.link(victim, to: attacker.did, by: attacker, agreed: true)
        #expect(try await node.dids(of: victim) == [victim.did, attacker.did])
        node.clock.set(by: .seconds(-3_600))
        #expect(try await node.user(of: victim, did: attacker.did).userID == attacker.userID)
        #expect(try await node.dids(of: victim) == [attacker.did, victim.did])
        #expect(try await node.user(of: victim).userID == attacker.userID)
        #expect(try await node.user(of: victim, did: victim.did).userID == victim.userID)
        #expect(try await node.dids(of: victim) == [victim.did, attacker.did])
        #expect(try await node.change(["operation": "burn"], of: victim.did, signedBy: victim).status == 200)
        #expect(try await node.dids(of: victim) == [attacker.did])
    }

    @Test("attack 1: unlinking a wallet ends its confirmation, and the last confirmed wallet cannot be unlinked")
    func unlinked() async throws {
        let other = victim,
            unlink: JSONObject = ["operation": "unlink", "ids": [.string(attacker.did + "#controller-2")]]
        _ = try await node.user(of: attacker)
        try await node.link(other, to: attacker.did, by: attacker)
        let own: JSONObject = ["operation": "unlink", "ids": [.string(attacker.did + "#controller-1")]]
        #expect(try await node.change(own, of: attacker.did, signedBy: attacker).errcode == "M_FORBIDDEN")
        _ = try await node.user(of: other, did: attacker.did)
        #expect(try await node.change(unlink, of: attacker.did, signedBy: attacker).status == 200)
        #expect(try await node.dids(of: other) == [])
        #expect(try await node.link(other, to: attacker.did, by: attacker).status == 200)
        #expect(try await node.dids(of: other) == [])
        #expect(try await node.user(of: other).userID == other.userID)
    }

    @Test("attack 1: DIDs that list a wallet without its signature do not slow a look-up of the wallet")
    func plan() async throws {
        let plan = try await node.assembly.services.database.read { db in
            try Row.fetchAll(
                db,
                sql:
                    "EXPLAIN QUERY PLAN SELECT did FROM did_address a WHERE a.address = 'x' AND a.is_proven = 1 ORDER BY a.last_use DESC"
            ).map { $0["detail"] as String }
        }
        #expect(plan.contains { $0.contains("did_address_proven") })
    }
}
