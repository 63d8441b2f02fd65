import Foundation
import OpenDID_DataModel

extension WalletAPI {
    /// Registers the wallet's lock (OpenDID sheet 6.6).
    /// - Parameters:
    ///   - hWalletToken: for purpose 1 or 3.
    ///   - passcode: what opens the wallet from the next start on.
    ///   - isLock: `false` registers the type "unlock", that is none.
    /// - Returns: `true`; what fails throws.
    @discardableResult
    public func registerLock(hWalletToken: String, passcode: String, isLock: Bool) async throws(WalletError) -> Bool {
        try await change(number: UpstreamNumber.passcode) { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.registerLock, in: wallet)
            try await wallet.vault.registerLock(passcode: SecretText(passcode), isLock: isLock)
            return true
        }
    }

    /// Opens the wallet with its passcode (OpenDID sheet 6.6).
    /// - Returns: empty data. Upstream returns the key under the passcode; here it never leaves the vault.
    /// - Throws: ``WalletError`` `wrong_passcode`, `try_later`, `blocked`, `lock_state` without a lock.
    @discardableResult
    public func authenticateLock(passcode: String) async throws(WalletError) -> Data? {
        try await wallet().vault.authenticateLock(passcode: SecretText(passcode))
        return Data()
    }

    /// Whether a lock is registered, not whether the wallet is locked now (OpenDID sheet 6.8).
    public func isLock() async throws(WalletError) -> Bool { try await wallet().vault.isLock }

    /// Gives the lock another passcode (OpenDID sheet 6.6, release 2).
    /// - Throws: ``WalletError`` `same_pin` for equal passcodes, `lock_state` without a lock, and as ``authenticateLock(passcode:)``.
    public func changeLock(oldPasscode: String, newPasscode: String) async throws(WalletError) {
        try await wallet().vault.changeLock(old: SecretText(oldPasscode), new: SecretText(newPasscode))
    }

    /// Gives a key of the holder another PIN (OpenDID sheet 6.6, release 2). The key has to be in use.
    /// - Throws: ``WalletError`` `same_pin`, `wrong_passcode`, `try_later`, `blocked`, `not_pin_key`, `key_not_found`.
    public func changePin(id: String, oldPIN: String, newPIN: String) async throws(WalletError) {
        try await wallet().vault.changePIN(.holder, keyID: id, old: SecretText(oldPIN), new: SecretText(newPIN))
    }

    /// Tells whether a PIN is right (OpenDID sheet 8, release 2): returns when it is. The key has to be in use.
    /// - Throws: ``WalletError`` as ``changePin(id:oldPIN:newPIN:)``.
    public func authenticatePin(id: String, pin: String) async throws(WalletError) {
        try await wallet().vault.authenticatePIN(.holder, keyID: id, pin: SecretText(pin))
    }
}
