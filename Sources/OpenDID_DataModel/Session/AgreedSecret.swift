import HeraldKeys

/// The shared secret of a key agreement: the x coordinate, 32 bytes, big-endian (OpenDID sheet 6.1).
///
/// Its description is redacted, it compares in constant time, and its bytes are zeroed when the last copy is released.
public struct AgreedSecret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let secret: SecretBytes

    /// Creates a secret from its bytes.
    /// - Parameter x: 32 bytes, big-endian, with leading zeros.
    /// - Throws: `DataModelError` with code `keyAgreement` if the length differs.
    public init(x: [UInt8]) throws(DataModelError) {
        guard x.count == 32 else {
            throw DataModelError(.keyAgreement, field: "sharedSecret", reason: "32 bytes expected, \(x.count) found")
        }
        secret = SecretBytes(copying: x)
    }

    init(erasing x: consuming [UInt8]) {
        var bytes = x
        secret = SecretBytes(copying: bytes)
        bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) }
    }

    private init(_ secret: SecretBytes) { self.secret = secret }

    /// The secret without its leading zero bytes, or `nil` if it has none.
    ///
    /// Java servers store the secret as a number and so lose leading zero bytes. With such a server, about one session in 256 needs this
    /// form (OpenDID sheet 6.2).
    public var withoutLeadingZeros: AgreedSecret? {
        withBytes { bytes in
            let zeros = bytes.prefix { $0 == 0 }.count
            return zeros == 0 ? nil : AgreedSecret(SecretBytes(copying: bytes.dropFirst(zeros)))
        }
    }

    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let count = secret.count
        return secret.withBytes { body(UnsafeBufferPointer(start: $0, count: count)) }
    }

    public static func == (left: Self, right: Self) -> Bool { left.secret.equals(right.secret) }

    public var description: String { "AgreedSecret(redacted)" }
    public var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the content.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
