import HeraldJSON

/// Records to bytes and back. What cannot be read is damage: only this library writes them.
enum StoredRecord {
    /// - Throws: ``WalletError`` `parameter`, when a value has no canonical form.
    static func bytes(_ record: some Encodable, field: String) throws(WalletError) -> [UInt8] {
        do {
            return try JSONModelEncoder().canonicalBytes(record)
        } catch {
            throw WalletError(.parameter, field: field, reason: "the value cannot be stored: \(error.code.rawValue) at \(error.path)")
        }
    }

    /// - Throws: ``WalletError`` `damaged`.
    static func read<Record: Decodable>(_ type: Record.Type, _ bytes: [UInt8], field: String) throws(WalletError) -> Record {
        do {
            // Several credentials with pictures fit; the store's own rows never come near.
            return try JSONModelDecoder(limits: JSONLimits(maxBytes: 256 << 20, maxDepth: 64)).decode(type, from: bytes)
        } catch {
            throw WalletError(.damaged, field: field, reason: "a stored record cannot be read")
        }
    }
}
