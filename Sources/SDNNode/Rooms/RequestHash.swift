import Crypto

/// The first 16 bytes of the SHA-256 of what identifies a request with a transaction ID. The node remembers a request by them, because two numbers take
/// less space than four texts.
struct RequestHash: Hashable, Sendable {
    /// Bytes 0 to 7. The node finds a request by them.
    let key: Int64
    /// Bytes 8 to 15. They tell requests with the same key apart.
    let proof: Int64

    /// - Parameters:
    ///   - transactionID: the transaction ID that the client chose.
    ///   - endpoint: the endpoint with its room and event type or target.
    ///   - user: the user ID of the sender.
    ///   - device: the device ID of the sender.
    init(_ transactionID: String, endpoint: String, user: String, device: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        func append(_ part: String) {
            // With the length before each part, no two requests have the same bytes.
            withUnsafeBytes(of: UInt64(part.utf8.count).bigEndian) { bytes.append(contentsOf: $0) }
            bytes.append(contentsOf: part.utf8)
        }
        append(user)
        append(device)
        append(endpoint)
        append(transactionID)
        (key, proof) = SHA256.hash(data: bytes)
            .withUnsafeBytes { hash in
                (
                    Int64(bigEndian: hash.loadUnaligned(as: Int64.self)),
                    Int64(bigEndian: hash.loadUnaligned(fromByteOffset: 8, as: Int64.self))
                )
            }
    }
}
