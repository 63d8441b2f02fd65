/// An Ethereum address of 20 bytes. Two addresses with the same bytes are equal, even if their texts differ in letter case.
///
/// ```swift
/// let address = try EthereumAddress("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
/// print(address.checksummed, address.lowercaseHex)
/// ```
public struct EthereumAddress: Sendable, Hashable, CustomStringConvertible {
    /// The set of rules for reading the text of an address.
    public enum ChecksumRule: Sendable, Hashable {
        /// Requires exactly `0x` and 40 hexadecimal digits. Mixed case must match EIP-55. All lower and all upper case are accepted (MYKEY sheet
        /// 8.1).
        case strict
        /// Accepts any letter case, white space around the text, and `0x`, `0X` or no prefix (SDN sheet 1.6).
        case ignored
    }

    /// The 20 bytes.
    public let bytes: [UInt8]

    /// Creates an address from its bytes.
    /// - Throws: ``KeysError`` with code `length` when there are not exactly 20 bytes.
    public init(bytes: [UInt8]) throws(KeysError) {
        guard bytes.count == 20 else {
            throw KeysError(.length, field: "address", reason: "20 bytes expected, \(bytes.count) found")
        }
        self.bytes = bytes
    }

    /// Reads an address from hexadecimal text.
    /// - Throws: ``KeysError`` with code `prefix`, `length`, `character` or `checksum`.
    public init(_ text: String, checksum: ChecksumRule = .strict) throws(KeysError) {
        let rule: PrefixedHex.Rule = checksum == .strict ? .exact : .lenient
        let digits = try PrefixedHex.digits(text, count: 20, rule: rule, field: "address")
        bytes = try Hex.decode(utf8: digits, field: "address")
        guard checksum == .strict else { return }
        let hasLower = digits.contains { (0x61...0x66).contains($0) }
        let hasUpper = digits.contains { (0x41...0x46).contains($0) }
        guard !(hasLower && hasUpper) || digits == checksummedDigits else {
            throw KeysError(
                .checksum, field: "address",
                reason: "the mix of upper and lower case does not match the EIP-55 checksum")
        }
    }

    init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// The address as `0x` and 40 hexadecimal digits in EIP-55 case.
    public var checksummed: String { "0x" + String(decoding: checksummedDigits, as: UTF8.self) }

    /// The address as 40 lower-case hexadecimal digits, without `0x`.
    public var lowercaseHex: String { Hex.encode(bytes) }

    /// The same as ``checksummed``.
    public var description: String { checksummed }

    /// Returns true when `text` is an address in exactly its EIP-55 form, with `0x`.
    public static func hasChecksum(_ text: String) -> Bool {
        guard let address = try? EthereumAddress(text, checksum: .strict) else { return false }
        return address.checksummed == text
    }

    private var checksummedDigits: [UInt8] {
        let lower = Array(lowercaseHex.utf8)
        let hash = Keccak256.hash(lower)
        return lower.enumerated().map { index, digit in
            let pair = hash[index / 2]
            let nibble = index % 2 == 0 ? pair &>> 4 : pair & 15
            return digit >= 0x61 && nibble >= 8 ? digit &- 0x20 : digit
        }
    }
}

extension Secp256k1PublicKey {
    /// The Ethereum address of this key: the last 20 bytes of Keccak-256 over x and y (MYKEY sheet 8.1).
    public var ethereumAddress: EthereumAddress {
        var hash = Keccak256()
        uncompressed.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0.dropFirst())) }
        return EthereumAddress(unchecked: Array(hash.finalize().suffix(20)))
    }
}
