/// What a wallet shows the trust agent of an identity check, so that it learns who the user is (OpenDID sheet 5.6, step 6). It does not
/// print itself.
public enum IdentityEvidence: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The id under which the check is known; `kycTxId`. The user's id in the reference app.
    case transaction(String)
    /// What the check itself gave the app, such as a signed JWT; `kycToken`, which trust agents after release 2.0 read.
    case token(String)

    public var description: String { "IdentityEvidence(redacted)" }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .enum) }
}
