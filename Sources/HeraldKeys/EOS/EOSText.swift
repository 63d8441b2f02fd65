/// The shared structure of EOS text forms: a prefix, then base58 of the bytes and a 4-byte checksum (MYKEY sheet 6.1).
enum EOSText {
    /// The longest base58 part that is decoded, in characters. No EOS text is as long: the longest are signatures, with at most 101
    /// characters after the prefix.
    private static let limit = 128

    /// Returns the first four bytes of RIPEMD-160 over the bytes and the curve's name. The legacy form of public keys omits the name.
    static func checksum(_ bytes: [UInt8], suffix: EOSCurve?) -> ArraySlice<UInt8> {
        var hash = RIPEMD160()
        hash.update(bytes)
        if let suffix { hash.update(Array(suffix.rawValue.utf8)) }
        return hash.finalize().prefix(4)
    }

    static func encode(_ bytes: [UInt8], prefix: String, suffix: EOSCurve?) -> String {
        prefix + Base58.encode(bytes + checksum(bytes, suffix: suffix))
    }

    /// Returns the curve that a text such as `PUB_K1_…` names, and the part after the curve's name.
    static func named(_ text: String, as kind: String) -> (curve: EOSCurve, body: Substring.UTF8View)? {
        for curve in EOSCurve.allCases {
            if let body = body(text, after: "\(kind)_\(curve.rawValue)_") { return (curve, body) }
        }
        return nil
    }

    /// Returns the part after `prefix`. Compares bytes, because Swift's `String` would not match `EOS` when a combining accent follows.
    static func body(_ text: String, after prefix: String) -> Substring.UTF8View? {
        text.utf8.starts(with: prefix.utf8) ? text[...].utf8.dropFirst(prefix.utf8.count) : nil
    }

    /// Decodes base58 and checks that the last four bytes are the RIPEMD-160 checksum of the other bytes. Returns the other bytes.
    /// - Throws: ``KeysError`` with code `tooLong`, `character`, `length` or `checksum` for `field`.
    static func decode(_ body: Substring.UTF8View, count: Int, suffix: EOSCurve?, field: String) throws(KeysError)
        -> [UInt8]
    {
        try decode(body, count: count, field: field) { checksum($0, suffix: suffix) }
    }

    /// Decodes base58 and checks that the last four bytes are `checksum` of the other bytes. Returns the other bytes.
    /// - Throws: ``KeysError`` with code `tooLong`, `character`, `length` or `checksum` for `field`.
    static func decode(
        _ body: Substring.UTF8View, count: Int, field: String, checksum: ([UInt8]) -> ArraySlice<UInt8>
    ) throws(KeysError) -> [UInt8] {
        var all = try Base58.decode(utf8: body, limit: limit, field: field)
        // The bytes are wiped, because they may be those of a private key.
        defer { all.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        guard all.count == count + 4 else {
            throw KeysError(
                .length, field: field, reason: "\(count) bytes and a checksum of 4 expected, \(all.count) bytes found")
        }
        let bytes = Array(all.prefix(count))
        guard ConstantTime.equals(Array(checksum(bytes)), Array(all.suffix(4))) else {
            throw KeysError(.checksum, field: field, reason: "the checksum does not match")
        }
        return bytes
    }
}

/// The curve of an EOS key or signature. Its text form names the curve, as in `PUB_K1_…` (MYKEY sheet 6.1).
public enum EOSCurve: String, Sendable, Hashable, CaseIterable {
    /// secp256k1. Herald signs and verifies only with keys of this curve.
    case k1 = "K1"
    /// P-256. Herald only reads and prints such keys. A reserved key is never on this curve (MYKEY sheet 6.1).
    case r1 = "R1"

    /// Returns true when `scalar` has 32 bytes and lies in 1 ..< n of this curve.
    func contains(scalar: [UInt8]) -> Bool {
        switch self {
        case .k1: CurveOrder.contains(scalar)
        case .r1: Words256(bigEndian: scalar).map(OrderScalar.contains) ?? false
        }
    }
}
