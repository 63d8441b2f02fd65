import Crypto
import HeraldKeys

/// The hash that a client sends to the TAS in `serverToken`: SHA-256 of the server token data (OpenDID sheet 6.3).
///
/// A program that has this hash may act in the transaction. Therefore the description is redacted, and two hashes are compared in constant
/// time.
public struct ServerTokenHash: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The hash, 32 bytes.
    public let exposedBytes: [UInt8]

    /// Creates the hash of server token data.
    /// - Parameter data: on the client, the decrypted bytes exactly as received. On the server, the canonical form of the data including
    ///   the proof and its signature.
    public init(of data: [UInt8]) {
        var hash = SHA256()
        data.withUnsafeBytes { hash.update(bufferPointer: $0) }
        exposedBytes = Array(hash.finalize())
    }

    /// Reads the hash in a client's message, in any multibase encoding.
    /// - Throws: `DataModelError` with code `invalidValue` if the text is not 32 bytes in multibase.
    public init(text: String) throws(DataModelError) {
        guard let decoded = try? Multibase.decode(text, base58Limit: Multibase.shortLimit), decoded.bytes.count == 32
        else {
            throw DataModelError(.invalidValue, field: "serverToken", reason: "32 bytes in multibase expected")
        }
        exposedBytes = decoded.bytes
    }

    /// The text that later messages contain: the hash in base64, after the multibase prefix `m`.
    public var exposedText: String { Multibase.encode(exposedBytes, as: .base64) }

    public static func == (left: Self, right: Self) -> Bool {
        ConstantTime.equals(left.exposedBytes, right.exposedBytes)
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(exposedBytes) }

    public var description: String { "ServerTokenHash(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
