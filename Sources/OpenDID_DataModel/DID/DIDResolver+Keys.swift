extension DIDResolver {
    /// The key that a DID URL names, in the version it names, or in the newest one (OpenDID sheet 1.5, 2.5). Fails closed as
    /// `DIDDocument.verificationMethod(at:for:versions:)` does.
    /// - Parameters:
    ///   - url: a DID URL with a key's name.
    ///   - purpose: what the key is to be used for.
    ///   - statuses: in which statuses the DID's keys count. Defaults to those in use only.
    /// - Throws: `DataModelError` `unknown` when the DID or the version is not known, `status` when the status does not allow it, and
    ///   as there; what the resolver throws.
    public func verificationKey(
        at url: DIDURL, for purpose: ProofPurpose, statuses: DIDStatusRule = .activeOnly
    ) async throws -> VerificationKey {
        guard let found = try await resolve(url.did, versionId: url.versionId) else {
            throw DataModelError(.unknown, field: "id", reason: "the DID or this version of it is not known")
        }
        // A registry that says "activated" of a document that says "deactivated" is believed in the stricter sense.
        let status = found.status == .activated && found.document.deactivated ? .deactivated : found.status
        guard statuses.accepts(status) else {
            throw DataModelError(.status, field: "status", reason: "keys of a DID that is \(status.rawValue) do not count")
        }
        return try found.document.verificationKey(at: url, for: purpose)
    }
}
