import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire
import Testing

@testable import SDNGateway

/// A client of a user with a wallet, which signs what the gateway asks for.
struct ConfirmingClient: Sendable {
    typealias Answer = (status: Int, json: JSONValue, headers: [String: String])

    let fixture: GatewayFixture
    let wallet: TestWallet
    let token: String

    /// Logs a wallet in.
    static func logIn(_ wallet: TestWallet, _ fixture: GatewayFixture, device: String) async throws -> ConfirmingClient
    {
        let answer = try await fixture.logIn(wallet, deviceID: device)
        return ConfirmingClient(
            fixture: fixture, wallet: wallet, token: try #require(answer.json["access_token"]?.stringValue))
    }

    func ask(
        _ method: String, _ path: String, _ body: JSONObject = [:], auth: JSONValue? = nil, at gateway: Int = 0
    ) async throws -> Answer {
        var body = body
        body.set("auth", auth)
        return try await fixture.ask(method, path, token: token, .object(body), at: gateway)
    }

    /// Returns the text to sign in a demand for a proof.
    static func message(_ demand: Answer) throws -> String {
        let stage = DIDLoginRequest.type
        #expect(demand.status == 401 && demand.json["flows"]?.arrayValue == [["stages": [.string(stage)]]])
        return try #require(demand.json["params"]?[stage]?["message"]?.stringValue)
    }

    /// Returns the member `auth` that answers a demand.
    /// - Parameter signer: defaults to the client's own wallet.
    func proof(_ demand: Answer, signer: TestWallet? = nil) throws -> JSONValue {
        let message = try Self.message(demand), params = demand.json["params"]?[DIDLoginRequest.type]
        let token = try PersonalMessage.sign(message, with: (signer ?? wallet).key).text()
        return [
            "type": .string(DIDLoginRequest.type), "session": demand.json["session"] ?? .null,
            "random_server": params?["random_server"] ?? .null, "updated": params?["updated"] ?? .null,
            "identifier": [
                "address": .string((signer ?? wallet).address.checksummed), "message": .string(message),
                "token": .string(token),
            ],
        ]
    }
}
