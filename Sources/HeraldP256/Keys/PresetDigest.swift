import Crypto

/// Exactly these 32 bytes as a digest, because swift-crypto signs and verifies digests but builds none from bytes.
struct PresetDigest: Digest {
    static var byteCount: Int { 32 }

    private let bytes: [UInt8]

    /// nil when there are not 32 bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R { try bytes.withUnsafeBytes(body) }

    var description: String { "PresetDigest(32 bytes)" }
}
