extension WalletError.Code {
    // The general error codes.
    /// A parameter has an invalid value.
    public static let parameter = WalletError.Code("parameter", upstream: "MSDKWLT05002")
    /// The wallet is locked. Its passcode unlocks it.
    public static let locked = WalletError.Code("locked", upstream: "MSDKWLT05020")
    /// The wallet's state does not allow the operation.
    public static let state = WalletError.Code("state", upstream: "MSDKWLT05001")
    /// The wallet was deleted or closed in this process.
    public static let closed = WalletError.Code("closed", upstream: "MSDKWLT05001")

    // The error codes of the vault's files and rows.
    /// Stored bytes were altered, are missing, or belong to another place. Nothing was changed or deleted.
    public static let damaged = WalletError.Code("damaged", upstream: "MSDKWLT10501")
    /// The vault was written by a newer version of this library.
    public static let tooNew = WalletError.Code("too_new", upstream: "MSDKWLT10500")
    /// Another process or another ``WalletVault`` uses this vault.
    public static let inUse = WalletError.Code("in_use", upstream: "MSDKWLT10402")
    /// A file cannot be read or written.
    public static let storage = WalletError.Code("storage", upstream: "MSDKWLT10100")
    /// The requested object is not stored.
    public static let notFound = WalletError.Code("not_found", upstream: "MSDKWLT10401")
    /// The object is already stored.
    public static let duplicate = WalletError.Code("duplicate", upstream: "MSDKWLT10101")

    // The error codes of the wallet's lock and of PINs.
    /// The passcode, PIN or passphrase is wrong.
    public static let wrongPasscode = WalletError.Code("wrong_passcode", upstream: "MSDKWLT05044")
    /// The caller must wait after wrong attempts; see ``WalletError/retryAt``. The passcode or PIN was not checked.
    public static let tryLater = WalletError.Code("try_later", upstream: "MSDKWLT05044")
    /// Too many attempts were wrong, and no further one is allowed. ``WalletVault`` describes the ways out.
    public static let blocked = WalletError.Code("blocked", upstream: "MSDKWLT05044")
    /// A new passcode, PIN or passphrase is too short or too long.
    public static let weakPasscode = WalletError.Code("weak_passcode", upstream: "MSDKWLT05044")
    /// A lock is registered already, or no lock is registered.
    public static let lockState = WalletError.Code("lock_state", upstream: "MSDKWLT05001")
    /// The key that opens a vault without a passcode is missing, or belongs to another vault.
    public static let guardKey = WalletError.Code("guard_key", upstream: "MSDKWLT05043")
    /// The encryption or the derivation of a key failed.
    public static let encryption = WalletError.Code("encryption", upstream: "MSDKWLT12300")

    // The error codes of keys and signatures.
    /// A key of this name exists already.
    public static let keyExists = WalletError.Code("key_exists", upstream: "MSDKWLT00100")
    /// No key has this name.
    public static let keyNotFound = WalletError.Code("key_not_found", upstream: "MSDKWLT00400")
    /// The key must be unlocked in another way, such as with its PIN.
    public static let keyUnlock = WalletError.Code("key_unlock", upstream: "MSDKWLT00101")
    /// The new PIN or passcode is the old one.
    public static let samePIN = WalletError.Code("same_pin", upstream: "MSDKWLT00200")
    /// The key has no PIN.
    public static let notPINKey = WalletError.Code("not_pin_key", upstream: "MSDKWLT00201")
    /// There is no biometric key store, or it refused the operation.
    public static let biometric = WalletError.Code("biometric", upstream: "MSDKWLT00300")
    /// The wallet does not create keys of this algorithm.
    public static let algorithm = WalletError.Code("algorithm", upstream: "MSDKWLT00900")
    /// A public or private key cannot be read, or the two do not belong together.
    public static let keyForm = WalletError.Code("key_form", upstream: "MSDKWLT11102")
    /// A signature could not be made.
    public static let signing = WalletError.Code("signing", upstream: "MSDKWLT11201")
    /// The source of random numbers gave no usable bytes.
    public static let random = WalletError.Code("random", upstream: "MSDKUTL00100")

    // The error codes of tokens, users and DIDs.
    /// A wallet token is not the stored one, has expired or has another purpose.
    public static let token = WalletError.Code("token", upstream: "MSDKWLT05010")
    /// The wallet is bound to another user, or no user is bound.
    public static let user = WalletError.Code("user", upstream: "MSDKWLT05041")
    /// A document belongs to another DID.
    public static let didMismatch = WalletError.Code("did_mismatch", upstream: "MSDKWLT05052")

    // The error codes of servers and protocol runs.
    /// No complete answer arrived. The same request may be sent again. The original wallet has MSDKCMM00001 for a malformed URL.
    public static let transport = WalletError.Code("transport", upstream: "MSDKCMM00000")
    /// A server refused the request. ``WalletError/serverError`` has its answer.
    public static let refused = WalletError.Code("refused", upstream: "MSDKCMM00003")
    /// The content of an answer is not what the protocol expects.
    public static let answer = WalletError.Code("answer", upstream: "MSDKWLT05004")
    /// A signature, a proof or another part of a signed document is not valid.
    public static let verification = WalletError.Code("verification", upstream: "MSDKWLT05010")
    /// A provider's certificate is not valid, or has another role. The original wallet has MSDKWLT05006 for another role.
    public static let certificate = WalletError.Code("certificate", upstream: "MSDKWLT05007")
    /// The keys of the trust agent or of a provider in the registry are not those that this wallet has stored; see ``ProviderKeyMemory``.
    public static let providerKey = WalletError.Code("provider_key", upstream: "MSDKWLT05010")
    /// No credential satisfies the verifier's request, or the credential may not be shown.
    public static let noCredential = WalletError.Code("no_credential", upstream: "MSDKWLT05070")
    /// An offer cannot be used: it is malformed, expired, of another kind, or names a host that is not allowed.
    public static let offer = WalletError.Code("offer", upstream: "MSDKWLT05002")
    /// An earlier protocol run is unfinished and must be resumed first.
    public static let unfinished = WalletError.Code("unfinished", upstream: "MSDKWLT05001")
    /// A run failed, and the registry showed that the wallet had used old keys or had set a valid credential aside. The wallet now uses
    /// what the registry has. The run may be tried again.
    public static let recovered = WalletError.Code("recovered", upstream: "MSDKWLT05001")
    /// A credential may have been issued, but the wallet did not receive it, and the servers refuse to send it again. The credential can be
    /// issued again, which revokes the lost one.
    public static let notReceived = WalletError.Code("not_received", upstream: "MSDKWLT05001")
    /// A verifier may have accepted a presentation, but the wallet did not receive its answer. The verifier refuses the repeated request.
    public static let unconfirmed = WalletError.Code("unconfirmed", upstream: "MSDKWLT05001")
    /// The task was cancelled.
    public static let cancelled = WalletError.Code("cancelled", upstream: "MSDKWLT05001")
}
