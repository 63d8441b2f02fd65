/// The evidence of an identity check, from which the trust agent learns the user's identity (OpenDID sheet 5.6, step 6). Its description is
/// redacted.
public enum IdentityEvidence: Codable, Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The id of the check, `kycTxId`. In the reference app it is the user's id.
    case transaction(String)
    /// A token that the check gave to the app, such as a signed JWT: `kycToken`. Trust agents after release 2.0 read it.
    case token(String)

    public var description: String { "IdentityEvidence(redacted)" }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}
