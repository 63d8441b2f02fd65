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

/// Resolves one DID from a document at hand: a DID document proves itself by its own keys before it is on a registry (OpenDID
/// sheet 2.5). Whether the DID may sign is still for the registry to say, which knows more than the document does of itself.
///
/// Of a DID that the registry knows, the document has to be the registered one, or one that can be the next version of it: anybody can
/// write the document of a DID and prove it by keys of their own. A next version says only that somebody holds the **new** keys; that the
/// owner wants it takes a DIDAuth by a registered key beside it (OpenDID sheet 5.11).
public struct OwnDocumentResolver: DIDResolver {
    private let document: DIDDocument
    private let registry: any DIDResolver

    /// - Parameters:
    ///   - document: the only one that is known, in its only version.
    ///   - registry: what the status is taken from. A DID that it does not know is about to be registered: that is no fault here.
    public init(_ document: DIDDocument, registry: any DIDResolver) {
        self.document = document
        self.registry = registry
    }

    /// The document with the registry's status, when the DID is its own; whether the version is right is for the caller to see.
    /// - Throws: what the registry throws; ``VerificationFailure`` `unresolved` when it answers with another DID's document,
    ///   `otherDocument` when the DID is registered with another document that this one cannot follow.
    public func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        guard did == document.id else { return nil }
        guard let known = try await registry.resolve(did, versionId: nil) else {
            return ResolvedDID(document: document, status: document.deactivated ? .deactivated : .activated)
        }
        guard known.document.id == did else {
            throw VerificationFailure(.unresolved, at: "id", "the document that the registry has belongs to another DID")
        }
        guard document.says(theSameAs: known.document) || document.updateFaults(after: known.document).isEmpty else {
            throw VerificationFailure(
                .otherDocument, at: "id", "the DID is registered with another document, and this one is not the next version of it")
        }
        return ResolvedDID(document: document, status: known.status, terminated: known.terminated)
    }
}
