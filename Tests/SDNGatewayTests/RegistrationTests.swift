import HeraldJSON
import SDNWire
import TestSupport
import Testing

@testable import SDNGateway

@Suite("Registration of accounts without a DID", .timeLimit(.minutes(10)))
struct RegistrationTests {
    private static let path = "/_matrix/client/v3/register"

    @Test(
        "nobody registers the account of a wallet through the gateway",
        arguments: ["username", "user"], ["sdn_1", "SDN_9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f", "Sdn_"])
    func reserved(member: String, name: String) async throws {
        try await GatewayFixture.with { fixture in
            for path in [Self.path, "/_api/client/r0/register", "/_matrix/client/api/v1/register"] {
                let answer = try await fixture.ask("POST", path, token: "as", [member: .string(name), "password": "p"])
                #expect(answer.status == 400 && answer.json["errcode"]?.stringValue == "M_EXCLUSIVE")
            }
            let available = try await fixture.ask("GET", "\(Self.path)/available?username=\(name)")
            #expect(available.status == 400 && available.json["errcode"]?.stringValue == "M_EXCLUSIVE")
            #expect(fixture.stub.received.isEmpty)
        }
    }

    @Test("other names are for the homeserver to decide")
    func others() async throws {
        try await GatewayFixture.with { fixture in
            let body: JSONValue = ["username": "ann", "auth": ["type": "m.login.dummy"]]
            let demand = #"{"session":"s","flows":[{"stages":["m.login.dummy"]}]}"#
            fixture.stub.answer(Self.path, with: .init(status: 401, body: demand))
            let answer = try await fixture.ask("POST", "/_api/client/r0/register", token: "as", body)
            #expect(answer.status == 401 && answer.json["session"] == "s")
            let sent = try #require(fixture.stub.received(Self.path).first)
            #expect(sent.body == body && sent.authorization == "Bearer as")
            _ = try await fixture.ask("POST", "\(Self.path)?kind=guest", [:])
            #expect(fixture.stub.received("\(Self.path)?kind=guest").count == 1)
            let free = try await fixture.ask("GET", "/_api/client/r0/register/available?username=an+n%26x")
            #expect(
                free.status == 403 && fixture.stub.received.last?.target == "\(Self.path)/available?username=an%20n%26x"
            )
        }
    }
}
