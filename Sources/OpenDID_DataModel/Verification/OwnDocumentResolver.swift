import HeraldLocks

/// Resolves one DID to a given document, and takes the DID's status from the registry. It is needed because a DID document is signed with
/// its own keys before it is registered (OpenDID sheet 2.5).
///
/// If the registry knows the DID, the given document must be the registered document or a valid next version of it. Otherwise anybody could
/// write a document for any DID and sign it with their own keys. The signatures of a next version only prove that the sender has the
/// **new** keys. To prove the owner's consent, a DIDAuth with a registered key is needed (OpenDID sheet 5.11).
public struct OwnDocumentResolver: DIDResolver {
    private let document: DIDDocument
    private let registry: any DIDResolver

    /// Creates a resolver.
    /// - Parameters:
    ///   - document: the only document that the resolver returns.
    ///   - registry: the source of the status. It is not an error if the registry does not know the DID, because the
    ///     DID is about to be registered.
    public init(_ document: DIDDocument, registry: any DIDResolver) {
        self.document = document
        self.registry = registry
    }

    /// Returns the document with the registry's status, or `nil` for any other DID. The caller must check the version.
    /// - Throws: ``VerificationFailure`` with code `unresolved` if the registry answers with the document of another DID.
    ///   ``VerificationFailure`` with code `otherDocument` if this document is not the registered one and cannot be its next version.
    ///   Errors of the registry.
    public func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        guard did == document.id else { return nil }
        guard let known = try await registry.resolve(did, versionId: nil) else {
            return ResolvedDID(document: document, status: document.deactivated ? .deactivated : .activated)
        }
        guard known.document.id == did else {
            throw VerificationFailure(
                .unresolved, at: "id", "the document that the registry has belongs to another DID")
        }
        guard document.says(theSameAs: known.document) || document.updateFaults(after: known.document).isEmpty else {
            throw VerificationFailure(
                .otherDocument, at: "id",
                "the DID is registered with another document, and this one is not the next version of it")
        }
        return ResolvedDID(document: document, status: known.status, terminated: known.terminated)
    }
}

/// Asks another resolver for each DID only once, because each proof of a document asks for the same DID. It is only for
/// ``OwnDocumentResolver``, which has the same answer for all versions.
final class SingleLookupResolver: DIDResolver {
    private let inner: OwnDocumentResolver
    private let answers = Mutex<[String: Result<ResolvedDID?, any Error>]>([:])

    init(_ inner: OwnDocumentResolver) { self.inner = inner }

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        if let known = answers.withLock({ $0[did] }) { return try known.get() }
        let answer: Result<ResolvedDID?, any Error>
        do {
            answer = .success(try await inner.resolve(did, versionId: versionId))
        } catch {
            answer = .failure(error)
        }
        answers.withLock { $0[did] = answer }
        return try answer.get()
    }
}

/// Passes requests to another resolver, and records whether that resolver failed to answer.
final class AskedResolver: DIDResolver {
    private let inner: any DIDResolver
    private let failed = Mutex(false)

    init(_ inner: any DIDResolver) { self.inner = inner }

    var hasFailed: Bool { failed.withLock { $0 } }

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        do {
            return try await inner.resolve(did, versionId: versionId)
        } catch {
            // A `VerificationFailure` counts as an answer. Other errors mean that the resolver failed to answer.
            if !(error is VerificationFailure) { failed.withLock { $0 = true } }
            throw error
        }
    }
}
