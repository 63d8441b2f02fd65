import Foundation
import HeraldKeys

/// A PIN, passcode or passphrase. It does not print itself, compares in constant time, and its bytes are zeroed when the last copy goes.
///
/// The `String` that it is made from is the caller's, and Swift cannot erase that one: read it from the keyboard as late as possible.
public struct SecretText: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The longest text that is worked on, in UTF-8 bytes.
    public static let limit = 1024

    /// How many characters a person would count.
    public let characterCount: Int
    private let raw: SecretBytes
    private let normalized: SecretBytes

    /// A secret from what was typed.
    public init(_ text: String) {
        characterCount = text.count
        raw = SecretBytes(copying: Array(text.utf8))
        // One keyboard sends "é" as one code point, another as two.
        normalized = SecretBytes(copying: Array(text.precomposedStringWithCanonicalMapping.utf8))
    }

    /// The length in UTF-8 bytes; a PIN of six digits has 6.
    public var byteCount: Int { raw.count }

    /// The bytes as this wallet's own formats take them: UTF-8 of the composed form (NFC).
    func normalizedBytes() -> [UInt8] { Self.copy(normalized) }

    /// The bytes as they were typed, for the formats of the original wallet.
    func typedBytes() -> [UInt8] { Self.copy(raw) }

    public static func == (left: Self, right: Self) -> Bool { left.normalized.equals(right.normalized) }

    private static func copy(_ secret: SecretBytes) -> [UInt8] {
        let count = secret.count
        return secret.withBytes { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    public var description: String { "SecretText(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
