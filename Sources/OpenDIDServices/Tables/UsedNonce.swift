import OpenDID_DataModel

/// The nonce of an accepted message (OpenDID sheet 9), as the trust agent stores it.
package struct UsedNonce: Sendable, Hashable {
    /// SHA-256 of the kind of message, its sender and the nonce.
    package let digest: [UInt8]
    /// The instant from which the nonce may be deleted.
    package let until: UTCInstant

    package init(digest: [UInt8], until: UTCInstant) {
        self.digest = digest
        self.until = until
    }
}
