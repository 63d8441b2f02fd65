import Crypto
import HeraldKeys

/// What a client shows the TAS in `serverToken`: SHA-256 over the server token data (OpenDID sheet 6.3).
///
/// Whoever has it may act in the transaction, so it does not print itself and compares in constant time.
public struct ServerTokenHash: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// 32 bytes.
    public let exposedBytes: [UInt8]

    /// - Parameter data: on the client the decrypted bytes exactly as received; on the server the canonical form of the data
    ///   with the proof and its value.
    public init(of data: [UInt8]) {
        var hash = SHA256()
        data.withUnsafeBytes { hash.update(bufferPointer: $0) }
        exposedBytes = Array(hash.finalize())
    }

    /// Reads what a client sent, in any multibase.
    /// - Throws: `DataModelError` with code `invalid_value`.
    public init(text: String) throws(DataModelError) {
        guard let decoded = try? Multibase.decode(text, base58Limit: Multibase.shortLimit), decoded.bytes.count == 32 else {
            throw DataModelError(.invalidValue, field: "serverToken", reason: "32 bytes in multibase expected")
        }
        exposedBytes = decoded.bytes
    }

    /// `m` and base64: what later messages carry.
    public var exposedText: String { Multibase.encode(exposedBytes, as: .base64) }

    public static func == (left: Self, right: Self) -> Bool { ConstantTime.equals(left.exposedBytes, right.exposedBytes) }
    public func hash(into hasher: inout Hasher) { hasher.combine(exposedBytes) }

    public var description: String { "ServerTokenHash(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
