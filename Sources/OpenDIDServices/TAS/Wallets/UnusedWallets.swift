import OpenDID_DataModel

/// Deletes wallets whose owner is not registered. This is needed because any client can register wallets, each with a DID document.
struct UnusedWallets: Sendable {
    let limits: ServiceLimits

    /// Deletes unused wallets that are too old, and the oldest ones above the limit. A deleted wallet may be registered again.
    var expired: ExpiredRows {
        ExpiredRows { [limits] rows, now, limit in
            var over = now - limits.unusedWallet
            if let crowd = try rows.registration(ofUnusedWalletBeyond: limits.unusedWallets) {
                over = max(over, min(crowd + .seconds(1), now - limits.crowdedWallet))
            }
            let wallets = try rows.unusedWallets(before: over, limit: limit)
            for wallet in wallets {
                try rows.removeWallet(wallet.walletID)
                // Only the DID document that was registered together with the wallet is deleted. A DID with another role is not deleted.
                try rows.deleteDID(wallet.deviceDID, role: .Wallet)
            }
            return wallets.count
        }
    }
}
