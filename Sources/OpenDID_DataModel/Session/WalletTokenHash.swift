import Crypto
import HeraldKeys

/// The hash that an app sends to its wallet, `hWalletToken`: SHA-256 of the wallet token data and the result nonce (OpenDID sheet 6.4).
///
/// A program that has this hash may use the wallet. Therefore the description is redacted, and two hashes are compared in constant time.
public struct WalletTokenHash: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The hash, 32 bytes.
    public let exposedBytes: [UInt8]

    /// Creates the hash of wallet token data.
    /// - Parameters:
    ///   - canonicalData: the canonical form of the wallet token data, including the proof and its signature.
    ///   - resultNonce: the wallet's nonce as it was sent, with the multibase prefix. The hash covers the text and
    ///     not the decoded bytes.
    public init(canonicalData: [UInt8], resultNonce: String) {
        var hash = SHA256()
        canonicalData.withUnsafeBytes { hash.update(bufferPointer: $0) }
        Array(resultNonce.utf8).withUnsafeBytes { hash.update(bufferPointer: $0) }
        exposedBytes = Array(hash.finalize())
    }

    /// Reads the hash in an app's message: 64 hexadecimal digits without a prefix, in either case.
    /// - Throws: `DataModelError` with code `invalidValue` if the text has another form.
    public init(text: String) throws(DataModelError) {
        guard text.utf8.count == 64, let decoded = try? Hex.decode(text) else {
            throw DataModelError(.invalidValue, field: "hWalletToken", reason: "64 hexadecimal digits expected")
        }
        exposedBytes = decoded
    }

    /// The text: 64 lower-case hexadecimal digits without a prefix.
    public var exposedText: String { Hex.encode(exposedBytes) }

    public static func == (left: Self, right: Self) -> Bool {
        ConstantTime.equals(left.exposedBytes, right.exposedBytes)
    }
    public func hash(into hasher: inout Hasher) { hasher.combine(exposedBytes) }

    public var description: String { "WalletTokenHash(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
