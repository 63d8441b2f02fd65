import OpenDID_DataModel

/// Resolves the holder of an update from its registered document, also under the version that is not registered yet: some wallets name that
/// one in their DIDAuth (OpenDID sheet 5.11). The keys are those of the registered version in either case.
struct UpcomingVersionResolver: DIDResolver {
    /// The registered version.
    let current: ResolvedDID
    let registry: any DIDResolver

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        guard did == current.document.id else { return try await registry.resolve(did, versionId: versionId) }
        guard let versionId, versionId != current.document.versionId else { return current }
        guard versionId == current.document.$versionId.next?.wrappedValue else { return nil }
        var document = current.document
        document.versionId = versionId
        return ResolvedDID(document: document, status: current.status, terminated: current.terminated)
    }
}
