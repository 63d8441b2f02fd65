extension WalletError.Code {
    // General
    /// A parameter is not as it has to be.
    public static let parameter = WalletError.Code("parameter", upstream: "MSDKWLT05002")
    /// The wallet is locked; its passcode opens it.
    public static let locked = WalletError.Code("locked", upstream: "MSDKWLT05020")
    /// The wallet's state does not allow this.
    public static let state = WalletError.Code("state", upstream: "MSDKWLT05001")
    /// The wallet was deleted or closed in this process.
    public static let closed = WalletError.Code("closed", upstream: "MSDKWLT05001")

    // The store
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

    // The lock
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

    // Keys
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

    // The vault
    /// A wallet token is not the stored one, is out of date or for something else.
    public static let token = WalletError.Code("token", upstream: "MSDKWLT05010")
    /// The wallet is bound to another user, or to none.
    public static let user = WalletError.Code("user", upstream: "MSDKWLT05041")
    /// A document belongs to another DID.
    public static let didMismatch = WalletError.Code("did_mismatch", upstream: "MSDKWLT05052")

    // Servers and protocols
    /// No whole answer came; the same request may be sent again.
    public static let transport = WalletError.Code("transport", upstream: "MSDKCMM00000")
    /// A server refused; ``WalletError/serverError`` has what it said.
    public static let refused = WalletError.Code("refused", upstream: "MSDKCMM00003")
    /// An answer is not what the protocol expects at this place.
    public static let answer = WalletError.Code("answer", upstream: "MSDKWLT05004")
    /// A signature, a proof or something else about a signed document does not hold.
    public static let verification = WalletError.Code("verification", upstream: "MSDKWLT05010")
    /// A provider's certificate does not hold, or gives it another role.
    public static let certificate = WalletError.Code("certificate", upstream: "MSDKWLT05007")
    /// The registry shows other keys of the trust agent or of a provider than this wallet knows; see ``ProviderKeyMemory``.
    public static let providerKey = WalletError.Code("provider_key", upstream: "MSDKWLT05010")
    /// No credential is what the verifier asks for, or nothing of it may be shown.
    public static let noCredential = WalletError.Code("no_credential", upstream: "MSDKWLT05070")
    /// An offer cannot be used: malformed, expired, of another kind, or pointing to a host that is not allowed.
    public static let offer = WalletError.Code("offer", upstream: "MSDKWLT05002")
    /// A protocol was left unfinished; it has to be resumed first.
    public static let unfinished = WalletError.Code("unfinished", upstream: "MSDKWLT05001")
    /// A run failed, and the wallet then found that the registry has other keys or another credential of its own than it took for
    /// registered. It turned to those: the run may be tried again.
    public static let recovered = WalletError.Code("recovered", upstream: "MSDKWLT05001")
    /// A credential may have been issued, and was not received: the servers do not answer for it any more. It can be issued again, which
    /// ends the one that was lost.
    public static let notReceived = WalletError.Code("not_received", upstream: "MSDKWLT05001")
    /// The task was cancelled.
    public static let cancelled = WalletError.Code("cancelled", upstream: "MSDKWLT05001")
}
