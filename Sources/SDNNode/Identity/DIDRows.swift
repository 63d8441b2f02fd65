import Foundation
import GRDB
import HeraldJSON
import HeraldKeys
import SDNWire

/// The DIDs and the wallets that control them. A DID can have several wallets, and a wallet several DIDs (SDN sheet 1.1).
///
/// A controller of a DID can link any wallet to it. The wallet controls the DID only when the wallet itself has signed: by creating the DID, with
/// `signature2`, or by a login that names the DID. Until then, the linked wallet can only be used for such a login.
enum DIDDirectory {
    /// The state of a DID document.
    struct Document: Sendable, Hashable {
        /// A wallet and its permanent number in key IDs.
        struct Controller: Sendable, Hashable {
            let address: EthereumAddress
            let number: Int64
            /// True if the wallet itself has signed that it controls the DID.
            let isProven: Bool
        }

        /// A device key and its permanent number in key IDs.
        struct DeviceKey: Sendable, Hashable {
            let value: String
            let number: Int64
        }

        let did: SDNDID
        /// The time of creation, as in RFC 3339. Clients treat the text as opaque.
        let created: String
        let updated: String
        /// The wallets, in the order of linking.
        let controllers: [Controller]
        /// The device keys, in the order of linking.
        let keys: [DeviceKey]
        let isBurned: Bool

        var addresses: [EthereumAddress] { controllers.map(\.address) }
        /// The wallets that control the DID.
        var provenAddresses: [EthereumAddress] { controllers.filter(\.isProven).map(\.address) }
    }
}

extension DIDDirectory.Document {
    /// The DID URL of a wallet or a device key.
    func keyID(of controller: Controller) -> String { "\(did.text)#controller-\(controller.number)" }
    func keyID(of key: DeviceKey) -> String { "\(did.text)#key-\(key.number)" }

    /// The document as in W3C DID Core, with one verification method for each wallet and device key (SDN sheet 1.1 and 1.2, row 9).
    ///
    /// It includes linked wallets that have not signed yet, because stock clients expect them. These wallets are not listed under `authentication`.
    var json: JSONValue {
        let wallets = controllers.map { controller in
            JSONValue.object([
                "id": .string(keyID(of: controller)), "type": "EcdsaSecp256k1RecoveryMethod2020",
                "controller": .string(did.text),
                "blockchainAccountId": .string("eip155:1:" + controller.address.checksummed),
            ])
        }
        let devices = keys.map { key in
            JSONValue.object([
                "id": .string(keyID(of: key)), "type": "Ed25519VerificationKey2018", "controller": .string(did.text),
                "publicKeyBase58": .string(key.value),
            ])
        }
        var object: JSONObject = [
            "@context": ["https://www.w3.org/ns/did/v1"], "id": .string(did.text), "controller": [.string(did.text)],
            "verificationMethod": .array(wallets + devices),
            "authentication": .array(controllers.filter(\.isProven).map { .string(keyID(of: $0)) }),
            "created": .string(created), "updated": .string(updated),
        ]
        if !devices.isEmpty { object["assertionMethod"] = .array(devices.compactMap { $0["id"] }) }
        if isBurned { object["deactivated"] = true }
        return .object(object)
    }

    /// The older form with controllers and device keys (SDN sheet 1.2, row 8). It cannot tell which wallets have signed.
    var detail: DIDDetailResponse {
        DIDDetailResponse(
            controllers: controllers.map {
                DIDDetailResponse.Key(
                    type: "EcdsaSecp256k1RecoveryMethod2020", value: $0.address.checksummed, keyID: keyID(of: $0))
            },
            currentPublicKey: keys.last?.value,
            publicKeys: keys.map {
                DIDDetailResponse.Key(type: "Ed25519VerificationKey2018", value: $0.value, keyID: keyID(of: $0))
            })
    }
}

/// Reads and writes of the tables of DIDs, their wallets and their device keys.
extension DIDDirectory {
    /// Returns the DIDs that a wallet has signed to control and that allow a login. The DID that the wallet most recently created or logged in to
    /// comes first. A login by address uses this DID.
    static func dids(of address: EthereumAddress, in db: Database) throws -> [SDNDID] {
        try String.fetchAll(
            db,
            sql: """
                SELECT a.did FROM did_address a JOIN did d ON d.did = a.did WHERE a.address = ? AND a.is_proven = 1 AND NOT d.is_burned
                ORDER BY a.last_use DESC, a.linked_at, a.did
                """,
            arguments: [address.lowercaseHex]
        ).map { try SDNDID($0) }
    }

    static func document(of did: SDNDID, in db: Database) throws -> Document? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT created, updated, is_burned FROM did WHERE did = ?", arguments: [did.text])
        else { return nil }
        let controllers = try Row.fetchAll(
            db, sql: "SELECT address, number, is_proven FROM did_address WHERE did = ? ORDER BY number",
            arguments: [did.text]
        ).map {
            Document.Controller(
                address: try EthereumAddress(bytes: Hex.decode($0[0] as String)), number: $0[1], isProven: $0[2])
        }
        let keys = try Row.fetchAll(
            db, sql: "SELECT value, number FROM did_key WHERE did = ? ORDER BY number", arguments: [did.text]
        )
        .map { Document.DeviceKey(value: $0[0], number: $0[1]) }
        return Document(
            did: did, created: row[0], updated: row[1], controllers: controllers, keys: keys, isBurned: row[2])
    }

    /// Creates a DID with its first wallet, which has signed for it.
    static func create(_ did: SDNDID, address: EthereumAddress, updated: String, now: Timestamp, in db: Database) throws
    {
        try db.execute(
            sql: "INSERT INTO did (did, created, updated) VALUES (?, ?, ?)", arguments: [did.text, updated, updated])
        try link(address, to: did, now: now, in: db)
        try noteUse(of: did, by: address, in: db)
    }

    /// Links one more wallet, which has not signed for the DID yet. The caller must change `updated` if the document existed before.
    static func link(_ address: EthereumAddress, to did: SDNDID, now: Timestamp, in db: Database) throws {
        try db.execute(
            sql:
                "INSERT INTO did_address (did, address, linked_at, number) VALUES (?, ?, ?, ?) ON CONFLICT (did, address) DO NOTHING",
            arguments: [did.text, address.lowercaseHex, now.milliseconds, try nextNumber(of: did, in: db)])
    }

    /// Records that the wallet has signed to control the DID.
    static func prove(_ address: EthereumAddress, of did: SDNDID, in db: Database) throws {
        try db.execute(
            sql: "UPDATE did_address SET is_proven = 1 WHERE did = ? AND address = ?",
            arguments: [did.text, address.lowercaseHex])
    }

    /// Records that the wallet has created the DID or logged in to it, which also proves control. Uses are ordered by number and not by time,
    /// because a clock can be set back.
    static func noteUse(of did: SDNDID, by address: EthereumAddress, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE did_address SET is_proven = 1,
                    last_use = 1 + (SELECT coalesce(max(last_use), 0) FROM did_address WHERE address = ?2 AND is_proven = 1)
                WHERE did = ?1 AND address = ?2
                """,
            arguments: [did.text, address.lowercaseHex])
    }

    /// Unlinks a wallet and deletes the record of its signature. If it is linked again, it must sign again.
    static func unlink(_ address: EthereumAddress, from did: SDNDID, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM did_address WHERE did = ? AND address = ?", arguments: [did.text, address.lowercaseHex])
    }

    static func link(key: String, to did: SDNDID, in db: Database) throws {
        try db.execute(
            sql: "INSERT INTO did_key (did, value, number) VALUES (?, ?, ?)",
            arguments: [did.text, key, try nextNumber(of: did, in: db)])
    }

    static func unlink(key: String, from did: SDNDID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM did_key WHERE did = ? AND value = ?", arguments: [did.text, key])
    }

    /// Burns a DID, so that nobody can log in with it any more. This cannot be undone.
    static func burn(_ did: SDNDID, in db: Database) throws {
        try db.execute(sql: "UPDATE did SET is_burned = 1 WHERE did = ?", arguments: [did.text])
    }

    /// Sets `updated` to now. If the clock has not advanced, sets `updated` to a millisecond after its old value, so that every change has a
    /// different time.
    static func touch(_ document: Document, now: Timestamp, in db: Database) throws {
        let later = Timestamp(rfc3339: document.updated).map { max(now, $0 + .milliseconds(1)) } ?? now
        try db.execute(
            sql: "UPDATE did SET updated = ? WHERE did = ?",
            arguments: [later.rfc3339, document.did.text])
    }

    private static func nextNumber(of did: SDNDID, in db: Database) throws -> Int64 {
        let number = try Int64.fetchOne(
            db, sql: "UPDATE did SET last_key = last_key + 1 WHERE did = ? RETURNING last_key", arguments: [did.text])
        guard let number else { throw MatrixError(.notFound, "There is no such DID.") }
        return number
    }
}
