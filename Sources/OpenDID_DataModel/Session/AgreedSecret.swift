import HeraldKeys

/// The x coordinate that both sides of a key agreement know: 32 bytes, big-endian (OpenDID sheet 6.1).
///
/// It does not print itself, compares in constant time, and its bytes are zeroed when the last copy goes.
public struct AgreedSecret: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let secret: SecretBytes

    /// - Parameter x: 32 bytes, big-endian, leading zeros kept.
    /// - Throws: `DataModelError` with code `key_agreement` for another length.
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

    /// What a side computes that keeps the secret as a number and so loses the zero bytes in front; nil when there are none.
    ///
    /// Java servers do that. About one session in 256 with them needs this form (OpenDID sheet 6.2).
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
    /// Empty, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
