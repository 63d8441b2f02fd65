import OpenDID_DataModel
import Testing

@Suite("A proof that names an earlier version may hold by a key of the newest one, where the caller says so (OpenDID sheet 1.5)")
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
        return try await (accepting ? policy.acceptingNewestKeys() : policy).verify(document, at: Cast.now, resolver: registry).codes
    }

    @Test("a key of the newest version signs under the number of an earlier one, and nowhere else than where it is accepted")
    func newest() async throws {
        #expect(try await codes(by: later, version: "1", versions: [later]).isEmpty)
        #expect(try await codes(by: later, version: "1", accepting: false, versions: [later]) != [])
        #expect(try await codes(by: later, version: "2", versions: [later]).isEmpty)
    }

    @Test("keys that were replaced sign nothing, whatever version is named", arguments: ["1", "2", "3", "4"])
    func replaced(version: String) async throws {
        #expect(try await codes(by: cast.holder, version: version, versions: [later, latest]) != [])
        #expect(try await codes(by: later, version: version, versions: [later, latest]) != [])
    }

    @Test("the failure that is told is the one under the version that is named")
    func told() async throws {
        #expect(try await codes(by: cast.holder, version: "1", versions: [later]) == [.missingKey])
        #expect(try await codes(by: latest, version: "4", versions: [later, latest]) == [.unresolved])
    }

    @Test("a DID that is out of use does not sign with its newest key")
    func status() async throws {
        #expect(try await codes(by: later, version: "1", versions: [later], status: .deactivated).contains(.signerStatus))
    }
}
