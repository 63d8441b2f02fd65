import Crypto
import OpenDID_DataModel

/// A whole wallet in one encrypted file.
///
/// The file has the bytes `HRLDWBK1`, the length of the header (4 bytes, big-endian), the header (JSON with the cost and salt of scrypt),
/// the contents and SHA-256 of everything before it. The contents are encrypted with AES-256-GCM. scrypt derives the key from the
/// passphrase. The associated data is everything before the contents. The hash distinguishes damage from a wrong passphrase.
struct BackupFile {
    private static let magic = Array("HRLDWBK1".utf8)
    private static let hashLength = 32
    private static let headerLimit = 4096

    /// The parameters for deriving the key from the passphrase.
    struct Header: Codable, Sendable, Hashable {
        let cost: ScryptCost
        let salt: StoredBytes
    }

    /// The encrypted contents.
    struct Contents: Codable, Sendable {
        static let currentFormat = 1

        let format: Int
        let made: StoredInstant
        let rows: [Item]

        struct Item: Codable, Sendable {
            let kind: RowName.Kind
            let id: String
            let value: StoredBytes

            var name: RowName { RowName(kind, id) }

            /// Returns the key that the row stores, or `nil` if the row does not store a key.
            func key() throws(WalletError) -> KeyRecord? {
                guard kind == .key || kind == .pendingKey else { return nil }
                return try StoredRecord.read(KeyRecord.self, value.bytes, field: kind.rawValue)
            }

            /// Returns the row in the form for another device, without keys of a biometric key store.
            func portable() throws(WalletError) -> Item {
                guard kind == .retired else { return self }
                let retired = try StoredRecord.read(RetiredDocument.self, value.bytes, field: kind.rawValue)
                return Item(
                    kind: kind, id: id,
                    value: StoredBytes(try StoredRecord.bytes(retired.withoutBiometricKeys, field: kind.rawValue)))
            }

            /// Checks that the content can be read and that the name in the content is the name of the row.
            /// - Throws: ``WalletError`` with code `damaged` if one of the two is wrong.
            func check() throws(WalletError) {
                try RowCheck.check(value.bytes, kind: kind)
                let expected: String? =
                    switch kind {
                    case .key, .pendingKey: try key().map { RowName.key($0.owner, $0.id, .active).id }
                    case .credential, .doubtful:
                        try StoredRecord.read(CredentialRecord.self, value.bytes, field: kind.rawValue).id
                    case .journal: try StoredRecord.read(JournalRecord.self, value.bytes, field: kind.rawValue).id
                    case .document, .pendingDocument: KeyOwner(rawValue: id)?.rawValue
                    case .walletID, .allowedApps, .user, .providerKeys: ""
                    case .retired:
                        try StoredRecord.read(RetiredDocument.self, value.bytes, field: kind.rawValue).name.id
                    case .record: VaultRecord.isName(id) ? id : nil
                    case .pinAttempts: RowName.isPINAttempts(id) ? id : nil
                    case .token, .ledger: nil
                    }
                guard id == expected else {
                    throw WalletError(
                        .damaged, field: kind.rawValue, reason: "a row of the backup does not match its name")
                }
            }
        }
    }

    static func bytes(
        _ contents: Contents, passphrase: SecretText, cost: ScryptCost, random: (Int) -> [UInt8]
    ) throws(WalletError) -> [UInt8] {
        let header = Header(cost: cost, salt: StoredBytes(try VaultKey.randomBytes(32, random)))
        let headerBytes = try StoredRecord.bytes(header, field: "backup")
        let front =
            magic + (0..<4).reversed().map { UInt8(truncatingIfNeeded: headerBytes.count >> ($0 * 8)) } + headerBytes
        let key = try PasscodeSeal.key(passphrase, salt: header.salt.bytes, cost: cost)
        let sealed = try AuthenticatedSeal.seal(
            StoredRecord.bytes(contents, field: "backup"), key: key, context: SealContext("backup", front),
            nonce: random(AuthenticatedSeal.nonceLength))
        let file = front + sealed
        return file + SHA256.hash(data: file)
    }

    /// Decrypts the contents of a backup.
    /// - Throws: ``WalletError`` with code `damaged`, `too_new` or `wrong_passcode`.
    static func contents(_ file: [UInt8], passphrase: SecretText) throws(WalletError) -> Contents {
        let lengthEnd = magic.count + 4
        guard file.count > lengthEnd + hashLength, Array(file.prefix(magic.count)) == magic else {
            throw damaged("this is no backup of a wallet")
        }
        let body = file.dropLast(hashLength)
        guard Array(file.suffix(hashLength)) == Array(SHA256.hash(data: body)) else {
            throw damaged("the backup was altered or cut off")
        }
        let headerLength = file[magic.count..<lengthEnd].reduce(0) { $0 << 8 | Int($1) }
        guard headerLength <= headerLimit, lengthEnd + headerLength <= body.count else {
            throw damaged("the backup's header is too long")
        }
        let front = Array(file.prefix(lengthEnd + headerLength))
        let header = try StoredRecord.read(Header.self, Array(front.dropFirst(lengthEnd)), field: "backup")
        let key = try PasscodeSeal.key(passphrase, salt: header.salt.bytes, cost: header.cost)
        guard
            let plaintext = AuthenticatedSeal.open(
                Array(body.dropFirst(front.count)), key: key, context: SealContext("backup", front))
        else { throw WalletError(.wrongPasscode, field: "passphrase", reason: "the passphrase is wrong") }
        let contents = try StoredRecord.read(Contents.self, plaintext, field: "backup")
        guard contents.format <= Contents.currentFormat else {
            throw WalletError(
                .tooNew, field: "backup", reason: "a newer version of this library made the backup, so use that version"
            )
        }
        guard contents.format == Contents.currentFormat else { throw damaged("the backup's format is unknown") }
        for item in contents.rows { try item.check() }
        return contents
    }

    private static func damaged(_ reason: String) -> WalletError {
        WalletError(.damaged, field: "backup", reason: reason)
    }
}
