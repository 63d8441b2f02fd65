/// A wallet's evidence of an identity check for the registration of a user (OpenDID sheet 5.6, step 6). Its description is redacted.
public struct KYCEvidence: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The wallet's reference to the identity check: `kycTxId`, or `kycToken` if the wallet sends only a token, as wallets after release
    /// 2.0 may do.
    public let reference: String
    /// The token that the identity check gave the wallet, such as a signed JWT. Wallets after release 2.0 send it as `kycToken`.
    public let token: String?
    /// The ID of the wallet that the server token is bound to.
    public let walletID: String
    /// The DID of the wallet's device.
    public let deviceDID: String
    /// The ID of the app that the server token is bound to.
    public let appID: String

    /// Creates evidence.
    public init(reference: String, walletID: String, deviceDID: String, appID: String, token: String? = nil) {
        self.reference = reference
        self.token = token
        self.walletID = walletID
        self.deviceDID = deviceDID
        self.appID = appID
    }

    public var description: String { "KYCEvidence(redacted)" }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// Identifies the user of a wallet, by an identity check of the operator (OpenDID sheet 5.6, step 6).
///
/// ```swift
/// struct VerifiedUsers: KYCCheck {
///     let users: [String: String]
///
///     func userID(for evidence: KYCEvidence) async throws -> String? { users[evidence.reference] }
/// }
/// ```
///
/// Without such a check, the trust agent takes `kycTxId` for the user's ID at the app provider, as upstream's trust agent does. A user ID
/// is no proof: any client that knows one can register as that user. Servers that can be reached from the Internet therefore need an
/// identity check.
public protocol KYCCheck: Sendable {
    /// Identifies the user from the wallet's evidence.
    /// - Returns: the user's ID at the app provider, or `nil` if the check confirms no user. The trust agent then refuses the registration
    /// with 17002.
    /// - Throws: any error if the check cannot answer. The trust agent then does not register the user.
    func userID(for evidence: KYCEvidence) async throws -> String?
}
