/// A DID document from a registry, together with the status of the DID, which is not part of the document (OpenDID sheet 3.1).
public struct ResolvedDID: Sendable, Hashable {
    /// The document in the requested version.
    public let document: DIDDocument
    /// The current status of the DID. It applies to every version of the document.
    public let status: DIDStatus
    /// The time of termination, if the DID was terminated and the registry knows the time.
    public let terminated: UTCInstant?

    /// Creates a resolver's answer.
    /// - Parameters:
    ///   - document: the document in the requested version.
    ///   - status: the current status of the DID.
    ///   - terminated: the time of termination. Defaults to `nil`, which means not terminated or unknown.
    public init(document: DIDDocument, status: DIDStatus, terminated: UTCInstant? = nil) {
        self.document = document
        self.status = status
        self.terminated = terminated
    }
}

/// A source of DID documents: a registry, a gateway or a table in a test. The caller must trust the source, because it determines which
/// keys belong to a DID (OpenDID sheet 0).
///
/// ```swift
/// struct KnownDocuments: DIDResolver {
///     let documents: [String: DIDDocument]
///
///     func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
///         guard let document = documents[did], versionId == nil || versionId == document.versionId else { return nil }
///         return ResolvedDID(document: document, status: .activated)
///     }
/// }
/// ```
public protocol DIDResolver: Sendable {
    /// Returns the document of a DID.
    /// - Parameters:
    ///   - did: the DID, without a version and a key.
    ///   - versionId: the version, or `nil` for the newest one (OpenDID sheet 1.5).
    /// - Returns: `nil` if the DID or the version is unknown.
    /// - Throws: an error if the source cannot answer. A verification then fails.
    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID?
}
