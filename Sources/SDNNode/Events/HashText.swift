import Crypto

/// SHA-256 hashes as base64 without padding. Every event has two of them.
enum HashText {
    private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func base64(_ hash: SHA256Digest) -> String { encode(hash, standard) }

    /// Returns the variant that is safe in a URL (RFC 4648 section 5).
    static func urlSafeBase64(_ hash: SHA256Digest) -> String { encode(hash, urlSafe) }

    private static func encode(_ hash: SHA256Digest, _ alphabet: [UInt8]) -> String {
        // The text has one character for each six bits, and one for the bits that remain.
        String(unsafeUninitializedCapacity: (SHA256Digest.byteCount * 8 + 5) / 6) { out in
            var length = 0
            // The bits that have not been written yet are the lowest `count` bits.
            var bits: UInt32 = 0, count: UInt32 = 0
            hash.withUnsafeBytes { bytes in
                for byte in bytes {
                    bits = (bits & 0x3F) << 8 | UInt32(byte)
                    count += 8
                    while count >= 6 {
                        count -= 6
                        out[length] = alphabet[Int(bits >> count & 0x3F)]
                        length += 1
                    }
                }
            }
            if count > 0 {
                out[length] = alphabet[Int(bits << (6 - count) & 0x3F)]
                length += 1
            }
            return length
        }
    }
}
