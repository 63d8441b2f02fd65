/// SHA-256 (FIPS 180-4).
///
/// Herald has its own implementation, because this module depends only on libsecp256k1, which does not export its SHA-256. The name differs
/// from `SHA256` so that a file can import swift-crypto or CryptoKit as well.
///
/// ```swift
/// Hex.encode(HeraldSHA256.hash(Array("abc".utf8)))   // ba7816bf…
/// ```
public struct HeraldSHA256: Sendable {
    private var blocks = BlockBuffer()
    private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) =
        (0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19)

    /// Creates a hash of empty input.
    public init() {}

    /// Adds input. Splitting the input over several calls does not change the digest.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// Adds input. Splitting the input over several calls does not change the digest.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var next = state
        blocks.update(bytes) { Self.compress($0, into: &next) }
        state = next
    }

    /// Returns the 32-byte digest of the input so far. More input may follow.
    public func finalize() -> [UInt8] {
        var last = state
        blocks.finish(.bigEndian) { Self.compress($0, into: &last) }
        return [last.0, last.1, last.2, last.3, last.4, last.5, last.6, last.7].flatMap { word in
            stride(from: UInt32(24), through: 0, by: -8).map { UInt8(truncatingIfNeeded: word &>> $0) }
        }
    }

    /// Returns the 32-byte digest of `bytes`.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var hash = HeraldSHA256()
        hash.update(bytes)
        return hash.finalize()
    }

    private static func compress(
        _ block: UnsafeRawPointer, into state: inout (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
    ) {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
            for index in 0..<16 {
                schedule[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self))
            }
            for index in 16..<64 {
                let early = schedule[index &- 15], late = schedule[index &- 2]
                let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ early &>> 3
                let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ late &>> 10
                schedule[index] = schedule[index &- 16] &+ sigma0 &+ schedule[index &- 7] &+ sigma1
            }
            var (a, b, c, d, e, f, g, h) = state
            constants.withUnsafeBufferPointer { constants in
                for index in 0..<64 {
                    let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
                    let choice = (e & f) ^ (~e & g)
                    let first = h &+ sum1 &+ choice &+ constants[index] &+ schedule[index]
                    let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
                    let majority = (a & b) ^ (a & c) ^ (b & c)
                    (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ sum0 &+ majority)
                }
            }
            state = (
                state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d,
                state.4 &+ e, state.5 &+ f, state.6 &+ g, state.7 &+ h
            )
        }
    }

    @inline(__always)
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
