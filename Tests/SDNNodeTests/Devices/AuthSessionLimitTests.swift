import HeraldJSON
import SDNIdentity
import Testing
@testable import SDNNode

@Suite("Limits of unfinished authentication sessions (SDN sheet 7.7)")
struct AuthSessionLimitTests {
    @Test("attack 32: requests to remove devices with long names leave no long text in memory")
    func names() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let refused = try await ann.delete([String(repeating: "d", count: 256)])
        #expect((refused.status, refused.errcode) == (400, "M_INVALID_PARAM"))
        let ids = (0..<1_000).map { String($0) + String(repeating: "\u{1}", count: 100) }
        let demand = try Demand(await ann.delete(ids))
        #expect(demand.message.utf8.count < 4_096, "\(demand.message.utf8.count) bytes for each session")
        #expect(demand.message.contains(" and 997 more"))
    }

    @Test("a signed proof is valid only for its list of devices")
    func lists() async throws {
        let wallet = try TestWallet(1)
        let ann = try await RoomUser(try TestNode(), 1, deviceID: "A")
        for name in ["B", "C"] { _ = try await RoomUser(ann.node, 1, deviceID: name) }
        let demand = try Demand(await ann.delete(["B"]))
        #expect(try await ann.delete(["C"], auth: demand.proof(wallet)).status == 403)
        #expect(try await ann.delete(["B"], auth: demand.proof(wallet)).status == 200)
        #expect(Set(try await ann.deviceIDs()) == ["A", "C"])
    }

    @Test("attack 32: an abandoned authentication is deleted after its lifetime, by the next request")
    func expiry() throws {
        let clock = TestClock()
        let sessions = AuthSessions(lifetime: .seconds(1), clock: clock.monotonic)
        func open(_ number: Int) {
            sessions.open(
                AuthSession(
                    id: "s\(number)", user: "@u\(number):x", operation: InteractiveAuth.Operation(purpose: .deactivate),
                    challenge: nil, stage: "x"))
        }
        for number in 0..<500 { open(number) }
        #expect(sessions.count == 500)
        clock.advance(by: .seconds(1))
        open(500)
        #expect(sessions.count == 1)
    }

    @Test("if there are too many authentications, users with many lose theirs, and a user with one does not")
    func fairness() throws {
        let clock = TestClock()
        let sessions = AuthSessions(lifetime: .seconds(60), capacity: 6, clock: clock.monotonic)
        func open(_ id: String, _ user: String) {
            sessions.open(
                AuthSession(
                    id: id, user: user, operation: InteractiveAuth.Operation(purpose: .deactivate), challenge: nil,
                    stage: "x"))
            clock.advance(by: .milliseconds(1))
        }
        open("own", "@victim:x")
        for number in 0..<40 { open("m\(number)", "@m\(number % 3):x") }
        #expect(sessions.count == 6)
        #expect(sessions.find("own", user: "@victim:x") != nil)
        #expect(sessions.find("m39", user: "@m0:x") != nil && sessions.find("m30", user: "@m0:x") == nil)
    }
}
