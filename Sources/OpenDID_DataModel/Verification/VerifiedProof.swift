/// A proof whose signatures hold under a key that the DID document of its owner lists for its purpose.
public struct VerifiedProof: Sendable, Hashable {
    /// Over which bytes a signature holds.
    public enum Form: Sendable, Hashable {
        /// Over the document as it was received.
        case received
        /// Over the document as its sender's model has it: members that the sender adds after signing **are not signed** (OpenDID sheet
        /// 2.1), and the large numbers of release 2 are signed as numbers. See ``ModelForm``.
        case model
    }

    /// The proof as it was received.
    public let proof: ReceivedProof
    /// The key that made it, and whose it is.
    public let signer: SignerKey
    /// Over which bytes the signature holds.
    public let form: Form

    /// How the owner of the key authenticates to use it.
    public var authType: AuthType { signer.method.authType }
}
