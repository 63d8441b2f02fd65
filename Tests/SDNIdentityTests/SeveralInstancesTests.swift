import HeraldKeys
import SDNIdentity
import SDNWire
import Testing

@Suite("Logins at several instances of a server that share their stores (SDN sheet 8.3)")
struct SeveralInstancesTests {
    private let server = TestServer()
    private let wallet: TestWallet

    init() throws { wallet = try TestWallet(21) }

    private func challenge(at instance: DIDLogin) async throws -> PreLoginResponse {
        try await instance.challenge(PreLoginRequest(address: wallet.address.checksummed), remote: "192.0.2.1")
    }

    @Test("an instance finishes the login that another one began")
    func handedOver() async throws {
        let (first, second) = (server.instance(), server.instance())
        let answer = try await second.login(wallet.answer(challenge(at: first)), remote: "192.0.2.1")
        #expect(answer.userID == UserID(did: wallet.did).text)
        #expect(try await first.list(DIDListRequest(address: wallet.address.checksummed)).dids == [wallet.did.text])
        try await first.logIn(wallet)
        #expect(server.directory.logins.map(\.challenge.operation) == [.create, .linkKey])
    }

    @Test("of many simultaneous answers to one challenge at two instances, one opens a session")
    func once() async throws {
        let instances = [server.instance(), server.instance()]
        let answer = try await wallet.answer(challenge(at: instances[0]))
        let results = await withTaskGroup(of: MatrixError.Code?.self) { group in
            for number in 0..<16 {
                let instance = instances[number % 2]
                group.addTask {
                    do {
                        _ = try await instance.login(answer, remote: "192.0.2.1")
                        return nil
                    } catch {
                        return (error as? MatrixError)?.code ?? .unknown
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.filter { $0 == nil }.count == 1)
        #expect(results.allSatisfy { $0 == nil || $0 == .forbidden })
        #expect(server.directory.logins.count == 1)
    }

    @Test("of two first logins with different challenges, the second is refused, because the DID exists then")
    func twoCreations() async throws {
        let (first, second) = (server.instance(), server.instance())
        let (one, other) = (try await challenge(at: first), try await challenge(at: second))
        _ = try await first.login(wallet.answer(other), remote: "192.0.2.1")
        let error = await #expect(throws: MatrixError.self) {
            try await second.login(wallet.answer(one), remote: "192.0.2.1")
        }
        #expect(error?.code == .forbidden)
        #expect(server.directory.logins.count == 1)
    }

    @Test("a login that a change of the document overtook after the check opens no session")
    func overtaken() async throws {
        let instance = server.instance()
        try await instance.logIn(wallet)
        let document = try #require(try await server.directory.document(of: wallet.did))
        let login = VerifiedLogin(
            challenge: Challenge(
                nonce: "0", did: wallet.did, address: wallet.address, operation: .linkKey, updated: document.updated,
                node: "localhost"), signer: wallet.address, deviceID: nil, deviceDisplayName: nil,
            wantsRefreshToken: false)
        let key = Challenge(
            nonce: "1", did: wallet.did, address: nil, operation: .linkKey, purpose: .document, ids: ["key"],
            updated: document.updated, node: "localhost")
        try await server.directory.apply(SignedChange(challenge: key, isAgreed: false))
        let error = await #expect(throws: MatrixError.self) { try await server.directory.open(login) }
        #expect(error?.code == .forbidden)
        #expect(server.directory.logins.count == 1)
    }

    @Test("a required signature of the app's vendor is checked by every instance")
    func appToken() async throws {
        let vendor = try TestWallet(22)
        let instances = [server.instance(appKeys: [vendor.address]), server.instance(appKeys: [vendor.address])]
        let challenge = try await challenge(at: instances[0])
        var answer = try wallet.answer(challenge)
        let error = await #expect(throws: MatrixError.self) {
            try await instances[1].login(answer, remote: "192.0.2.1")
        }
        #expect(error?.code == .forbidden)
        answer.appToken = try vendor.sign(challenge.message)
        _ = try await instances[1].login(answer, remote: "192.0.2.1")
        #expect(server.directory.logins.count == 1)
    }
}
