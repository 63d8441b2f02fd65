import Foundation
import HeraldJSON
import HeraldKeys
import Logging
import SDNWire
@testable import SDNNode

/// A node without a server: requests go straight into its pipeline.
struct TestNode: Sendable {
    let assembly: NodeAssembly
    let clock: TestClock

    init(clock: TestClock = TestClock(), _ change: (inout NodeConfiguration) -> Void = { _ in }) throws {
        var configuration = NodeConfiguration(
            rateLimits: .unlimited, passwordCost: 16, clock: clock.read, monotonicClock: clock.monotonic)
        change(&configuration)
        self.clock = clock
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        self.assembly = try NodeAssembly(configuration, logger: logger) { "http://node.test" }
    }

    /// The inside of a node that runs.
    init(assembly: NodeAssembly, clock: TestClock = TestClock()) {
        self.assembly = assembly
        self.clock = clock
    }

    struct Answer: Sendable {
        let status: Int
        let body: JSONValue
        let headers: [String: String]

        var errcode: String? { body["errcode"]?.stringValue }
        var error: String? { body["error"]?.stringValue }
    }

    func send(
        _ method: String, _ target: String, token: String? = nil, bytes: [UInt8] = [], remote: String = "127.0.0.1"
    ) async throws -> Answer {
        let response = await assembly.handler.respond(
            to: NodeRequest(
                method: method, target: target, authorization: token.map { "Bearer " + $0 }, body: bytes,
                remoteAddress: remote))
        let headers = Dictionary(response.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let body = response.body.isEmpty ? JSONValue.null : try JSONValue(parsing: response.body)
        return Answer(status: response.status, body: body, headers: headers)
    }

    func send(_ method: String, _ target: String, token: String? = nil, _ body: JSONValue, remote: String = "127.0.0.1")
        async throws -> Answer
    {
        try await send(method, target, token: token, bytes: body.serialized(), remote: remote)
    }
}

/// A wallet of a test: a key and what it signs.
struct TestWallet: Sendable {
    let key: Secp256k1PrivateKey
    let address: EthereumAddress
    /// The address in EIP-55 form.
    let text: String

    /// - Parameter seed: wallets with the same seed are the same.
    init(_ seed: UInt8) throws {
        key = try Secp256k1PrivateKey(bytes: [UInt8](repeating: 0, count: 31) + [seed])
        address = key.publicKey.ethereumAddress
        text = address.checksummed
    }

    var did: String { "did:sdn:" + address.lowercaseHex }
    var userID: String { "@sdn_\(address.lowercaseHex):\(address.lowercaseHex)" }

    func sign(_ message: String) throws -> RecoverableSignature { try PersonalMessage.sign(message, with: key) }
}

/// The answer of `pre_login1`.
struct TestChallenge: Sendable {
    var did: String
    var message: String
    var updated: String
    var nonce: String

    init(_ answer: TestNode.Answer) throws {
        let body = try JSONReader(answer.body)
        did = try body.string("did")
        message = try body.string("message")
        updated = try body.string("updated")
        nonce = try body.optionalString("random_server") ?? ""
    }
}

extension TestNode {
    static let prefix = "/_api/client/unstable/"

    func challenge(_ wallet: TestWallet) async throws -> TestChallenge {
        try TestChallenge(await send("POST", Self.prefix + "did/pre_login1", ["address": .string(wallet.text)]))
    }

    func challenge(did: String) async throws -> TestChallenge {
        try TestChallenge(await send("POST", Self.prefix + "did/pre_login1", ["did": .string(did)]))
    }

    /// A login body as most SDKs send it.
    static func loginBody(_ wallet: TestWallet, _ challenge: TestChallenge, deviceID: String? = nil) throws -> JSONValue
    {
        var body: JSONObject = [
            "type": "m.login.did.identity", "random_server": .string(challenge.nonce),
            "updated": .string(challenge.updated),
            "identifier": [
                "did": .string(challenge.did), "address": .string(wallet.text), "message": .string(challenge.message),
                "token": .string(try wallet.sign(challenge.message).text()),
            ],
        ]
        if let deviceID { body["device_id"] = .string(deviceID) }
        return .object(body)
    }

    func logIn(_ body: JSONValue) async throws -> Answer { try await send("POST", Self.prefix + "did/login", body) }

    /// Logs in and gives the access token.
    @discardableResult
    func token(_ wallet: TestWallet, deviceID: String? = nil) async throws -> String {
        let answer = try await logIn(Self.loginBody(wallet, challenge(wallet), deviceID: deviceID))
        return try JSONReader(answer.body).string("access_token")
    }
}
