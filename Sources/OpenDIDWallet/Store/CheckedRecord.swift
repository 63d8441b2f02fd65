import Crypto

/// A stored record that must be readable before anything is decrypted, such as how the vault's key is wrapped. The hash in front tells
/// damage from a wrong passcode. It is no proof against somebody who alters it on purpose: what such a record says is bound to the
/// encryption that it describes.
enum CheckedRecord {
    private static let version: UInt8 = 1
    private static let hashLength = 32

    static func bytes(_ record: some Encodable, name: String) throws(WalletError) -> [UInt8] {
        let payload = try StoredRecord.bytes(record, field: name)
        return [version] + hash(payload, name) + payload
    }

    /// - Throws: ``WalletError`` `damaged`, and `too_new` for another version whose hash cannot be checked.
    static func read<Record: Decodable>(_ type: Record.Type, _ bytes: [UInt8], name: String) throws(WalletError) -> Record {
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
