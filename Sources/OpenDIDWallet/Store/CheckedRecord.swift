import Crypto

/// A stored record that must be readable before anything can be decrypted, such as the encrypted key of the vault. The hash at its
/// beginning distinguishes damage from a wrong passcode. The hash does not protect against deliberate changes. They are detected because
/// the encrypted bytes in the record are bound to the record's content.
enum CheckedRecord {
    private static let version: UInt8 = 1
    private static let hashLength = 32

    static func bytes(_ record: some Encodable, name: String) throws(WalletError) -> [UInt8] {
        let payload = try StoredRecord.bytes(record, field: name)
        return [version] + hash(payload, name) + payload
    }

    /// Reads a record.
    /// - Throws: ``WalletError`` with code `damaged` if the record was altered, has another version or is malformed.
    static func read<Record: Decodable>(_ type: Record.Type, _ bytes: [UInt8], name: String) throws(WalletError)
        -> Record
    {
        let payload = Array(bytes.dropFirst(1 + hashLength))
        guard bytes.first == version, Array(bytes.dropFirst().prefix(hashLength)) == hash(payload, name) else {
            throw WalletError(.damaged, field: name, reason: "the record was altered")
        }
        return try StoredRecord.read(type, payload, field: name)
    }

    private static func hash(_ payload: [UInt8], _ name: String) -> [UInt8] {
        Array(SHA256.hash(data: SealContext("record", Array(name.utf8), payload).bytes))
    }
}
