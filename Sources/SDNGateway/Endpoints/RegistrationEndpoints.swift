import HeraldHTTP
import HeraldJSON
import SDNWire

/// Registration of accounts without a DID, which is the homeserver's own. The gateway reserves the names of wallets' accounts: their user IDs follow from
/// the addresses, so a stranger could otherwise own the account of a wallet before its first login.
struct RegistrationEndpoints: Sendable {
    private static let root = "/_matrix/client/v3/register"
    private static let reserved = "sdn_"

    let client: HomeserverClient

    func register(in table: inout OwnEndpoints) {
        let client = client
        table.pass(Endpoints.register.taking(Registration.self)) { request, call in
            // `user` is the member of application services.
            for name in ["username", "user"] { try Self.check(request.body[name]?.stringValue) }
            let kind = request.kind.map { "?kind=\(PercentEncoding.encodeSegment($0))" } ?? ""
            return try OwnAnswer(
                await client.ask(
                    "POST", Self.root + kind, token: call.token, body: JSONValue.object(request.body).serialized()))
        }
        table.pass(Endpoints.registerAvailable) { request, call in
            try Self.check(request.username)
            let name = PercentEncoding.encodeSegment(request.username)
            return try OwnAnswer(
                await client.ask("GET", "\(Self.root)/available?username=\(name)", token: call.token))
        }
    }

    /// Homeservers read user names without regard to case.
    private static func check(_ name: String?) throws(MatrixError) {
        guard let name, name.lowercased().utf8.starts(with: reserved.utf8) else { return }
        throw MatrixError(.exclusive, "User names that begin with sdn_ belong to wallets, which log in with a DID.")
    }
}

/// A registration as the client wrote it.
private struct Registration: WireRequest {
    let kind: String?
    let body: JSONObject

    init(parts: RequestParts) throws {
        kind = parts.query["kind"]
        body = try parts.object().value
    }
    func parts() -> RequestParts { RequestParts(body: .object(body)) }
}
