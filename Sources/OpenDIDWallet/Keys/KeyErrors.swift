extension WalletError.Code {
    /// There is a key of this name already.
    public static let keyExists = WalletError.Code("key_exists", upstream: "MSDKWLT00100")
    /// There is no key of this name.
    public static let keyNotFound = WalletError.Code("key_not_found", upstream: "MSDKWLT00400")
    /// The key is opened in another way than the one that was offered.
    public static let keyUnlock = WalletError.Code("key_unlock", upstream: "MSDKWLT00101")
    /// The new PIN or passcode is the old one.
    public static let samePIN = WalletError.Code("same_pin", upstream: "MSDKWLT00200")
    /// The key has no PIN.
    public static let notPINKey = WalletError.Code("not_pin_key", upstream: "MSDKWLT00201")
    /// There is no biometric key store, or it refused.
    public static let biometric = WalletError.Code("biometric", upstream: "MSDKWLT00300")
    /// Keys of this algorithm are not made here.
    public static let algorithm = WalletError.Code("algorithm", upstream: "MSDKWLT00900")
    /// A public or private key cannot be read, or the two do not belong together.
    public static let keyForm = WalletError.Code("key_form", upstream: "MSDKWLT11102")
    /// A signature could not be made.
    public static let signing = WalletError.Code("signing", upstream: "MSDKWLT11201")
    /// The source of random numbers gave none that will do.
    public static let random = WalletError.Code("random", upstream: "MSDKUTL00100")
}
