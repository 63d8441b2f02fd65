/// What a wallet shows of an identity check when a user is registered (OpenDID sheet 5.6, step 6). It does not print itself.
public struct KYCEvidence: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// What the wallet calls the check: `kycTxId`, or the `kycToken` of later wallets where that is all.
    public let reference: String
    /// What the identity check itself gave the wallet, such as a signed JWT: the `kycToken` that wallets after release 2.0 send.
    public let token: String?
    /// The wallet, its device and the app that the server token is bound to: who asks.
    public let walletID: String
    public let deviceDID: String
    public let appID: String

    /// Evidence from its parts.
    public init(reference: String, walletID: String, deviceDID: String, appID: String, token: String? = nil) {
        self.reference = reference
        self.token = token
        self.walletID = walletID
        self.deviceDID = deviceDID
        self.appID = appID
    }

    public var description: String { "KYCEvidence(redacted)" }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// Finds out who stands behind a wallet: an identity check of the operator's own (OpenDID sheet 5.6, step 6).
///
/// Without one the trust agent does as upstream's does and believes the `kycTxId` to be the id under which the app provider knows the
/// user. A user id is not proof of a person: whoever knows one can register as that person. Servers that strangers reach need a check.
public protocol KYCCheck: Sendable {
    /// - Returns: the id under which the app provider knows the person; `nil` when the check does not confirm anybody, which is answered
    ///   with 17002.
    /// - Throws: when no answer could be had; nobody is registered then.
    func userID(for evidence: KYCEvidence) async throws -> String?
}
