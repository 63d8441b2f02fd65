import HeraldJSON

/// A received proof. Its members were read, and their form was checked.
public struct ReceivedProof: Sendable, Hashable {
    /// The place of the proof: ``ProofSelection/proof`` or ``ProofSelection/proofs(_:)``.
    public let selection: ProofSelection
    /// The type of the signature.
    public let type: ProofType
    /// The purpose of the proof.
    public let purpose: ProofPurpose
    /// The DID URL of the key that made it. It has a key id.
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
                throw .malformedProof(place, "a string was expected, this is \(member.kind)")
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
