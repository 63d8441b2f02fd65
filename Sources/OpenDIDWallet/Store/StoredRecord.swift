import HeraldJSON

/// Converts records to bytes and back. Only this library writes them, so an unreadable record is damaged.
enum StoredRecord {
    /// Returns the canonical JSON of a record.
    /// - Parameter field: the name that an error gives the record.
    /// - Throws: ``WalletError`` with code `parameter` if the record has no canonical form.
    static func bytes(_ record: some Encodable, field: String) throws(WalletError) -> [UInt8] {
        do {
            return try JSONModelEncoder().canonicalBytes(record)
        } catch {
            throw WalletError(
                .parameter, field: field, reason: "the value cannot be stored: \(error.code.rawValue) at \(error.path)")
        }
    }

    /// - Throws: ``WalletError`` with code `damaged` if the record cannot be read.
    static func read<Record: Decodable>(_ type: Record.Type, _ bytes: [UInt8], field: String) throws(WalletError)
        -> Record
    {
        do {
            // The limit is large enough for several credentials with pictures. The store's own rows are far smaller.
            return try JSONModelDecoder(limits: JSONLimits(maxBytes: 256 << 20, maxDepth: 64)).decode(type, from: bytes)
        } catch {
            throw WalletError(.damaged, field: field, reason: "a stored record cannot be read")
        }
    }
}
