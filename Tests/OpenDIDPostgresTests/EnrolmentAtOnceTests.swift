import HeraldJSON
import OpenDID_DataModel
import Synchronization
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Several instances of the trust agent that start at once")
struct EnrolmentAtOnceTests {
    private static let baseURL = "http://tas.test"
    private static let start = UTCInstant(seconds: 1_800_000_000)

    /// Starts an instance: loads or creates the trust agent's keys, and enrols it.
    /// - Returns: the ID of the certificate that it issued or found.
    private static func enrol(_ number: UInt64, in store: any ServiceDatabase) async throws -> String {
        let generator = Mutex(SeededGenerator(seed: number))
        let random = { @Sendable (count: Int) in generator.withLock { $0.bytes(count) } }
        let now = { @Sendable in start + .seconds(Int64(number)) }
        let identity = try await IdentityStore(database: store, now: now, random: random).identity(
            of: .tas, did: try DID("did:omn:tas"), name: "tas", controller: "did:omn:tas",
            certVcRef: "\(baseURL)/certificate", seal: StorageSeal(key: Array(repeating: 7, count: 32)))
        let registry = Registry(database: store, now: now)
        let registrar = Registrar(
            identity: identity, registry: registry, certificateSchema: "\(baseURL)/schema", now: now, random: random)
        try await Enrolment(registrar: registrar, registry: registry, now: now).enrol(identity, baseURL: baseURL)
        return try await certificate(in: registry).id
    }

    private static func certificate(in registry: Registry) async throws -> VerifiableCredential {
        let bytes = try #require(try await registry.provider("did:omn:tas")?.certificate)
        return try VerifiableCredential(jsonBytes: bytes)
    }

    @Test("they share one document and one certificate, and revoke none", arguments: StoreKind.allCases)
    func shared(kind: StoreKind) async throws {
        let store = try await kind.make()
        let certificates = try await atOnce(3) { try await Self.enrol(UInt64($0), in: store) }
        #expect(Set(certificates).count == 1)
        let registry = Registry(database: store) { Self.start }
        let certificate = try await Self.certificate(in: registry)
        #expect(try await registry.credential(certificate.id)?.status == .ACTIVE)
        #expect(try await registry.resolve("did:omn:tas", versionId: nil)?.document.versionId == "1")
        #expect(try await Self.enrol(9, in: store) == certificate.id)
        await store.close()
    }
}
