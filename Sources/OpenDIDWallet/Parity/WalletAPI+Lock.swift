import Foundation
import OpenDID_DataModel

extension WalletAPI {
    /// Registers the wallet's lock (OpenDID sheet 6.6).
    /// - Parameters:
    ///   - hWalletToken: a wallet token with purpose 1 or 3.
    ///   - passcode: the passcode that opens the wallet from the next start on.
    ///   - isLock: false to register the type "unlock", which means no lock.
    /// - Returns: `true`. A failure throws.
    /// - Throws: ``WalletError`` with code `token` or `user`, and as ``WalletVault/registerLock(passcode:isLock:pin:)``.
    @discardableResult
    public func registerLock(hWalletToken: String, passcode: String, isLock: Bool) async throws(WalletError) -> Bool {
        try await change(number: UpstreamNumber.passcode) { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.registerLock, in: wallet)
            try await wallet.vault.registerLock(passcode: SecretText(passcode), isLock: isLock)
            return true
        }
    }

    /// Opens the wallet with its passcode (OpenDID sheet 6.6).
    /// - Returns: empty data. Upstream returns the key that the passcode decrypts. In this package the key never leaves the vault.
    /// - Throws: ``WalletError`` with code `wrong_passcode`, `try_later` or `blocked`, or with code `lock_state` if there is no lock.
    @discardableResult
    public func authenticateLock(passcode: String) async throws(WalletError) -> Data? {
        try await wallet().vault.authenticateLock(passcode: SecretText(passcode))
        return Data()
    }

    /// True if a lock is registered, even if the wallet is unlocked now (OpenDID sheet 6.8).
    /// - Throws: ``WalletError`` with code `closed` if the vault was closed or deleted.
    public func isLock() async throws(WalletError) -> Bool { try await wallet().vault.isLock }

    /// Changes the passcode of the lock (OpenDID sheet 6.6, release 2).
    /// - Throws: ``WalletError`` with code `same_pin` if the passcodes are equal, with code `weak_passcode`, with code `lock_state` if there
    ///   is no lock, and as ``authenticateLock(passcode:)``.
    public func changeLock(oldPasscode: String, newPasscode: String) async throws(WalletError) {
        try await wallet().vault.changeLock(old: SecretText(oldPasscode), new: SecretText(newPasscode))
    }

    /// Changes the PIN of an active key of the holder (OpenDID sheet 6.6, release 2).
    /// - Throws: ``WalletError`` with code `same_pin`, `weak_passcode`, `wrong_passcode`, `try_later`, `blocked`, `not_pin_key` or
    ///   `key_not_found`.
    public func changePin(id: String, oldPIN: String, newPIN: String) async throws(WalletError) {
        try await wallet().vault.changePIN(.holder, keyID: id, old: SecretText(oldPIN), new: SecretText(newPIN))
    }

    /// Checks the PIN of an active key. Returns normally if the PIN is right (OpenDID sheet 8, release 2).
    /// - Throws: ``WalletError`` with code `wrong_passcode`, `try_later`, `blocked`, `not_pin_key` or `key_not_found`.
    public func authenticatePin(id: String, pin: String) async throws(WalletError) {
        try await wallet().vault.authenticatePIN(.holder, keyID: id, pin: SecretText(pin))
    }
}
