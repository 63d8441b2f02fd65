import Crypto

/// A digest of exactly 32 given bytes. swift-crypto signs and verifies digests, but cannot create one from bytes.
struct PresetDigest: Digest {
    static var byteCount: Int { 32 }

    private let bytes: [UInt8]

    /// Returns nil when there are not 32 bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }

    var description: String { "PresetDigest(32 bytes)" }
}
