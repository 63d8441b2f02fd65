/// Bitcoin's wallet import format as EOS uses it: base58 of `80`, the 32 key bytes and 4 bytes of double SHA-256 (MYKEY sheet 6.1).
enum WIF {
    private static let version: UInt8 = 0x80

    static func encode(_ key: [UInt8]) -> String {
        let bytes = [version] + key
        return Base58.encode(bytes + checksum(bytes))
    }

    /// - Throws: ``KeysError`` with code `tooLong`, `character`, `length`, `checksum` or `prefix` for `field`.
    static func decode(_ text: String, field: String) throws(KeysError) -> [UInt8] {
        var bytes = try EOSText.decode(text[...].utf8, count: 33, field: field, checksum: checksum)
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        guard bytes.first == version else {
            throw KeysError(.prefix, field: field, reason: "the first byte must be 80")
        }
        return Array(bytes.dropFirst())
    }

    private static func checksum(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        HeraldSHA256.hash(HeraldSHA256.hash(bytes)).prefix(4)
    }
}
