import Foundation
import HeraldJSON
import HeraldKeys
import HeraldP256
import Logging
import OpenDID_DataModel
import TestSupport

@testable import OpenDIDServices

/// The servers without a socket, under a clock that the test sets.
struct CoreWorld: Sendable {
    static let start = UTCInstant(seconds: 1_732_000_000)
    static let baseURL = "http://core.test"
    static let operatorToken = "the-operators-token-of-the-core-tests"
    static let peerToken = "the-peers-token-of-the-core-tests"

    let clock: StoppedClock<UTCInstant>
    let chance: SharedChance
    let assembly: ServicesAssembly
    let router: ServiceRouter

    let registry: Registry

    init(
        seed: UInt64 = 1, clock: StoppedClock<UTCInstant> = StoppedClock(start),
        change: (inout ServicesConfiguration) -> Void = { _ in }
    ) async throws {
        let chance = SharedChance(seed: seed)
        var configuration = ServicesConfiguration(
            operatorToken: ServiceSecret(Self.operatorToken), peerToken: ServiceSecret(Self.peerToken),
            now: { clock.now },
            random: { chance.bytes($0) })
        change(&configuration)
        let assembly = try await ServicesAssembly(
            configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let late = LateHandler()
        router = try await assembly.makeRouter(baseURL: configuration.publicBaseURL ?? Self.baseURL, local: late)
        late.set(router)
        (self.clock, self.chance, self.assembly, registry) = (
            clock, chance, assembly, try assembly.registry.own.unwrapped
        )
    }

    func identity(_ role: ServiceRole) async throws -> ProviderIdentity {
        try await assembly.identity(of: role, baseURL: Self.baseURL)
    }

    func post<Q: Jsonable & Sendable, R>(
        _ endpoint: ServiceEndpoint<Q, R>, _ request: Q, token: String? = nil,
        origin: ServiceRequest.Origin = .network("127.0.0.1")
    ) async throws -> ServiceResponse {
        await post(endpoint.path, try request.canonicalBytes(), token: token, origin: origin)
    }

    func post(
        _ path: String, _ body: [UInt8], token: String? = nil, origin: ServiceRequest.Origin = .network("127.0.0.1")
    ) async -> ServiceResponse {
        await router.respond(
            to: ServiceRequest(
                method: "POST", path: path, authorization: token.map { "Bearer " + $0 }, body: body, origin: origin))
    }

    func get<R>(_ endpoint: ServiceEndpoint<ServiceQuery, R>, _ query: ServiceQuery = ServiceQuery()) async
        -> ServiceResponse
    {
        await router.respond(to: ServiceRequest(method: "GET", path: endpoint.path, query: query))
    }
}

extension RegistryPlace {
    /// The registry, where it is in the process itself.
    var own: Registry? {
        guard case .here(let registry) = self else { return nil }
        return registry
    }
}

extension ServiceResponse {
    /// The code of a refusal; `nil` for an answer.
    var code: String? { status == 200 ? nil : try? JSONValue(parsing: body)["code"]?.stringValue }

    /// The answer.
    func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONModelDecoder().decode(type, from: body)
    }
}

/// Somebody with a DID document and keys of their own, made of the wire module alone.
struct TestParty: Sendable {
    let document: DIDDocument
    let keys: [DIDKeyName: SigningKey]

    init(
        _ did: String? = nil, seed: UInt64, names: [DIDKeyName] = [.assert, .auth, .keyagree],
        controller: String = "did:omn:tas",
        created: UTCInstant
    ) throws {
        let chance = SharedChance(seed: seed)
        var keys: [DIDKeyName: SigningKey] = [:]
        for name in names { keys[name] = .p256(chance.with { P256PrivateKey(using: &$0) }) }
        let entries = names.compactMap { name in keys[name].map { DIDKeyEntry(name, $0.verificationKey) } }
        document = try DIDDocument(
            did: try did.map { try DID($0) } ?? DID(randomBytes: chance.bytes(20)), controller: controller,
            keys: entries, created: created)
        self.keys = keys
    }

    init(document: DIDDocument, keys: [DIDKeyName: SigningKey]) {
        self.document = document
        self.keys = keys
    }

    var identity: ProviderIdentity {
        ProviderIdentity(
            role: .issuer, name: "party", document: document, certVcRef: "http://party.test/certificate-vc", keys: keys)
    }

    func proven(as owner: KeyProofsRule.Owner, at now: UTCInstant) async throws -> DIDDocument {
        try await document.signed(
            as: owner,
            with: Dictionary(uniqueKeysWithValues: keys.map { ($0.key.rawValue, $0.value as any ProofSigner) }),
            created: now)
    }
}
