/// The associated data of encrypted bytes. It binds them to a place, so that they do not decrypt anywhere else.
///
/// Each part follows its length, so that two lists of parts never give the same bytes.
struct SealContext: Sendable {
    let bytes: [UInt8]

    /// Creates the associated data.
    /// - Parameters:
    ///   - use: the kind of content, one word for each format.
    ///   - parts: the place of the content.
    init(_ use: String, _ parts: [UInt8]...) {
        var bytes = Array("herald wallet 1 ".utf8)
        for part in [Array(use.utf8)] + parts {
            bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: part.count >> ($0 * 8)) }
            bytes += part
        }
        self.bytes = bytes
    }
}
