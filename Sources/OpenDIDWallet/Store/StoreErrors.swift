extension WalletError.Code {
    /// Stored bytes were altered, are missing, or are of another place. Nothing was changed or removed.
    public static let damaged = WalletError.Code("damaged", upstream: "MSDKWLT10501")
    /// The vault was written by a newer version of this library.
    public static let tooNew = WalletError.Code("too_new", upstream: "MSDKWLT10500")
    /// Another process or another ``WalletVault`` works on this vault.
    public static let inUse = WalletError.Code("in_use", upstream: "MSDKWLT10402")
    /// Files cannot be read or written.
    public static let storage = WalletError.Code("storage", upstream: "MSDKWLT10100")
    /// What was asked for is not stored.
    public static let notFound = WalletError.Code("not_found", upstream: "MSDKWLT10401")
    /// It is stored already.
    public static let duplicate = WalletError.Code("duplicate", upstream: "MSDKWLT10101")
}
