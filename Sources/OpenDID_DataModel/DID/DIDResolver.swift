/// A DID document as a registry keeps it, with the status that is not part of the document (OpenDID sheet 3.1).
public struct ResolvedDID: Sendable, Hashable {
    /// The document in the version asked for.
    public let document: DIDDocument
    /// The status of the DID today, whatever the version.
    public let status: DIDStatus
    /// When the DID was terminated, if it was and the registry knows.
    public let terminated: UTCInstant?

    /// An answer from its parts.
    public init(document: DIDDocument, status: DIDStatus, terminated: UTCInstant? = nil) {
        self.document = document
        self.status = status
        self.terminated = terminated
    }
}

/// Where DID documents come from: a registry, a gateway in front of it, or a test's table. Whoever answers here decides whose keys are
/// trusted (OpenDID sheet 0).
public protocol DIDResolver: Sendable {
    /// The document of a DID.
    /// - Parameters:
    ///   - did: the DID, without version and key.
    ///   - versionId: the version, or `nil` for the newest one (OpenDID sheet 1.5).
    /// - Returns: `nil` when the DID or the version is not known.
    /// - Throws: when no answer could be had; a verification then fails.
    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID?
}
