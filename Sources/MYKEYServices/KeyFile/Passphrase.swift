import Foundation
import HeraldKeys

/// The text that opens a key file. It does not print itself, and its bytes are zeroed when the last copy goes.
///
/// The `String` that it is made from is the caller's, and Swift cannot erase that one: read it from the keyboard as late as possible.
public struct Passphrase: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The longest text that is worked on, in UTF-8 bytes.
    public static let limit = 1024
    /// The shortest text that a person's keys are sealed under, in UTF-8 bytes. Shorter ones are tried in minutes by whoever has the file.
    public static let least = 8

    private let secret: SecretBytes

    /// - Parameter text: what was typed; composed and decomposed letters count as the same (NFC).
    /// - Throws: ``MYKEYServicesError`` `keyFile` when it is empty or longer than ``limit``.
    public init(_ text: String) throws(MYKEYServicesError) {
        let bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
        guard (1...Self.limit).contains(bytes.count) else {
            throw MYKEYServicesError(.keyFile, field: "passphrase", reason: "a passphrase has 1 to \(Self.limit) bytes")
        }
        secret = SecretBytes(copying: bytes)
    }

    var bytes: [UInt8] {
        let count = secret.count
        return secret.withBytes { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    public var description: String { "Passphrase(redacted)" }
    public var debugDescription: String { description }
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
