/// A proof whose signatures hold with a key that its owner's DID document lists for the purpose.
public struct VerifiedProof: Sendable, Hashable {
    /// The form of the document over which a signature holds.
    public enum Form: Sendable, Hashable {
        /// The received document.
        case received
        /// The document in its sender's model. Members that the sender adds after signing **are not signed** (OpenDID sheet 2.1), and the
        /// large numbers of release 2 are signed as numbers. See ``ModelForm``.
        case model
    }

    /// The received proof.
    public let proof: ReceivedProof
    /// The key that made the proof, and its owner.
    public let signer: SignerKey
    /// The form of the document over which the signature holds.
    public let form: Form

    /// The way in which the owner unlocks the key.
    public var authType: AuthType { signer.method.authType }
}
