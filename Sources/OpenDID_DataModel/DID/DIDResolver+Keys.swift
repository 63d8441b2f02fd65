extension DIDResolver {
    /// Returns the key that a DID URL names (OpenDID sheet 1.5, 2.5). If the URL has no version, the key is from the newest version of the
    /// document. The key is refused in the same cases as by `DIDDocument.verificationMethod(at:for:versions:)`.
    /// - Parameters:
    ///   - url: a DID URL with a key's name.
    ///   - purpose: the purpose of the key.
    ///   - statuses: the statuses of the DID that are accepted. By default, only activated DIDs are accepted.
    /// - Throws: `DataModelError` with code `unknown` if the DID or the version is unknown, with code `status` if the status is not
    ///   accepted, and as `DIDDocument.verificationMethod(at:for:versions:)` does. Errors of the resolver.
    public func verificationKey(
        at url: DIDURL, for purpose: ProofPurpose, statuses: DIDStatusRule = .activeOnly
    ) async throws -> VerificationKey {
        guard let found = try await resolve(url.did, versionId: url.versionId) else {
            throw DataModelError(.unknown, field: "id", reason: "the DID or this version of it is not known")
        }
        // If the registry says "activated" and the document says "deactivated", the DID counts as deactivated, which is the stricter
        // meaning.
        let status = found.status == .activated && found.document.deactivated ? .deactivated : found.status
        guard statuses.accepts(status) else {
            throw DataModelError(
                .status, field: "status", reason: "keys of a DID that is \(status.rawValue) are not accepted")
        }
        return try found.document.verificationKey(at: url, for: purpose)
    }
}
