/// A registered user: a holder's DID with its wallet and app (OpenDID sheet 5.6, 6.8).
package struct UserRecord: Sendable, Hashable, CustomStringConvertible {
    /// The status of the user's DID.
    package enum Status: String, Sendable, CaseIterable {
        case activated = "ACTIVATED", deactivated = "DEACTIVATED", revoked = "REVOKED"
    }

    package let did: String
    package let walletID: String
    package let appID: String
    /// The personal data that identifies the user at an issuer, encrypted.
    package let sealedPII: [UInt8]
    package let status: Status
    /// The token for push messages, encrypted.
    package let sealedPushToken: [UInt8]?

    /// Creates a record.
    /// - Parameters:
    ///   - status: defaults to `ACTIVATED`.
    ///   - sealedPushToken: defaults to none.
    package init(
        did: String, walletID: String, appID: String, sealedPII: [UInt8], status: Status = .activated,
        sealedPushToken: [UInt8]? = nil
    ) {
        self.did = did
        self.walletID = walletID
        self.appID = appID
        self.sealedPII = sealedPII
        self.status = status
        self.sealedPushToken = sealedPushToken
    }

    /// The DID and the status, without the personal data.
    package var description: String { "UserRecord(\(did), \(status.rawValue))" }
}
