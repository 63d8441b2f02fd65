import OpenDID_DataModel

/// The tables of the app provider, the wallet provider and the notification provider.
package protocol ProviderTables: AppUserTable, WalletDeviceTable, NotificationTable {}

/// The personal data of the app provider's users. A user is found by a keyed hash of the user ID.
package protocol AppUserTable {
    /// Returns a user's encrypted data, or `nil` if the user is unknown.
    /// - Throws: the database's errors.
    func appUserData(_ user: String) throws -> [UInt8]?

    /// Stores or replaces a user's encrypted data.
    /// - Throws: the database's errors.
    func saveAppUserData(_ data: [UInt8], of user: String) throws
}

/// The devices that the wallet provider has attested.
package protocol WalletDeviceTable {
    /// Returns the device with a DID, or `nil` if it was never attested.
    /// - Throws: the database's errors.
    func walletDevice(_ did: String) throws -> WalletDevice?

    /// Stores a new device. Nothing is stored if the device or the wallet ID is already stored.
    /// - Parameter now: the time from which the device counts as unused.
    /// - Throws: the database's errors.
    func insertWalletDeviceIfAbsent(_ device: WalletDevice, did: String, walletID: String, unusedSince now: UTCInstant)
        throws

    /// Returns the devices that have been unused since before a point in time, beginning with those that have been unused for longest.
    /// - Parameter locking: true if the same write deletes or changes the devices. A device that another write is deleting or changing is
    ///   then left out. It is only allowed in a write.
    /// - Throws: the database's errors.
    func unusedDevices(before instant: UTCInstant, limit: Int, locking: Bool) throws -> [UnusedDevice]

    /// Returns the time since which the newest unused device is unused if the given number of newer ones is left out, or `nil` if there are
    /// not more devices than that. It reads at most `count` + 1 index entries.
    /// - Throws: the database's errors.
    func newestUnusedDevice(beyond count: Int) throws -> UTCInstant?

    /// Deletes a device, unless it was used or attested again after it was read.
    /// - Throws: the database's errors.
    func deleteUnusedDevice(_ device: UnusedDevice) throws

    /// Changes the time from which a device counts as unused, unless it was changed after it was read.
    /// - Parameter instant: the new time, or `nil` if the device is used.
    /// - Throws: the database's errors.
    func moveUnusedDevice(_ device: UnusedDevice, to instant: UTCInstant?) throws
}

/// An attested device.
package struct WalletDevice: Sendable, Hashable {
    /// SHA-256 of the device's DID document without proofs.
    package let document: [UInt8]
    /// The answer that the device received.
    package let answer: [UInt8]

    package init(document: [UInt8], answer: [UInt8]) { (self.document, self.answer) = (document, answer) }
}

/// A device that belongs to no wallet with an owner, as far as the wallet provider knows.
package struct UnusedDevice: Sendable, Hashable {
    package let did: String
    package let unusedSince: UTCInstant

    package init(did: String, unusedSince: UTCInstant) { (self.did, self.unusedSince) = (did, unusedSince) }
}

/// The notification provider's messages in encrypted form.
package protocol NotificationTable {
    /// Stores a message.
    /// - Returns: its number, which is larger than those of all earlier messages.
    /// - Throws: the database's errors.
    func insertNotification(_ message: [UInt8]) throws -> Int64

    /// Deletes the messages up to a number.
    /// - Throws: the database's errors.
    func deleteNotifications(upTo number: Int64) throws

    /// Returns the messages, oldest first.
    /// - Throws: the database's errors.
    func notifications() throws -> [[UInt8]]
}
