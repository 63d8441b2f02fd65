/// A wallet that is registered with the trust agent (OpenDID sheet 5.4, 6.8).
package struct WalletRecord: Sendable, Hashable {
    /// The status of a wallet. A wallet is `ASSIGNED` when its owner is registered.
    package enum Status: String, Sendable { case created = "CREATED", assigned = "ASSIGNED" }

    package let walletID: String
    package let deviceDID: String
    package let status: Status

    /// Creates a record.
    /// - Parameter status: defaults to `CREATED`.
    package init(walletID: String, deviceDID: String, status: Status = .created) {
        self.walletID = walletID
        self.deviceDID = deviceDID
        self.status = status
    }

    /// The request that registered a wallet, and the answer's transaction ID. With them, the same request gets the same answer again.
    package struct Registration: Sendable {
        /// SHA-256 of the request's body.
        package let request: [UInt8]
        package let transactionID: String

        package init(request: [UInt8], transactionID: String) {
            self.request = request
            self.transactionID = transactionID
        }
    }
}
