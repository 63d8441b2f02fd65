import Foundation
import MYKEYWire

/// The parts of a login that ``SQLiteReplayStore`` compares with its rows.
struct ComparedLogin: Sendable {
    let uuID: Data
    /// The SHA-256 hash of the signed string.
    let signed: [UInt8]
    /// The account, as the text of a ``LoginAccount``. It is the same text for every spelling of the account.
    let account: String
    let isOneTime: Bool
    /// True if the store accepts this user, in case the user is bound.
    let counts: Bool

    init(_ claim: LoginClaim, counts: Bool) {
        uuID = Blob.of(UUIDKey.of(claim.uuID))
        signed = LoginRecord.digest(ofSigned: claim.signedString)
        account = claim.account.text
        isOneTime = claim.isOneTime
        self.counts = counts
    }

    init(_ record: LoginRecord, counts: Bool) {
        uuID = Blob.of(UUIDKey.of(record.login.uuID))
        signed = record.signedDigest
        account = record.login.account.text
        isOneTime = record.isOneTime
        self.counts = counts
    }

    /// Compares the login with the row of its uuID.
    func binding(_ row: Expected) -> CallbackStanding.BindingResult {
        guard row.isBound else { return .absent }
        return row.account == nil || row.account == account ? .fits : .otherAccount
    }
}
