import Foundation
import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import TestSupport

/// A server's refusal: its code and HTTP status.
struct Refusal: Error, Equatable, CustomStringConvertible {
    let code: String
    let status: Int
    var text = ""

    init(_ code: String, _ status: Int = 400) {
        self.code = code
        self.status = status
    }

    static func == (left: Self, right: Self) -> Bool { left.code == right.code && left.status == right.status }
    var description: String { "\(status) \(code) \(text)" }

    /// A code of the trust agent.
    static func tas(_ number: Int, _ status: Int = 400) -> Refusal { Refusal("SSRVTRA\(number)", status) }
}

/// All servers in memory, with a clock that the test turns, reached without a connection.
final class TrustAgentWorld: Sendable {
    static let start = UTCInstant(seconds: 1_790_000_000)
    static let operatorToken = "operator token of the tests"
    static let schemaName = "person"
    static let planID = "vcplanid000000000001"
    static let codes = ["org.example.v1.family_name", "org.example.v1.given_name"]
    static let kyc = "user-1"

    let services: OpenDIDServices
    let chance: SharedChance
    private let clock = StoppedClock(TrustAgentWorld.start)

    var now: UTCInstant { clock.now }

    /// - Parameters:
    ///   - directory: where everything is kept; in memory when `nil`.
    ///   - kyc: the identity check; user ids are believed when `nil`.
    ///   - limits: the limits of strangers. Defaults to no rate limits.
    ///   - items: the items for which the plan's credential has claims.
    ///   - trustedNetworks: where upstream's demo is.
    init(
        seed: UInt64 = 1, directory: URL? = nil, kyc: (any KYCCheck)? = nil, limits: ServiceLimits = .unlimited,
        items: [String] = ["family_name", "given_name"], trustedNetworks: [String] = []
    ) async throws {
        let chance = SharedChance(seed: seed)
        self.chance = chance
        let clock = clock
        var configuration = ServicesConfiguration(
            // The same in every process on one directory: it is in certificates.
            publicBaseURL: directory == nil ? nil : "http://127.0.0.1:8090",
            storage: directory.map { .directory($0) } ?? .memory, operatorToken: ServiceSecret(Self.operatorToken),
            kyc: kyc,
            seed: Self.seed(items), now: { clock.now }, random: { chance.bytes($0) })
        configuration.limits = limits
        configuration.trustedNetworks = trustedNetworks
        services = try await OpenDIDServices.start(configuration)
    }

    func advance(seconds: Int64) { clock.advance(by: seconds) }
    func advance(by time: Duration) { clock.advance(by: time) }

    func stop() async { await services.stop() }

    private static func seed(_ items: [String]) -> ServicesSeed {
        let namespace = VCSchema.Namespace(id: "org.example.v1", name: "Example")
        let items = items.map { VCSchema.ClaimDef(id: $0, caption: $0, type: .text, format: .plain) }
        let schema = VCSchema(
            id: "", schema: VCSchema.standardSchema, title: "Person", description: "A person",
            metadata: VCSchema.VCMetadata(language: "en", formatVersion: "1.0"),
            credentialSubject: VCSchema.CredentialSubject(claims: [VCSchema.Claim(namespace: namespace, items: items)]))
        let users = (1...3).map { number in
            UserSeed(
                userId: "user-\(number)", pii: "pii-\(number)",
                claims: [codes[0]: .init("Family \(number)"), codes[1]: .init("Given \(number)")])
        }
        return ServicesSeed(
            schemas: [SchemaSeed(name: schemaName, schema: schema)],
            plans: [PlanSeed(id: planID, name: "Person", description: "A person", schema: schemaName)],
            allowedApps: ["org.example.app"], users: users)
    }

    /// Sends a request.
    /// - Throws: ``Refusal`` for every answer that is not 200.
    func send<Q: Encodable, R: Decodable>(
        _ endpoint: ServiceEndpoint<Q, R>, _ request: Q, token: String? = nil,
        origin: ServiceRequest.Origin = .network("127.0.0.1")
    ) async throws -> R {
        let body = try JSONModelEncoder().canonicalBytes(request)
        return try JSONModelDecoder().decode(
            R.self, from: try await bytes(endpoint, body, token: token, origin: origin))
    }

    /// Sends a request as an operator.
    func operate<Q: Encodable, R: Decodable>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q) async throws -> R {
        try await send(endpoint, request, token: Self.operatorToken)
    }

    func bytes<Q, R>(
        _ endpoint: ServiceEndpoint<Q, R>, _ body: [UInt8], token: String? = nil,
        origin: ServiceRequest.Origin = .network("127.0.0.1")
    ) async throws -> [UInt8] {
        let response = await services.handler.respond(
            to: ServiceRequest(
                method: endpoint.method.rawValue, path: endpoint.path, authorization: token.map { "Bearer " + $0 },
                body: body, origin: origin))
        guard response.status == 200 else {
            let failure = try JSONValue(parsing: response.body)
            var refusal = Refusal(failure["code"]?.stringValue ?? "", response.status)
            refusal.text = failure["description"]?.stringValue ?? ""
            throw refusal
        }
        return response.body
    }

    /// Returns the registry's record of a DID.
    func resolve(_ did: String, version: String? = nil) async throws -> ResolvedDID? {
        try await services.registry.resolve(did, versionId: version)
    }
}
