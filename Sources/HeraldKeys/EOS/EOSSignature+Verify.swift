extension EOSSignature {
    /// Checks strictly, in the order of MYKEY sheet 6.6: curve, header, range, canonical, and that the key recovered through the header is `key`.
    /// - Parameters:
    ///   - digest: SHA-256 of what was signed, 32 bytes.
    ///   - key: who should have signed.
    /// - Returns: why it does not count; `nil` when it does.
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

    /// Checks strictly against SHA-256 of these bytes.
    /// - Returns: why it does not count; `nil` when it does.
    public func refusal(message: [UInt8], by key: EOSPublicKey) -> EOSSignatureRefusal? {
        refusal(digest: HeraldSHA256.hash(message), by: key)
    }

    /// Checks strictly against SHA-256 of the UTF-8 bytes of `message`.
    /// - Returns: why it does not count; `nil` when it does.
    public func refusal(message: String, by key: EOSPublicKey) -> EOSSignatureRefusal? {
        refusal(message: Array(message.utf8), by: key)
    }

    /// Whether ``refusal(digest:by:)`` has nothing to say.
    public func verifies(digest: [UInt8], by key: EOSPublicKey) -> Bool { refusal(digest: digest, by: key) == nil }

    /// Whether ``refusal(digest:by:)`` has nothing to say about SHA-256 of the UTF-8 bytes of `message`.
    public func verifies(message: String, by key: EOSPublicKey) -> Bool { refusal(message: message, by: key) == nil }

    /// The key that made it over the 32-byte `digest`, canonical or not.
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

    /// Header, r and s as the curve library takes them.
    private var numbers: Numbers {
        guard curve == .k1 else { return .impossible(.curve) }
        guard let recoveryID else { return .impossible(.header) }
        guard let numbers = try? RecoverableSignature(r: r, s: s, recoveryID: recoveryID) else { return .impossible(.range) }
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
