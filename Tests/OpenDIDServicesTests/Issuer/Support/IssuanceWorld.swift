import HeraldJSON
import HeraldP256
import Logging
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

/// Trust agent, issuer and verifier in one process, without a socket, under a clock that the test sets.
struct IssuanceWorld: Sendable {
    static let start = UTCInstant(seconds: 1_732_000_000)
    static let operatorToken = "the-operators-token-of-the-issuance-tests"

    /// The caller.
    enum Caller: Sendable { case anybody, peer, operatorHere }

    let clock: StoppedClock<UTCInstant>
    let chance: SharedChance
    let assembly: ServicesAssembly
    let router: any ServiceHandler

    /// The trust agent's, wherever that runs.
    let registry: Registry
    var now: UTCInstant { clock.now }
    static let baseURL = "http://issuance.test"

    /// - Parameter registry: the trust agent's, when that is another process's.
    init(seed: UInt64 = 4, registry: Registry? = nil, change: (inout ServicesConfiguration) -> Void = { _ in })
        async throws
    {
        let (clock, chance) = (StoppedClock(Self.start), SharedChance(seed: seed))
        var configuration = ServicesConfiguration(
            roles: [.tas, .issuer, .verifier], operatorToken: ServiceSecret(Self.operatorToken),
            seed: TestSchemas.seed(), now: { clock.now }, random: { chance.bytes($0) })
        // Whatever is asked comes from one address here.
        configuration.limits = .unlimited
        change(&configuration)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let assembly = try await ServicesAssembly(configuration, logger: logger)
        let late = LateHandler()
        let router = try await assembly.makeRouter(baseURL: Self.baseURL, local: late)
        late.set(router)
        (self.clock, self.chance, self.assembly, self.router) = (clock, chance, assembly, router)
        self.registry = try registry ?? assembly.registry.own.unwrapped
    }

    // Asking

    func respond(
        _ path: String, method: ServiceMethod, query: ServiceQuery = ServiceQuery(), body: [UInt8] = [],
        as caller: Caller
    ) async -> ServiceResponse {
        await router.respond(
            to: ServiceRequest(
                method: method.rawValue, path: path, query: query,
                authorization: caller == .operatorHere ? "Bearer \(Self.operatorToken)" : nil, body: body,
                origin: caller == .peer ? .process : .network("127.0.0.1")))
    }

    func ask<Q: Jsonable & Sendable, R>(
        _ endpoint: ServiceEndpoint<Q, R>, _ request: Q, as caller: Caller = .peer
    ) async throws -> ServiceResponse {
        await respond(endpoint.path, method: endpoint.method, body: try request.canonicalBytes(), as: caller)
    }

    /// The answer of a request that succeeds.
    func answer<Q: Jsonable & Sendable, R: Decodable & Sendable>(
        _ endpoint: ServiceEndpoint<Q, R>, _ request: Q, as caller: Caller = .peer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> R {
        try decoded(try await ask(endpoint, request, as: caller), sourceLocation)
    }

    func answer<R: Decodable & Sendable>(
        _ endpoint: ServiceEndpoint<ServiceQuery, R>, _ query: ServiceQuery, as caller: Caller = .anybody,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> R {
        try decoded(await respond(endpoint.path, method: endpoint.method, query: query, as: caller), sourceLocation)
    }

    /// The code of a request that is refused, `200` when it is not.
    func code<Q: Jsonable & Sendable, R>(
        _ endpoint: ServiceEndpoint<Q, R>, _ request: Q, as caller: Caller = .peer
    ) async throws -> String {
        try Self.code(of: try await ask(endpoint, request, as: caller))
    }

    func code<R>(_ endpoint: ServiceEndpoint<ServiceQuery, R>, _ query: ServiceQuery, as caller: Caller = .anybody)
        async throws -> String
    {
        try Self.code(of: await respond(endpoint.path, method: endpoint.method, query: query, as: caller))
    }

    static func code(of response: ServiceResponse) throws -> String {
        guard response.status != 200 else { return "200" }
        return try JSONValue(parsing: response.body)["code"]?.stringValue ?? "none"
    }

    private func decoded<R: Decodable>(_ response: ServiceResponse, _ sourceLocation: SourceLocation) throws -> R {
        guard response.status == 200 else {
            Issue.record("refused: \(String(decoding: response.body, as: UTF8.self))", sourceLocation: sourceLocation)
            throw Refused(code: try Self.code(of: response))
        }
        return try JSONModelDecoder().decode(R.self, from: response.body)
    }

    struct Refused: Error { let code: String }

    // People and the registry

    /// Returns a holder whose DID is registered.
    func holder(_ seed: UInt64 = 77, keys: [DIDKeyName] = [.keyagree, .pin, .bio]) async throws -> TestHolder {
        let holder = try TestHolder(seed: seed, keys: keys, created: now)
        try await register(holder.document, role: .Etc)
        return holder
    }

    func register(_ document: DIDDocument, role: RoleTypeEnum) async throws {
        let admitted = AdmittedDocument(document: document, role: role, bytes: try document.canonicalBytes())
        try await registry.apply([.enterDocument(admitted, at: now)])
    }

    func status(_ vcID: String) async throws -> VCStatusEnum? { try await registry.credential(vcID)?.status }

    func messageID() -> String { MessageID.make(at: now, randomBytes: chance.bytes(4)) }
}

extension IssuanceWorld {
    /// Replaces a holder's key by a new one, as M141 does.
    func replaceKey(_ name: DIDKeyName, of holder: inout TestHolder) async throws {
        clock.advance(by: 1)
        let key = SigningKey.p256(holder.chance.with { P256PrivateKey(using: &$0) })
        var edit = DIDDocumentEdit(holder.document)
        try edit.replace(DIDKeyEntry(name, key.verificationKey))
        holder.document = try edit.nextVersion(at: now)
        holder.keys[name] = key
        try await register(holder.document, role: .Etc)
    }
}
