import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire
import Synchronization
import TestSupport
import Testing

/// Lets requests go on only when all of them have arrived.
private final class Meeting: Sendable {
    private let missing: Mutex<Int>

    init(of count: Int) { missing = Mutex(count) }

    func arrive() async {
        missing.withLock { $0 -= 1 }
        while missing.withLock({ $0 > 0 }) { await Task.yield() }
    }
}

@Suite("Proofs before an operation that cannot be undone, at several instances (SDN sheet 7.7)")
struct ConfirmationTests {
    private let server = TestServer()
    private let sessions = AuthSessions(lifetime: .seconds(300), clock: { .now })
    private let wallet: TestWallet
    private let user: String
    private let deactivation = InteractiveAuth.Operation(purpose: .deactivate, key: "false")

    init() throws {
        wallet = try TestWallet(71)
        user = UserID(did: wallet.did).text
    }

    private func instance() -> InteractiveAuth { InteractiveAuth(login: server.instance(), sessions: sessions) }

    private func require(
        _ proof: JSONObject?, _ operation: InteractiveAuth.Operation, at auth: InteractiveAuth,
        hasPassword: @Sendable (JSONReader) async throws -> Bool = { _ in false }
    ) async throws -> InteractiveAuthRequired? {
        do {
            try await auth.require(proof, of: user, for: operation, hasPassword: hasPassword)
            return nil
        } catch let demand as InteractiveAuthRequired {
            return demand
        }
    }

    /// Returns the proof that a demand asks for.
    private func proof(_ demand: InteractiveAuthRequired, by signer: TestWallet) throws -> JSONObject {
        let params = try JSONReader(#require(demand.params[InteractiveAuth.didStage]))
        let message = try params.string("message")
        return [
            "type": .string(InteractiveAuth.didStage), "session": .string(demand.session),
            "updated": .string(try params.string("updated")),
            "identifier": ["did": .string(wallet.did.text), "token": .string(try signer.sign(message))],
        ]
    }

    @Test("an instance accepts the proof that another one asked for, and the text names the operation")
    func handedOver() async throws {
        try await server.instance().logIn(wallet)
        let demand = try #require(try await require(nil, deactivation, at: instance()))
        #expect(demand.stages == [InteractiveAuth.didStage])
        let text = demand.params[InteractiveAuth.didStage]?["message"]?.stringValue
        #expect(text?.hasPrefix("Deactivate this account for good\ndid: \(wallet.did)\n") == true)
        let proof = try proof(demand, by: wallet)
        #expect(try await require(proof, deactivation, at: instance()) == nil)
        // The answer may have been lost, so the client may repeat the request.
        #expect(try await require(proof, deactivation, at: instance()) == nil)
    }

    @Test(
        "of two simultaneous requests with one proof, a session for one operation allows one",
        .timeLimit(.minutes(10)))
    func once() async throws {
        let replacement = InteractiveAuth.Operation(purpose: .replaceKeys, key: "a", isRepeatable: false)
        let demand = try #require(try await require(nil, replacement, at: instance()))
        #expect(demand.stages == [InteractiveAuth.passwordStage])
        let proof: JSONObject = ["type": .string(InteractiveAuth.passwordStage), "session": .string(demand.session)]
        let meeting = Meeting(of: 2), auth = instance(), user = user
        let refused = try await withThrowingTaskGroup(of: InteractiveAuthRequired?.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    do {
                        try await auth.require(proof, of: user, for: replacement) { _ in
                            // Both requests have found the session before one of them ends it.
                            await meeting.arrive()
                            return true
                        }
                        return nil
                    } catch let demand as InteractiveAuthRequired {
                        return demand
                    }
                }
            }
            var refused: [InteractiveAuthRequired] = []
            for try await demand in group { if let demand { refused.append(demand) } }
            return refused
        }
        #expect(refused.count == 1 && refused.first?.error?.code == .forbidden)
        #expect(refused.first.map { $0.session != demand.session } == true)
    }

    @Test("a proof is for one operation and one user")
    func bound() async throws {
        try await server.instance().logIn(wallet)
        let other = try TestWallet(72)
        try await server.instance().logIn(other)
        let demand = try #require(try await require(nil, deactivation, at: instance()))
        let proof = try proof(demand, by: wallet)
        let erasure = InteractiveAuth.Operation(purpose: .deactivate, key: "true")
        let error = await #expect(throws: MatrixError.self) { try await require(proof, erasure, at: instance()) }
        #expect(error?.code == .forbidden)
        await #expect(throws: InteractiveAuthRequired.self) {
            try await instance().require(
                proof, of: UserID(did: other.did).text, for: deactivation, hasPassword: { _ in true })
        }
        #expect(try await require(proof, deactivation, at: instance()) == nil)
    }

    @Test("wrong signatures end the session, and a user with a wallet cannot confirm with a password")
    func refused() async throws {
        try await server.instance().logIn(wallet)
        let auth = instance(), stranger = try TestWallet(73)
        let demand = try #require(try await require(nil, deactivation, at: auth))
        let password: JSONObject = ["type": "m.login.password", "session": .string(demand.session), "password": "x"]
        let refusal = try await require(password, deactivation, at: auth, hasPassword: { _ in true })
        #expect(refusal?.session == demand.session)
        #expect(refusal?.error?.code == .forbidden)
        for _ in 0..<AuthSessions.failureLimit {
            let again = try await require(proof(demand, by: stranger), deactivation, at: auth)
            #expect(again?.session == demand.session)
        }
        let ended = try await require(proof(demand, by: wallet), deactivation, at: auth)
        #expect(ended != nil && ended?.session != demand.session)
    }

    @Test("a user without a wallet confirms with the password, once if the operation may not be repeated")
    func password() async throws {
        let change = InteractiveAuth.Operation(purpose: .changePassword, isRepeatable: false)
        let demand = try #require(try await require(nil, change, at: instance()))
        #expect(demand.stages == [InteractiveAuth.passwordStage])
        let proof: JSONObject = ["type": "m.login.password", "session": .string(demand.session)]
        #expect(try await require(proof, change, at: instance())?.error?.code == .forbidden)
        #expect(try await require(proof, change, at: instance(), hasPassword: { _ in true }) == nil)
        #expect(sessions.count == 0)
    }
}
