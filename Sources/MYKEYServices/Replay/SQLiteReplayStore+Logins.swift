import Foundation
import GRDB
import HeraldJSON
import HeraldKeys
import MYKEYWire

extension SQLiteReplayStore: ReplayStore {
    public func expect(_ login: PendingLogin, now: Int64) async throws(MYKEYServicesError) {
        let uuID = Blob.of(UUIDKey.of(login.uuID))
        try await write { db in
            try ReplayTables.deleteEnded(before: now, in: db)
            guard try Expected.find(uuID, in: db) == nil else {
                throw MYKEYServicesError(.value, field: "uuID", reason: "it is waited for already")
            }
            try db.execute(
                sql: "INSERT INTO mykey_expected(uuid, session, until) VALUES (?, ?, ?)",
                arguments: [uuID, Blob.of(login.session.digest), login.until])
        }
    }

    public func bind(uuID: String, now: Int64) async throws(MYKEYServicesError) {
        let uuID = Blob.of(UUIDKey.of(uuID))
        try await write { db in
            try ReplayTables.deleteEnded(before: now, in: db)
            if let present = try Expected.find(uuID, in: db) {
                guard present.until == nil else {
                    throw MYKEYServicesError(.value, field: "uuID", reason: "a login is pending under it")
                }
                return
            }
            try db.execute(sql: "INSERT INTO mykey_expected(uuid) VALUES (?)", arguments: [uuID])
        }
    }

    public func forget(uuID: String) async throws(MYKEYServicesError) {
        let uuID = Blob.of(UUIDKey.of(uuID))
        try await write { db in try db.execute(sql: "DELETE FROM mykey_expected WHERE uuid = ?", arguments: [uuID]) }
    }

    public func standing(of claim: LoginClaim, now: Int64) async throws(MYKEYServicesError) -> CallbackStanding {
        let uuID = Blob.of(UUIDKey.of(claim.uuID))
        let signed = LoginRecord.digest(ofSigned: claim.signedString)
        let isOneTime = claim.isOneTime
        return try await read { db in
            try Self.standing(uuID: uuID, signed: signed, isOneTime: isOneTime, now: now, in: db).standing
        }
    }

    public func reply(to bodyDigest: [UInt8], now: Int64) async throws(MYKEYServicesError) -> CallbackReply? {
        try await read { db in try Self.reply(to: bodyDigest, now: now, in: db) }
    }

    public func record(_ record: LoginRecord, now: Int64) async throws(MYKEYServicesError) -> RecordOutcome {
        let uuID = Blob.of(UUIDKey.of(record.login.uuID))
        return try await write { db in
            try ReplayTables.deleteEnded(before: now, in: db)
            if let reply = try Self.reply(to: record.bodyDigest, now: now, in: db) { return .repeated(reply) }
            let found = try Self.standing(
                uuID: uuID, signed: record.signedDigest, isOneTime: record.isOneTime, now: now, in: db)
            guard found.standing == CallbackStanding(isExpected: true, isSpent: false, isReplayed: false) else {
                return .refused(found.standing)
            }
            try db.execute(
                sql: "INSERT INTO mykey_signed(digest, until) VALUES (?, ?)", arguments: [Blob.of(record.signedDigest), record.until])
            try db.execute(
                sql: "INSERT INTO mykey_reply(body, code, message, until) VALUES (?, ?, ?, ?)",
                arguments: [Blob.of(record.bodyDigest), record.reply.code, record.reply.message, record.until])
            try db.execute(sql: "UPDATE mykey_expected SET used = used + 1 WHERE uuid = ?", arguments: [uuID])
            if let session = found.expected?.session {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO mykey_login(session, facts, until) VALUES (?, ?, ?)",
                    arguments: [
                        session, String(decoding: record.login.json.serialized(), as: UTF8.self),
                        now.addingReportingOverflow(Self.outcomeMemory).partialValue,
                    ])
            }
            return .recorded
        }
    }

    public func status(of session: LoginSession, now: Int64) async throws(MYKEYServicesError) -> LoginStatus {
        let digest = Blob.of(session.digest)
        return try await read { db in
            let facts = try String.fetchOne(
                db, sql: "SELECT facts FROM mykey_login WHERE session = ? AND until >= ?", arguments: [digest, now])
            if let facts { return .accepted(try AcceptedLogin(JSONValue(parsing: facts))) }
            let until = try Int64.fetchOne(
                db, sql: "SELECT until FROM mykey_expected WHERE session = ? AND until >= ? AND used = 0", arguments: [digest, now])
            return until.map { .pending(until: $0) } ?? .unknown
        }
    }

    private static func standing(
        uuID: Data, signed: [UInt8], isOneTime: Bool, now: Int64, in db: Database
    ) throws -> (standing: CallbackStanding, expected: Expected?) {
        let expected = try Expected.find(uuID, in: db)
        let isReplayed = try Bool.fetchOne(
            db, sql: "SELECT EXISTS(SELECT 1 FROM mykey_signed WHERE digest = ? AND until >= ?)", arguments: [Blob.of(signed), now])
        let standing = CallbackStanding(
            isExpected: expected.map { $0.until.map { $0 >= now } ?? true } ?? false,
            // A pending login is for one answer, whatever the protocol; a binding is for many.
            isSpent: expected.map { $0.isUsed && (isOneTime || $0.until != nil) } ?? false, isReplayed: isReplayed ?? false)
        return (standing, expected)
    }

    private static func reply(to bodyDigest: [UInt8], now: Int64, in db: Database) throws -> CallbackReply? {
        let row = try Row.fetchOne(
            db, sql: "SELECT code, message FROM mykey_reply WHERE body = ? AND until >= ?", arguments: [Blob.of(bodyDigest), now])
        return row.map { CallbackReply(code: $0["code"], message: $0["message"]) }
    }
}
