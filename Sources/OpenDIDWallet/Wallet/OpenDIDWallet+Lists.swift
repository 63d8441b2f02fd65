import OpenDID_DataModel

extension OpenDIDWallet {
    /// Requests the list of allowed apps from the list provider, and stores it (OpenDID sheet 5.4, step 1).
    /// - Returns: the package names.
    /// - Throws: ``WalletError`` with code `answer` for an empty list, which would lock out every app, or with code `transport` or
    ///   `refused`.
    @discardableResult
    public func refreshAllowedApps() async throws(WalletError) -> [String] {
        try await exclusively { () throws(WalletError) in
            let endpoint = OpenDIDEndpoints.List.allowedApps
            let call = self.configuration.addresses.call(
                endpoint, ServiceQuery("wallet", CreateWalletFlow.walletPackage))
            let list = try await self.runner.send(call).read(endpoint).value
            guard !list.items.isEmpty else {
                throw WalletError(.answer, field: "items", reason: "the list of apps that may use this wallet is empty")
            }
            try await self.vault.commit([.setAllowedApps(list.items)])
            return list.items
        }
    }
}
