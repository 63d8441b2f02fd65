import Crypto
import HeraldKeys

/// What an app shows its wallet, `hWalletToken`: SHA-256 over the wallet token data and the result nonce (OpenDID sheet 6.4).
///
/// Whoever has it may ask the wallet, so it does not print itself and compares in constant time.
public struct WalletTokenHash: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// 32 bytes.
    public let exposedBytes: [UInt8]

    /// - Parameters:
    ///   - canonicalData: the canonical form of the wallet token data with the proof and its value.
    ///   - resultNonce: the wallet's nonce as the text it sent, multibase prefix and all; the text is hashed, not the bytes it means.
    public init(canonicalData: [UInt8], resultNonce: String) {
        var hash = SHA256()
        canonicalData.withUnsafeBytes { hash.update(bufferPointer: $0) }
        Array(resultNonce.utf8).withUnsafeBytes { hash.update(bufferPointer: $0) }
        exposedBytes = Array(hash.finalize())
    }

    /// Reads what an app sent: 64 hexadecimal digits without a prefix, of either case.
    /// - Throws: `DataModelError` with code `invalid_value`.
    public init(text: String) throws(DataModelError) {
        guard text.utf8.count == 64, let decoded = try? Hex.decode(text) else {
            throw DataModelError(.invalidValue, field: "hWalletToken", reason: "64 hexadecimal digits expected")
        }
        exposedBytes = decoded
    }

    /// 64 lower-case hexadecimal digits, no prefix.
    public var exposedText: String { Hex.encode(exposedBytes) }

    public static func == (left: Self, right: Self) -> Bool { ConstantTime.equals(left.exposedBytes, right.exposedBytes) }
    public func hash(into hasher: inout Hasher) { hasher.combine(exposedBytes) }

    public var description: String { "WalletTokenHash(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
