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
