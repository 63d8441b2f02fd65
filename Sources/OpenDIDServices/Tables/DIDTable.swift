import OpenDID_DataModel

/// The registry's data about a DID, without the documents.
package struct DIDHead: Sendable, Hashable {
    package let status: DIDStatus
    /// The name of the newest version of the document.
    package let newest: String
    package let terminated: UTCInstant?
    /// A number that changes with every change of the DID or its documents.
    package let revision: Int64

    /// Creates the value from the columns of a row. A status that this version of Herald does not know is treated as `terminated`, the
    /// strictest status.
    /// - Parameter terminated: the time in seconds since 1970.
    package init(status: String, newest: String, terminated: Int64?, revision: Int64) {
        self.status = DIDStatus(rawValue: status) ?? .terminated
        self.newest = newest
        self.terminated = terminated.map { UTCInstant(seconds: $0) }
        self.revision = revision
    }
}

/// The use of an attested device.
package enum DeviceUse: String, Sendable, Hashable, Codable {
    /// The DID of the device is not registered.
    case none
    /// The wallet of the device is registered, but has no owner yet.
    case waiting
    /// The wallet of the device has an owner.
    case owned
}

/// The DIDs and all versions of their documents. Documents are canonical JSON.
package protocol DIDTable {
    /// Returns the data about a DID, or `nil` if the DID is not registered.
    /// - Throws: the database's errors.
    func didHead(_ did: String, for purpose: RowPurpose) throws -> DIDHead?

    /// Enters a DID, without its document. The status is `ACTIVATED`. A DID that was deleted and is entered again gets a revision that it
    /// never had before.
    /// - Parameter newest: the version of the document that is entered next.
    /// - Throws: a constraint error if the DID is registered.
    func insertDID(_ did: String, role: RoleTypeEnum, newest: String, at now: UTCInstant) throws

    /// Sets which version of a DID's document is the newest. The DID gets a new revision.
    /// - Throws: the database's errors.
    func setNewestVersion(_ version: String, of did: String) throws

    /// Sets the status of a DID, which gets a new revision.
    /// - Parameter terminated: the time of termination, or `nil` for any other status.
    /// - Throws: the database's errors.
    func setDIDStatus(_ status: DIDStatus, of did: String, terminated: UTCInstant?) throws

    /// Returns a version of a DID's document.
    /// - Throws: the database's errors.
    func document(_ version: String, of did: String) throws -> [UInt8]?

    /// Returns the time at which a version of a DID's document was entered.
    /// - Throws: the database's errors.
    func entryTime(ofDocument version: String, of did: String) throws -> UTCInstant?

    /// Enters a version of a DID's document.
    /// - Throws: a constraint error if the version exists, or if the DID is not registered.
    func insertDocument(_ document: [UInt8], version: String, of did: String, at now: UTCInstant) throws

    /// Replaces a version of a DID's document.
    /// - Throws: the database's errors.
    func replaceDocument(_ document: [UInt8], version: String, of did: String) throws

    /// Deletes a DID with its documents and status changes, if it has this role.
    /// - Throws: the database's errors.
    func deleteDID(_ did: String, role: RoleTypeEnum) throws

    /// Returns the use of a device, from the registry and the trust agent's wallets.
    /// - Throws: the database's errors.
    func use(ofDevice did: String) throws -> DeviceUse
}
