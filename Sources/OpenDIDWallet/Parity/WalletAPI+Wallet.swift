import OpenDID_DataModel

extension WalletAPI {
    /// True if the device is registered (OpenDID sheet 8), even if the wallet is locked.
    /// - Throws: ``WalletError`` with code `closed`, and as the function that opens the wallet does.
    public func isExistWallet() async throws(WalletError) -> Bool { try await wallet().vault.isCreated }

    /// Creates the wallet (OpenDID sheet 5.4).
    /// - Parameters:
    ///   - tasURL: the trust agent's server, which also has the list of allowed apps.
    ///   - walletURL: the wallet provider's server.
    /// - Returns: `true`. A failure throws.
    /// - Throws: ``WalletError`` as ``OpenDIDWallet/create(progress:)``, and with code `parameter` if an argument is not an HTTP URL.
    @discardableResult
    public func createWallet(tasURL: String, walletURL: String) async throws(WalletError) -> Bool {
        let wallet = try await wallet(tas: tasURL, walletProvider: walletURL)
        do {
            try await wallet.create()
        } catch {
            guard error.code == .state else { throw error }
            throw WalletError(
                .state, field: error.field, reason: error.reason, upstreamCode: UpstreamNumber.createWallet)
        }
        return true
    }

    /// Deletes the wallet with its files and keys, as release 1 of the SDK does.
    /// - Returns: `true`. A failure throws.
    /// - Throws: ``WalletError`` as ``WalletVault/deleteWallet(all:)``.
    @discardableResult
    public func deleteWallet() async throws(WalletError) -> Bool { try await deleteWallet(deleteAll: true) }

    /// Deletes the wallet (OpenDID sheet 8, release 2).
    /// - Parameter deleteAll: false to leave the data of the device: its keys, document and wallet id.
    /// - Returns: `true`. A failure throws.
    /// - Throws: ``WalletError`` as ``WalletVault/deleteWallet(all:)``.
    @discardableResult
    public func deleteWallet(deleteAll: Bool) async throws(WalletError) -> Bool {
        let wallet = try await wallet()
        try await wallet.exclusively { () throws(WalletError) in try await wallet.vault.deleteWallet(all: deleteAll) }
        if deleteAll {
            await forget()
        } else {
            remembering { $0 = APIMemory() }
        }
        return true
    }
}
