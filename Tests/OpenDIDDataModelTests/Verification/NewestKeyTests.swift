import OpenDID_DataModel
import Synchronization
import Testing

@Suite(
    "Proofs that name an earlier version and are made with a key of the newest one (OpenDID sheet 1.5)"
)
struct NewestKeyTests {
    private let cast: Cast
    /// The same DID with other keys, in another version.
    private let later: Actor, latest: Actor

    init() throws {
        func holder(_ version: String, _ seed: UInt8) throws -> Actor {
            var actor = try Actor(
                "did:omn:holder", ["keyagree": [.keyAgreement], "pin": [.assertionMethod, .authentication]], seed: seed)
            actor.document.versionId = version
            return actor
        }
        cast = try Cast()
        later = try holder("2", 8)
        latest = try holder("3", 9)
    }

    private func codes(
        by signer: Actor, version: String, accepting: Bool = true, versions: [Actor], status: DIDStatus = .activated
    ) async throws -> [VerificationFailure.Code] {
        var registry = cast.registry
        registry.entries += versions.map { ResolvedDID(document: $0.document, status: status) }
        var request = try signer.request("pin", .authentication)
        request.verificationMethod = "did:omn:holder?versionId=\(version)#pin"
        let document = try await Samples(cast: cast).didAuth.signed(by: request)
        let policy = VerificationPolicy.standard(for: .didAuth, signer: cast.holder.did)
        return try await (accepting ? policy.acceptingNewestKeys() : policy).verify(
            document, at: Cast.now, resolver: registry
        ).codes
    }

    @Test(
        "a key of the newest version may sign with an earlier number only where the caller accepts that"
    )
    func newest() async throws {
        #expect(try await codes(by: later, version: "1", versions: [later]).isEmpty)
        #expect(try await codes(by: later, version: "1", accepting: false, versions: [later]) != [])
        #expect(try await codes(by: later, version: "2", versions: [later]).isEmpty)
    }

    @Test("replaced keys are refused, whatever version the proof names", arguments: ["1", "2", "3", "4"])
    func replaced(version: String) async throws {
        #expect(try await codes(by: cast.holder, version: version, versions: [later, latest]) != [])
        #expect(try await codes(by: later, version: version, versions: [later, latest]) != [])
    }

    @Test("the report has the failure for the named version")
    func told() async throws {
        #expect(try await codes(by: cast.holder, version: "1", versions: [later]) == [.missingKey])
        #expect(try await codes(by: latest, version: "4", versions: [later, latest]) == [.unresolved])
    }

    /// Fails so many times, and counts the questions.
    private final class Unsteady: DIDResolver {
        struct Down: Error {}

        let inner: any DIDResolver
        let failures: Int
        let asked = Mutex(0)

        init(_ inner: any DIDResolver, failures: Int) { (self.inner, self.failures) = (inner, failures) }

        func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
            let count = asked.withLock { count in
                count += 1
                return count
            }
            guard count > failures else { throw Down() }
            return try await inner.resolve(did, versionId: versionId)
        }
    }

    @Test(
        "the newest version is read only if the proof names another one and the registry answered",
        arguments: [
            ("?versionId=1", 0, 2, true), ("?versionId=1", 1, 1, false), ("", 0, 1, false),
        ])
    func questions(version: String, failures: Int, questions: Int, holds: Bool) async throws {
        var registry = cast.registry
        registry.entries.append(ResolvedDID(document: later.document, status: .activated))
        let resolver = Unsteady(registry, failures: failures)
        // The first two name the newest version, and the last names none.
        let signer = version.isEmpty ? latest : later
        var request = try signer.request("pin", .authentication)
        request.verificationMethod = "did:omn:holder\(version)#pin"
        let document = try await Samples(cast: cast).didAuth.signed(by: request)
        var policy = VerificationPolicy.standard(for: .didAuth, signer: cast.holder.did).acceptingNewestKeys()
        policy.rules = []
        let report = try await policy.verify(document, at: Cast.now, resolver: resolver)
        #expect(report.isValid == holds)
        #expect(resolver.asked.withLock { $0 } == questions)
    }

    @Test("an inactive DID cannot sign with its newest key")
    func status() async throws {
        #expect(
            try await codes(by: later, version: "1", versions: [later], status: .deactivated).contains(.signerStatus))
    }
}
