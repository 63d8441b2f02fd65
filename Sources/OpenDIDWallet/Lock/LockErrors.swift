extension WalletError.Code {
    /// The passcode, PIN or passphrase is wrong.
    public static let wrongPasscode = WalletError.Code("wrong_passcode", upstream: "MSDKWLT05044")
    /// After wrong attempts, some time has to pass; see ``WalletError/retryAt``. Nothing was tried.
    public static let tryLater = WalletError.Code("try_later", upstream: "MSDKWLT05044")
    /// After too many wrong attempts no further one is allowed; see ``WalletVault`` for the ways out.
    public static let blocked = WalletError.Code("blocked", upstream: "MSDKWLT05044")
    /// A new passcode, PIN or passphrase is too short or too long.
    public static let weakPasscode = WalletError.Code("weak_passcode", upstream: "MSDKWLT05044")
    /// A lock is registered already, or there is none.
    public static let lockState = WalletError.Code("lock_state", upstream: "MSDKWLT05001")
    /// The key that opens a vault without a passcode is missing, or is that of another vault.
    public static let guardKey = WalletError.Code("guard_key", upstream: "MSDKWLT05043")
    /// Encrypting or deriving a key failed inside the library.
    public static let encryption = WalletError.Code("encryption", upstream: "MSDKWLT12300")
}
