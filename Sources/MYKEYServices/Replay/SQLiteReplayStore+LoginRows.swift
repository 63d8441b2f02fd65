import Foundation
import GRDB
import HeraldJSON
import HeraldKeys
import MYKEYWire
import Synchronization

extension SQLiteReplayStore: ReplayStore {
    public func expect(_ login: PendingLogin, now: UnixTime) async throws(MYKEYServicesError) {
        let uuID = Blob.of(UUIDKey.of(login.uuID))
        try await write { db in
            try ReplayTables.deleteEnded(before: now, in: db)
            guard try Expected.find(uuID, after: now, in: db) == nil else {
                throw MYKEYServicesError(.value, field: "uuID", reason: "a login with this uuID is already pending")
            }
            try db.execute(
                sql: "INSERT INTO mykey_expected(uuid, session, until) VALUES (?, ?, ?)",
                arguments: [uuID, Blob.of(login.session.digest), login.until.seconds])
        }
    }

    public func bind(uuID: String, account: LoginAccount?, now: UnixTime) async throws(MYKEYServicesError) {
        let key = UUIDKey.of(uuID)
        let uuID = Blob.of(key)
        let account = account?.text
        try await write { db in
            try ReplayTables.deleteEnded(before: now, in: db)
            guard let present = try Expected.find(uuID, after: now, in: db) else {
                try db.execute(
                    sql: "INSERT INTO mykey_expected(uuid, account) VALUES (?, ?)", arguments: [uuID, account])
                return
            }
            guard present.isBound else {
                throw MYKEYServicesError(.value, field: "uuID", reason: "a login with this uuID is already pending")
            }
            guard let account else { return }
            guard present.account == nil || present.account == account else {
                throw MYKEYServicesError(
                    .value, field: "account", reason: "the user is bound to another account; remove that binding first")
            }
            try db.execute(sql: "UPDATE mykey_expected SET account = ? WHERE uuid = ?", arguments: [account, uuID])
        }
        bound.withLock { _ = $0?.insert(key) }
    }

    /// Returns all users that are bound in the file, including those that this store ignores, ordered by their ids.
    /// - Throws: ``MYKEYServicesError`` when the store fails.
    public func bindings() async throws(MYKEYServicesError) -> [BoundUser] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT uuid, account FROM mykey_expected WHERE until IS NULL").map { row in
                let uuID: Data = row["uuid"]
                let account: String? = row["account"]
                return BoundUser(
                    uuID: String(decoding: uuID, as: UTF8.self), account: try account.map { try LoginAccount($0) })
            }.sorted { $0.uuID < $1.uuID }
        }
    }

    public func forget(uuID: String) async throws(MYKEYServicesError) {
        let uuID = Blob.of(UUIDKey.of(uuID))
        try await write { db in try db.execute(sql: "DELETE FROM mykey_expected WHERE uuid = ?", arguments: [uuID]) }
    }

    public func standing(of claim: LoginClaim, now: UnixTime) async throws(MYKEYServicesError) -> CallbackStanding {
        let login = ComparedLogin(claim, counts: countsIfBound(claim.uuID))
        return try await read { db in try Self.standing(of: login, now: now, in: db).standing }
    }

    public func reply(to bodyDigest: [UInt8], now: UnixTime) async throws(MYKEYServicesError) -> StoredReply? {
        try await read { db in try Self.reply(to: bodyDigest, now: now, in: db) }
    }

    public func record(_ record: LoginRecord, now: UnixTime) async throws(MYKEYServicesError) -> RecordOutcome {
        let login = ComparedLogin(record, counts: countsIfBound(record.login.uuID))
        return try await write { db in
            try ReplayTables.deleteEnded(before: now, in: db)
            if let reply = try Self.reply(to: record.bodyDigest, now: now, in: db) { return .repeated(reply) }
            let found = try Self.standing(of: login, now: now, in: db)
            guard found.standing.isAcceptable else { return .refused(found.standing) }
            let session = found.expected?.session
            let salt = session == nil ? nil : record.codeSalt
            try db.execute(
                sql: "INSERT OR REPLACE INTO mykey_signed(digest, until) VALUES (?, ?)",
                arguments: [Blob.of(record.signedDigest), record.until.seconds])
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO mykey_reply(body, code, message, until, salt, login) VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    Blob.of(record.bodyDigest), record.reply.code, record.reply.message, record.until.seconds,
                    salt.map { Blob.of($0) }, record.login.id,
                ])
            // The first accepted login of a bound user without an account binds the user to its account.
            try db.execute(
                sql: """
                    UPDATE mykey_expected SET used = used + 1,
                        account = CASE WHEN until IS NULL THEN coalesce(account, ?) END WHERE uuid = ?
                    """, arguments: [login.account, login.uuID])
            // The login of a bound user has no session. The hash of the body takes its place, which is the hash of no session.
            let code = session == nil ? nil : record.codeDigest.map { Blob.of($0) }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO mykey_login(session, facts, until, code, announced, id)
                        VALUES (?, ?, ?, ?, 0, ?)
                    """,
                arguments: [
                    session ?? Blob.of(record.bodyDigest),
                    String(decoding: record.login.json.serialized(), as: UTF8.self),
                    (now + Self.outcomeMemory).seconds, code, record.login.id,
                ])
            return .recorded(waitsForCode: salt != nil)
        }
    }

    public func status(of session: LoginSession, now: UnixTime) async throws(MYKEYServicesError) -> LoginStatus {
        let digest = Blob.of(session.digest)
        return try await read { db in
            if let login = try DecidedLogin.find(digest, now: now, in: db) {
                return login.code == nil ? .accepted(try login.read()) : .pending(until: login.until)
            }
            let until = try Int64.fetchOne(
                db, sql: "SELECT until FROM mykey_expected WHERE session = ? AND until >= ? AND used = 0",
                arguments: [digest, now.seconds])
            return until.map { .pending(until: UnixTime(seconds: $0)) } ?? .unknown
        }
    }

    public func claim(_ session: LoginSession, code: [UInt8], now: UnixTime) async throws(MYKEYServicesError)
        -> AcceptedLogin?
    {
        let digest = Blob.of(session.digest)
        let code = Blob.of(code)
        // The row is read before a write begins, so that callers that guess sessions do not block other writers.
        guard try await read({ db in try DecidedLogin.find(digest, now: now, in: db)?.code }) != nil else { return nil }
        return try await write { db in
            guard let login = try DecidedLogin.find(digest, now: now, in: db), let waitsFor = login.code else {
                return nil
            }
            // An ordinary comparison is safe, because both values are digests of unpredictable values. Its duration reveals nothing useful.
            guard waitsFor == code else {
                try db.execute(sql: "UPDATE mykey_login SET misses = misses + 1 WHERE session = ?", arguments: [digest])
                if login.misses + 1 >= Self.wrongCodes {
                    try db.execute(sql: "DELETE FROM mykey_login WHERE session = ?", arguments: [digest])
                }
                return nil
            }
            let accepted = try login.read()
            // A login that an earlier release recorded has no id, and counts as announced until it is claimed.
            try db.execute(
                sql: "UPDATE mykey_login SET code = NULL, announced = 0, id = ? WHERE session = ?",
                arguments: [accepted.id, digest])
            return accepted
        }
    }

    public func isAnnounced(_ login: AcceptedLogin) async throws(MYKEYServicesError) -> Bool? {
        let id = login.id
        return try await read { db in
            try Bool.fetchOne(db, sql: "SELECT announced FROM mykey_login WHERE id = ?", arguments: [id]) ?? true
        }
    }

    public func markAnnounced(_ login: AcceptedLogin) async throws(MYKEYServicesError) {
        let id = login.id
        try await write { db in
            try db.execute(sql: "UPDATE mykey_login SET announced = 1 WHERE id = ?", arguments: [id])
        }
    }

    private func countsIfBound(_ uuID: String) -> Bool { bound.withLock { $0?.contains(UUIDKey.of(uuID)) ?? true } }

    /// Compares a login with the stored rows.
    private static func standing(of login: ComparedLogin, now: UnixTime, in db: Database) throws -> (
        standing: CallbackStanding, expected: Expected?
    ) {
        let expected = try Expected.find(login.uuID, in: db).flatMap { $0.isBound && !login.counts ? nil : $0 }
        let isReplayed = try Bool.fetchOne(
            db, sql: "SELECT EXISTS(SELECT 1 FROM mykey_signed WHERE digest = ? AND until >= ?)",
            arguments: [Blob.of(login.signed), now.seconds])
        let standing = CallbackStanding(
            isExpected: expected.map { $0.until.map { $0 >= now } ?? true } ?? false,
            // A pending login accepts one answer, whatever the protocol is. A binding accepts many answers.
            isSpent: expected.map { $0.isUsed && (login.isOneTime || !$0.isBound) } ?? false,
            isReplayed: isReplayed ?? false, binding: expected.map(login.binding) ?? .absent)
        return (standing, expected)
    }

    private static func reply(to bodyDigest: [UInt8], now: UnixTime, in db: Database) throws -> StoredReply? {
        let row = try Row.fetchOne(
            db, sql: "SELECT code, message, salt, login FROM mykey_reply WHERE body = ? AND until >= ?",
            arguments: [Blob.of(bodyDigest), now.seconds])
        return try row.map { row in
            let salt: Data? = row["salt"]
            let id: String? = row["login"]
            let facts = try id.flatMap { id in
                try String.fetchOne(
                    db, sql: "SELECT facts FROM mykey_login WHERE id = ? AND code IS NULL AND announced = 0",
                    arguments: [id])
            }
            return StoredReply(
                CallbackReply(code: row["code"], message: row["message"]), salt: salt.map { Array($0) },
                unannounced: try facts.map { try AcceptedLogin(JSONValue(parsing: $0)) })
        }
    }
}
