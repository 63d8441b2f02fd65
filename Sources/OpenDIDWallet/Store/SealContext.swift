/// What encrypted bytes belong to, as associated data: bytes moved to another place do not decrypt there.
///
/// Each part is written behind its length, so that two lists of parts never give the same bytes.
struct SealContext: Sendable {
    let bytes: [UInt8]

    /// - Parameters:
    ///   - use: what is encrypted, one word per format.
    ///   - parts: where it belongs.
    init(_ use: String, _ parts: [UInt8]...) {
        var bytes = Array("herald wallet 1 ".utf8)
        for part in [Array(use.utf8)] + parts {
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: part.count >> ($0 * 8)) }
            bytes += part
        }
        self.bytes = bytes
    }
}
