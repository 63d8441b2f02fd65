import OpenDID_DataModel

/// The subject of a status change.
package enum StatusSubject: String, Sendable {
    case did, credential
}

/// The registry's records of credentials, and the changes of status of DIDs and credentials. Records are canonical JSON of `VCMeta`.
package protocol CredentialStatusTable {
    /// Returns the record of a credential.
    /// - Throws: the database's errors.
    func metaBytes(ofCredential id: String, for purpose: RowPurpose) throws -> [UInt8]?

    /// Stores the record of a new credential.
    /// - Parameter bytes: the canonical form of `meta`.
    /// - Throws: a constraint error if there is a record of this credential.
    func insertMeta(_ meta: VCMeta, bytes: [UInt8]) throws

    /// Replaces the record of a credential.
    /// - Parameter bytes: the canonical form of `meta`.
    /// - Throws: the database's errors.
    func replaceMeta(_ meta: VCMeta, bytes: [UInt8]) throws

    /// Records that a status has changed.
    /// - Throws: the database's errors.
    func logStatus(_ status: String, of subject: String, _ kind: StatusSubject, at now: UTCInstant) throws
}
