import HeraldJSON

/// A proof of a received document. Its members were read and have a valid form. Its signature was not checked yet.
public struct ReceivedProof: Sendable, Hashable {
    /// The place of the proof: ``ProofSelection/proof`` or ``ProofSelection/proofs(_:)``.
    public let selection: ProofSelection
    /// The type of the signature.
    public let type: ProofType
    /// The purpose of the proof.
    public let purpose: ProofPurpose
    /// The DID URL of the key that made the proof. It has a key id.
    public let keyURL: DIDURL
    /// The time of signing that the proof states. It may be in the future, because some servers write local time as if it were UTC
    /// (OpenDID sheet 1.3).
    public let created: UTCInstant

    /// The id of the key in the signer's DID document.
    public let keyID: String

    init(_ document: SignedDocument, _ selection: ProofSelection) throws(VerificationFailure) {
        let proof = try document.proof(selection)
        func text(_ name: String) throws(VerificationFailure) -> (text: String, place: String) {
            let place = selection.proofPath + "." + name
            guard let member = proof[name], !member.isNull else {
                throw .malformedProof(place, "this member is required and absent")
            }
            guard let text = member.string else {
                throw .malformedProof(place, "a string was expected, but this is \(member.kind)")
            }
            return (text, place)
        }
        self.selection = selection
        let (typeName, typePlace) = try text("type")
        guard let type = ProofType(rawValue: typeName) else {
            throw .malformedProof(typePlace, "this type of proof is not known")
        }
        self.type = type
        let (purposeName, purposePlace) = try text("proofPurpose")
        guard let purpose = ProofPurpose(rawValue: purposeName) else {
            throw .malformedProof(purposePlace, "this purpose is not known")
        }
        self.purpose = purpose
        let (url, urlPlace) = try text("verificationMethod")
        do {
            keyURL = try DIDURL(url)
        } catch {
            throw .malformedProof(urlPlace, "this is no key URL: \(error.reason)")
        }
        guard let key = keyURL.keyId else { throw .malformedProof(urlPlace, "the key URL names no key") }
        keyID = key
        let (time, timePlace) = try text("created")
        do {
            created = try UTCInstant(time)
        } catch {
            throw .malformedProof(timePlace, "this is no date and time: \(error.reason)")
        }
    }
}

/// The key that a proof names, taken from the DID document of the key's owner.
public struct SignerKey: Sendable, Hashable {
    /// The DID document of the key's owner, with its status.
    public let owner: ResolvedDID
    /// The key's entry in the document.
    public let method: DIDDocument.VerificationMethod
    /// The public key.
    public let key: VerificationKey

    /// Finds the key that a proof names. The steps are those of OpenDID sheet 2.5: find the document, check its version, find the key,
    /// check its purpose and its type. An error is thrown if a step fails.
    /// - Parameter versions: the rule for the version in the key URL. With any rule other than `exact`, the newest document is used.
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
        // The document must belong to the DID. Otherwise a resolver that returns another document could change the owner of the key.
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

/// A proof with valid signatures. They were made with a key that the DID document of the key's owner lists for the purpose.
public struct VerifiedProof: Sendable, Hashable {
    /// The form of the document over which a signature is valid.
    public enum Form: Sendable, Hashable {
        /// The signature is valid over the document as it was received.
        case received
        /// The signature is valid only over another form of the document, which the sender signed; see ``ModelForm``. Members that the
        /// sender added after signing **are not signed** (OpenDID sheet 2.1). Large numbers of release 2 were signed as numbers, and were
        /// sent as text.
        case model
    }

    /// The received proof.
    public let proof: ReceivedProof
    /// The key that made the proof, and its owner.
    public let signer: SignerKey
    /// The form of the document over which the signature is valid.
    public let form: Form

    /// The way in which the owner unlocks the key that made the proof.
    public var authType: AuthType { signer.method.authType }
}
