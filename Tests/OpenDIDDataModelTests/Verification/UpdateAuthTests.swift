import OpenDID_DataModel
import Testing

@Suite("A DIDAuth for an update may name the version that is not registered yet (OpenDID sheet 5.11)")
struct UpdateAuthTests {
    private func codes(
        _ cast: Cast, version: String, key: String = "pin", keyVersions: KeyVersionRule, registry: Registry? = nil
    )
        async throws -> [VerificationFailure.Code]
    {
        var request = try cast.holder.request(key, .authentication)
        request.verificationMethod = "did:omn:holder?versionId=\(version)#\(key)"
        let document = try await Samples(cast: cast).didAuth.signed(by: request)
        let policy = VerificationPolicy.standard(for: .didAuth, signer: cast.holder.did, keyVersions: keyVersions)
        return try await policy.verify(document, at: Cast.now, resolver: registry ?? cast.registry).codes
    }

    @Test("the following version is accepted only if the caller says so, and no other version is")
    func next() async throws {
        let cast = try Cast()
        #expect(try await codes(cast, version: "2", keyVersions: .exact) == [.unresolved])
        #expect(try await codes(cast, version: "2", keyVersions: .sameOrNext).isEmpty)
        #expect(try await codes(cast, version: "1", keyVersions: .sameOrNext).isEmpty)
        #expect(try await codes(cast, version: "3", keyVersions: .sameOrNext) == [.unresolved])
        var newer = cast.holder.document
        newer.versionId = "2"
        var registry = cast.registry
        registry.entries.append(ResolvedDID(document: newer, status: .activated))
        #expect(try await codes(cast, version: "1", keyVersions: .sameOrNext, registry: registry) == [.unresolved])
        #expect(try await codes(cast, version: "3", keyVersions: .sameOrNext, registry: registry).isEmpty)
    }

    @Test("the registered version's keys count")
    func keys() async throws {
        let cast = try Cast()
        let without = cast.registry.changing(cast.holder.did) { $0.verificationMethod.removeAll { $0.id == "bio" } }
        #expect(
            try await codes(cast, version: "2", key: "bio", keyVersions: .sameOrNext, registry: without) == [
                .missingKey
            ])
    }
}
