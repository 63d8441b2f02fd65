import Foundation
import GRDB
import OpenDID_DataModel

/// A registered user: a holder's DID with its wallet and app (OpenDID sheet 5.6, 6.8).
struct UserRecord: Sendable, Hashable, CustomStringConvertible {
    /// The status of the user's DID.
    enum Status: String, Sendable, CaseIterable {
        case activated = "ACTIVATED", deactivated = "DEACTIVATED", revoked = "REVOKED"
    }

    let did: String
    let walletID: String
    let appID: String
    /// The personal data that identifies the user at an issuer, encrypted.
    private let sealedPII: [UInt8]
    let status: Status
    /// The token for push messages, encrypted.
    private let sealedPushToken: [UInt8]?

    /// The DID and the status, without the personal data.
    var description: String { "UserRecord(\(did), \(status.rawValue))" }

    private static let columns = "did, wallet_id, app_id, pii, status, sealed_push_token"

    static func find(_ did: String, in db: any ServiceRows) throws -> UserRecord? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT \(columns) FROM tas_user WHERE did = ?"), arguments: [did])
            .flatMap(UserRecord.init)
    }

    /// Returns all users to whom the identity check gave the same ID, the newest first. One person may have several users, because each
    /// wallet is registered separately.
    static func all(identifiedBy kycID: String, seal: StorageSeal, in db: any ServiceRows) throws -> [UserRecord] {
        try Row.fetchAll(
            db, sql: "SELECT \(columns) FROM tas_user WHERE kyc_index = ? ORDER BY registered_at DESC, did",
            arguments: [index(of: kycID, seal)]
        )
        .compactMap(UserRecord.init)
    }

    /// True if at least this number of users with the same ID at the identity check were registered since a point in time.
    static func hasRegistered(
        _ count: Int, identifiedBy kycID: String, since moment: UTCInstant, seal: StorageSeal, in db: any ServiceRows
    ) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT 1 FROM tas_user WHERE kyc_index = ? AND registered_at > ? LIMIT 1 OFFSET ?"),
            arguments: [index(of: kycID, seal), moment.seconds, count - 1]) != nil
    }

    /// Stores a new user with the status `ACTIVATED`.
    /// - Throws: a constraint error if the DID or the wallet already belongs to a user.
    static func insert(
        did: String, wallet token: IssuedToken, identity: TrustAgentTransaction.Identity, seal: StorageSeal,
        at now: UTCInstant, in db: any ServiceRows
    ) throws {
        let pii = try seal.seal(Array(identity.pii.utf8), at: place(of: did))
        try db.executeCached(
            sql: """
                INSERT INTO tas_user (did, wallet_id, app_id, kyc_index, pii, status, registered_at) VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                did, token.walletID, token.appID, index(of: identity.kycID, seal), Data(pii), Status.activated.rawValue,
                now.seconds,
            ])
    }

    /// Returns the personal data that identifies the user at an issuer.
    func personalData(_ seal: StorageSeal) throws -> String {
        String(decoding: try seal.open(sealedPII, at: Self.place(of: did)), as: UTF8.self)
    }

    private static func place(of did: String) -> String { "tas/user/\(did)" }
    private static func index(of kycID: String, _ seal: StorageSeal) -> String { seal.index(kycID, of: "tas_user.kyc") }

    /// Changes the status of a user.
    /// - Returns: false if the old status was not `expected`.
    static func setStatus(_ status: Status, of did: String, expecting expected: Status, in db: any ServiceRows) throws -> Bool
    {
        try db.executeCached(
            sql: "UPDATE tas_user SET status = ? WHERE did = ? AND status = ?",
            arguments: [status.rawValue, did, expected.rawValue])
        return db.changesCount == 1
    }

    /// Stores the token for push messages.
    /// - Parameter token: the token. An empty text deletes the stored token. Apps that may not receive push messages send an empty text.
    static func setPushToken(_ token: String, of did: String, seal: StorageSeal, in db: any ServiceRows) throws {
        let sealed = token.isEmpty ? nil : Data(try seal.seal(Array(token.utf8), at: pushPlace(of: did)))
        try db.executeCached(
            sql: "UPDATE tas_user SET sealed_push_token = ? WHERE did = ?", arguments: [sealed, did])
    }

    /// Returns the token for push messages.
    func pushToken(_ seal: StorageSeal) throws -> String? {
        try sealedPushToken.map { String(decoding: try seal.open($0, at: Self.pushPlace(of: did)), as: UTF8.self) }
    }

    private static func pushPlace(of did: String) -> String { "tas/user/\(did)/push" }

    private init?(_ row: Row) {
        guard let status = Status(rawValue: row["status"]) else { return nil }
        let pii: Data = row["pii"]
        (did, walletID, appID) = (row["did"], row["wallet_id"], row["app_id"])
        let push: Data? = row["sealed_push_token"]
        (sealedPII, self.status, sealedPushToken) = ([UInt8](pii), status, push.map { [UInt8]($0) })
    }
}
