/// The key that a proof names, from the DID document of its owner.
public struct SignerKey: Sendable, Hashable {
    public let owner: ResolvedDID
    public let method: DIDDocument.VerificationMethod
    public let key: VerificationKey

    /// Finds the key with the steps of OpenDID sheet 2.5: document, version, key, purpose, type. Each step must succeed.
    /// - Parameter versions: the required relation of the versions. With any rule but `exact`, the newest document is requested.
    init(
        of proof: ReceivedProof, in resolver: any DIDResolver, versions: KeyVersionRule = .exact
    ) async throws(VerificationFailure) {
        let place = proof.selection.proofPath + ".verificationMethod"
        let (did, versionId) = (proof.keyURL.did, proof.keyURL.versionId)
        let answer: ResolvedDID?
        do {
            answer = try await resolver.resolve(did, versionId: versions == .exact ? versionId : nil)
        } catch {
            throw .foreign(error, .unresolved, at: place, "the DID document could not be had")
        }
        guard let owner = answer else {
            throw VerificationFailure(.unresolved, at: place, "the DID or this version of it is not known")
        }
        // A resolver that answers with another document must not decide the owner of the key.
        guard owner.document.id == did else {
            throw VerificationFailure(.unresolved, at: place, "the resolved document belongs to another DID")
        }
        if let versionId, !versions.accepts(versionId, of: owner.document) {
            throw VerificationFailure(.unresolved, at: place, "the resolved document has another version")
        }
        let methods = owner.document.verificationMethod.filter { $0.id == proof.keyID }
        guard let method = methods.first else {
            throw VerificationFailure(.missingKey, at: place, "the DID document has no key of this name")
        }
        guard methods.count == 1 else {
            throw VerificationFailure(.missingKey, at: place, "the DID document has several keys of this name")
        }
        guard owner.document.keyNames(for: proof.purpose).contains(proof.keyID) else {
            throw VerificationFailure(
                .keyNotForPurpose, at: place, "the DID document does not list this key under \(proof.purpose.rawValue)")
        }
        let key: VerificationKey
        do {
            key = try VerificationKey(method)
        } catch {
            throw VerificationFailure(error.code, at: place, error.reason)
        }
        guard key.proofType == proof.type else {
            throw VerificationFailure(
                .typeMismatch, at: proof.selection.proofPath + ".type",
                "a proof of type \(proof.type.rawValue) cannot be made with a key of type \(method.type.rawValue)")
        }
        self.owner = owner
        self.method = method
        self.key = key
    }
}
