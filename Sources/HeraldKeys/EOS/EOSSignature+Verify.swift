extension EOSSignature {
    /// Checks the signature strictly, in the order of MYKEY sheet 6.6: curve, header, range, canonical form, and that the key recovered with the
    /// header equals `key`.
    /// - Parameters:
    ///   - digest: the SHA-256 hash of the signed message, 32 bytes.
    ///   - key: the expected signer.
    /// - Returns: the reason why the signature is invalid, or `nil` when it is valid.
    public func refusal(digest: [UInt8], by key: EOSPublicKey) -> EOSSignatureRefusal? {
        guard key.curve == .k1 else { return .curve }
        guard digest.count == 32 else { return .digest }
        switch numbers {
        case .impossible(let refusal): return refusal
        case .possible(let numbers):
            guard isCanonical else { return .notCanonical }
            guard let signer = try? numbers.recoverPublicKey(digest: digest) else { return .unrecoverable }
            return EOSPublicKey(signer) == key ? nil : .otherKey
        }
    }

    /// Checks the signature strictly against the SHA-256 hash of these bytes.
    /// - Returns: the reason why the signature is invalid, or `nil` when it is valid.
    public func refusal(message: [UInt8], by key: EOSPublicKey) -> EOSSignatureRefusal? {
        refusal(digest: HeraldSHA256.hash(message), by: key)
    }

    /// Checks the signature strictly against the SHA-256 hash of the UTF-8 bytes of `message`.
    /// - Returns: the reason why the signature is invalid, or `nil` when it is valid.
    public func refusal(message: String, by key: EOSPublicKey) -> EOSSignatureRefusal? {
        refusal(message: Array(message.utf8), by: key)
    }

    /// Returns true when ``refusal(digest:by:)`` finds the signature valid.
    public func verifies(digest: [UInt8], by key: EOSPublicKey) -> Bool { refusal(digest: digest, by: key) == nil }

    /// Returns true when ``refusal(message:by:)-(String,_)`` finds the signature valid.
    public func verifies(message: String, by key: EOSPublicKey) -> Bool { refusal(message: message, by: key) == nil }

    /// Recovers the key that made this signature over the 32-byte `digest`. The signature need not be canonical.
    /// - Throws: ``KeysError`` with code `curve`, `length` (digest), `recoveryByte`, `range` or `unrecoverable`.
    public func recoverPublicKey(digest: [UInt8]) throws(KeysError) -> EOSPublicKey {
        switch numbers {
        case .impossible(let refusal): throw KeysError(refusal.code, field: Self.field, reason: refusal.description)
        case .possible(let numbers): return EOSPublicKey(try numbers.recoverPublicKey(digest: digest))
        }
    }

    private enum Numbers {
        case possible(RecoverableSignature)
        case impossible(EOSSignatureRefusal)
    }

    /// The signature in the form that libsecp256k1 takes, or the reason why it has none.
    private var numbers: Numbers {
        guard curve == .k1 else { return .impossible(.curve) }
        guard let recoveryID else { return .impossible(.header) }
        guard let numbers = try? RecoverableSignature(r: r, s: s, recoveryID: recoveryID) else {
            return .impossible(.range)
        }
        return .possible(numbers)
    }
}

extension EOSSignatureRefusal {
    fileprivate var code: KeysError.Code {
        switch self {
        case .curve: .curve
        case .digest: .length
        case .header: .recoveryByte
        case .range, .notCanonical: .range
        case .unrecoverable, .otherKey: .unrecoverable
        }
    }
}
