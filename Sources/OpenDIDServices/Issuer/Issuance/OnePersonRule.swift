import GRDB
import OpenDID_DataModel

/// Refuses a second DID of a person while a credential of the first is valid. An impostor then gets no credential beside the real person.
///
/// The trust agent vouches for a holder's identity, possibly by a user ID alone. A second DID is accepted once the credential has
/// expired or is revoked, or an operator has revoked the DID of a lost wallet.
struct OnePersonRule: Sendable {
    /// The issuer's ID of the person.
    let userID: String
    /// The DID that requests a credential.
    let holder: String

    /// Checks that no other DID of the person has a valid credential.
    /// - Throws: ``ServiceError`` 00302.
    func check(at now: UTCInstant, in db: Database, knowing ledger: LedgerView) throws {
        for credential in try CredentialRow.others(ofUser: userID, than: holder, in: db) {
            guard let meta = try ledger.meta(of: credential.vcID, in: db), meta.status != .REVOKED else { continue }
            if let end = meta.$validUntil, end < now { continue }
            guard let status = try ledger.status(of: credential.subject, in: db),
                status == .activated || status == .deactivated
            else { continue }
            throw IssuerError.holderInvalid("the person has a credential under another DID that is in use")
        }
    }
}
