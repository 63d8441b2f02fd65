import Foundation
import HeraldKeys

/// The passphrase of a key file. Its description is redacted. Its bytes are zeroed when the last copy is released.
///
/// Swift cannot erase the `String` from which the passphrase is created, so read that string as late as possible.
public struct Passphrase: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The longest passphrase, in UTF-8 bytes.
    public static let limit = 1024
    /// The shortest passphrase for a person's keys, in UTF-8 bytes. A person who has the file could try all shorter ones in minutes.
    public static let least = 8

    private let secret: SecretBytes

    /// Creates a passphrase.
    /// - Parameter text: the typed text. Composed and decomposed letters are treated as equal (NFC).
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
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
