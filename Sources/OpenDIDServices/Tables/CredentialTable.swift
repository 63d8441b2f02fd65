import OpenDID_DataModel

/// The table of the issued credentials. The credentials themselves are not stored.
package protocol CredentialTable {
    /// Returns the row of a credential, even if it is revoked.
    func issuedCredential(_ vcID: String) throws -> CredentialRow?

    /// Returns the IDs of a person's credentials under a plan, the oldest first. Only credentials with this subject are returned.
    /// Credentials that are known to be revoked are left out.
    func currentCredentials(ofUser userID: String, plan planID: String, subject: String) throws -> [String]

    /// Returns the credentials that a person has under DIDs other than `subject`. Credentials that are known to be revoked are left out.
    func currentCredentials(ofUser userID: String, notOf subject: String) throws -> [CredentialRow]

    /// True if at least this number of credentials was issued to a person after a point in time.
    /// - Parameter count: at least 1.
    func hasIssued(_ count: Int, to userID: String, since moment: UTCInstant) throws -> Bool

    /// Records that a credential is revoked. A revoked credential never becomes valid again.
    func endCredential(_ vcID: String) throws

    /// Records that a new credential has replaced this credential. The replaced credential must therefore be revoked.
    func replaceCredential(_ vcID: String) throws

    /// Returns the IDs of credentials that were replaced and are not yet known to be revoked.
    func replacedCredentials(limit: Int) throws -> [String]

    /// Stores the row of a new credential.
    /// - Parameter txID: the transaction in which it is issued.
    /// - Throws: the database's error if the credential is stored already, or if the transaction has issued one.
    func insertCredential(_ credential: CredentialRow, txID: String, issuedAt: UTCInstant) throws

    /// Gives all credentials of a person to another person's record.
    func moveCredentials(ofUser userID: String, to newID: String) throws
}

/// The row of an issued credential, which names its holder and its plan.
package struct CredentialRow: Sendable, Hashable {
    package let vcID: String
    package let planID: String
    package let userID: String
    /// The holder's DID.
    package let subject: String

    /// Creates a credential's row.
    package init(vcID: String, planID: String, userID: String, subject: String) {
        self.vcID = vcID
        self.planID = planID
        self.userID = userID
        self.subject = subject
    }
}

/// The table of the holders' signed requests to revoke a credential, which are stored as evidence (OpenDID sheet 5.9).
package protocol RevocationTable {
    /// Stores the request to revoke a credential. It replaces an earlier request.
    /// - Throws: the database's error if the issuer has no row of the credential.
    func saveRevocation(of vcID: String, txID: String, request: [UInt8], at now: UTCInstant) throws

    /// Returns the request to revoke a credential, as it was received.
    func revocationRequest(of vcID: String) throws -> [UInt8]?
}
