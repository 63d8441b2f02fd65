import Foundation
import HeraldHTTP
import HeraldJSON
import HeraldKeys
import HeraldPeer
import SDNIdentity
import SDNWire
import TestSupport

@testable import SDNGateway

/// A gateway in front of a stub, on ports that the system chooses.
struct GatewayFixture: Sendable {
    let stub: StubHomeserver
    /// The URL of the stub.
    let homeserver: String
    /// The gateways, which share a database.
    let gateways: [Gateway]
    let database: TestDatabase
    private let http = HTTPClient(usesProxies: false)

    private struct NoURL: Error { let path: String }

    /// Runs a body with gateways in front of one stub, and stops all of them.
    /// - Parameters:
    ///   - database: the database of the gateways, which is closed. Defaults to an empty one.
    ///   - count: the number of gateways.
    static func with(
        _ kind: GatewayDatabaseKind = .memory, database: TestDatabase? = nil, count: Int = 1,
        key: GatewayKey = GatewayKey(), change: (inout GatewayConfiguration) -> Void = { _ in },
        _ body: (GatewayFixture) async throws -> Void
    ) async throws {
        let stub = StubHomeserver(key: key, clock: { Int64(Date().timeIntervalSince1970) })
        let url = try await stub.start()
        let used: TestDatabase
        if let database { used = database } else { used = try await kind.make() }
        var configuration = GatewayConfiguration(
            homeserver: url, serverName: StubHomeserver.serverName, storage: .memory, key: key)
        configuration.farewell = .seconds(10)
        change(&configuration)
        var gateways: [Gateway] = []
        var failure: (any Error)?
        do {
            for _ in 0..<count { gateways.append(try await Gateway.start(configuration, used)) }
            try await body(GatewayFixture(stub, url, gateways, used))
        } catch {
            failure = error
        }
        await stub.stop()
        for gateway in gateways { await gateway.stop() }
        if let failure { throw failure }
    }

    private init(_ stub: StubHomeserver, _ homeserver: String, _ gateways: [Gateway], _ database: TestDatabase) {
        self.stub = stub
        self.homeserver = homeserver
        self.gateways = gateways
        self.database = database
    }

    /// Sends a request to a gateway.
    /// - Parameter gateway: the index of the gateway.
    func ask(
        _ method: String, _ path: String, token: String? = nil, _ body: JSONValue? = nil, at gateway: Int = 0,
        headers: [String: String] = [:]
    ) async throws -> (status: Int, json: JSONValue, headers: [String: String]) {
        guard let url = URL(string: gateways[gateway].baseURL + path) else { throw NoURL(path: path) }
        var headers = headers
        if let token { headers["Authorization"] = "Bearer \(token)" }
        let answer = try await http.send(
            HTTPCall(
                method: method, url: url, headers: headers, body: body?.serialized(), timeout: TestDeadline.time,
                maximumAnswerBytes: 1 << 20, followsRedirects: false))
        return (answer.status, (try? JSONValue(parsing: answer.body)) ?? .null, answer.headers)
    }

    /// Returns the page of metrics of the first gateway.
    func metrics() async throws -> String {
        guard let url = URL(string: gateways[0].baseURL + "/metrics") else { throw NoURL(path: "/metrics") }
        let answer = try await http.send(
            HTTPCall(
                method: "GET", url: url, headers: [:], body: nil, timeout: TestDeadline.time,
                maximumAnswerBytes: 1 << 20,
                followsRedirects: false))
        guard answer.status == 200 else { throw NoURL(path: "/metrics") }
        return String(decoding: answer.body, as: UTF8.self)
    }

    /// Requests a challenge for a wallet.
    func challenge(_ wallet: TestWallet, at gateway: Int = 0) async throws -> PreLoginResponse {
        let answer = try await ask(
            "POST", "/_api/client/unstable/did/pre_login1", ["address": .string(wallet.address.checksummed)],
            at: gateway)
        return try PreLoginResponse(json: JSONReader(answer.json))
    }

    /// Logs a wallet in, and returns the answer of the gateway.
    func logIn(_ wallet: TestWallet, deviceID: String? = nil, at gateway: Int = 0, path: String? = nil) async throws
        -> (status: Int, json: JSONValue, headers: [String: String])
    {
        let answer = try wallet.answer(try await challenge(wallet, at: gateway), deviceID: deviceID)
        return try await ask("POST", path ?? "/_api/client/unstable/did/login", answer.parts().body, at: gateway)
    }
}
