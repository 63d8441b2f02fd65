import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Sessions of a wallet that is unlinked (SDN sheet 1.8)")
struct UnlinkedSessionTests {
    private let node: TestNode
    private let owner: TestWallet
    private let other: TestWallet

    init() throws {
        node = try TestNode()
        owner = try TestWallet(211)
        other = try TestWallet(212)
    }

    private func unlinkOther() async throws {
        let unlink: JSONObject = ["operation": "unlink", "ids": [.string(owner.did + "#controller-2")]]
        #expect(try await node.change(unlink, of: owner.did, signedBy: owner).status == 200)
    }

    private func whoami(_ user: RoomUser) async throws -> TestNode.Answer {
        try await user.call("GET", ["account", "whoami"])
    }

    @Test(
        "attack 16: unlinking a wallet ends the sessions that it opened and their tokens, and keeps those of other wallets"
    )
    func ended() async throws {
        let own = try await node.user(of: owner)
        try await node.link(other, to: owner.did, by: owner, agreed: true)
        let one = try await node.user(of: other), two = try await node.user(of: other)
        let taken = try await node.user(of: owner, deviceID: "SHARED")
        #expect(one.userID == own.userID)
        let openID = try await one.ok("POST", ["user", one.userID, "openid", "request_token"], [:])
        try await unlinkOther()
        for session in [one, two] { #expect(try await whoami(session).errcode == "M_UNKNOWN_TOKEN") }
        for session in [own, taken] { #expect(try await whoami(session).status == 200) }
        let path = "/_matrix/federation/v1/openid/userinfo?access_token=" + (openID.text("access_token") ?? "")
        #expect(try await node.send("GET", path).errcode == "M_UNKNOWN_TOKEN")
        #expect(try await own.deviceIDs().count == 2)
    }

    @Test("attack 16: a session whose wallet is unknown ends too, as a soft logout that keeps its device")
    func unknown() async throws {
        let own = try await node.user(of: owner, deviceID: "OLD")
        try await node.link(other, to: owner.did, by: owner, agreed: true)
        try await node.assembly.services.database.write { db in try db.execute(sql: "UPDATE device SET wallet = NULL") }
        let later = try await node.user(of: owner)
        try await unlinkOther()
        let refused = try await whoami(own)
        #expect(refused.errcode == "M_UNKNOWN_TOKEN")
        #expect(refused.body["soft_logout"] == true)
        #expect(try await whoami(later).status == 200)
        #expect(try await later.deviceIDs().contains("OLD"))
        #expect(try await whoami(node.user(of: owner, deviceID: "OLD")).status == 200)
    }
}
