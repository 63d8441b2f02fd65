import Foundation
import HeraldKeys

/// A PIN, passcode or passphrase. Its description is redacted, it compares in constant time, and its bytes are zeroed when the last copy is
/// released.
///
/// The caller owns the `String` from which the value is made, and Swift cannot erase it. Read the text from the keyboard as late as
/// possible.
public struct SecretText: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// The longest text that is accepted, in UTF-8 bytes.
    public static let limit = 1024

    /// The number of characters as the user sees them.
    public let characterCount: Int
    private let raw: SecretBytes
    private let normalized: SecretBytes

    /// Creates a secret from the typed text.
    public init(_ text: String) {
        characterCount = text.count
        raw = SecretBytes(copying: Array(text.utf8))
        // The text is normalised, because some keyboards send "é" as one code point and others as two.
        normalized = SecretBytes(copying: Array(text.precomposedStringWithCanonicalMapping.utf8))
    }

    /// The length in UTF-8 bytes. A PIN of six digits has 6.
    public var byteCount: Int { raw.count }

    /// Returns the bytes for this wallet's own formats: UTF-8 of the composed form (NFC).
    func normalizedBytes() -> [UInt8] { Self.copy(normalized) }

    /// Returns the bytes as they were typed, for the formats of the original wallet.
    func typedBytes() -> [UInt8] { Self.copy(raw) }

    public static func == (left: Self, right: Self) -> Bool { left.normalized.equals(right.normalized) }

    private static func copy(_ secret: SecretBytes) -> [UInt8] {
        let count = secret.count
        return secret.withBytes { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    public var description: String { "SecretText(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
