import GRDB
import HeraldJSON
import SDNWire

/// Signatures over keys that the node stores. Users sign their own devices and master keys, and all users see these signatures. Users also sign
/// the master keys of users who share a room with them, and only the signer sees these. The node refuses all other signatures and those that are
/// wrong, and its answer has an error for each key that failed (Matrix 1.11, 11.11.4.6).
struct KeySignatures: Sendable {
    private struct Entry: Sendable {
        let user: String
        let target: String
        let keyID: String
        let signature: String
        /// The signed keys as the caller has sent them.
        let keys: JSONObject
    }

    private let given: [Entry]
    private let caller: Caller
    private let limits: KeyLimits

    /// - Throws: `WireError` or `JSONError` naming the member; `M_BAD_JSON` if the body is nested too deeply.
    init(_ body: JSONReader, of caller: Caller, _ limits: KeyLimits) throws {
        guard JSONValue.object(body.value).isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "The content has more than \(EventFormat.depthLimit) levels.")
        }
        var given: [Entry] = []
        for user in body.value.keys {
            let targets = try body.object(user)
            for target in targets.value.keys {
                let keys = try targets.object(target)
                guard let own = try keys.optionalObject("signatures")?.optionalObject(caller.userID) else { continue }
                guard given.count + own.value.count <= limits.entriesPerRequest else {
                    throw WireError(
                        .tooLong, field: "signatures",
                        reason: "at most \(limits.entriesPerRequest) signatures can be sent at once")
                }
                for keyID in own.value.keys {
                    // The signature of the caller's keys over themselves is in the upload of the keys. Some clients send it here as well.
                    if user.isIdentical(to: caller.userID), keyID.isIdentical(to: "ed25519:\(target)") { continue }
                    let signature = try StoredText.checked(own.string(keyID), field: target)
                    guard keyID.utf8.count <= 255 else {
                        throw WireError(.tooLong, field: "signatures", reason: "a key ID has at most 255 bytes")
                    }
                    guard signature.utf8.count <= limits.signature else {
                        throw WireError(
                            .tooLong, field: "signatures", reason: "a signature has at most \(limits.signature) bytes")
                    }
                    given.append(
                        Entry(
                            user: try StoredText.checked(user, field: "signatures"),
                            target: try StoredText.checked(target, field: "signatures"),
                            keyID: try StoredText.checked(keyID, field: "signatures"), signature: signature,
                            keys: keys.value))
                }
            }
        }
        self.given = given
        self.caller = caller
        self.limits = limits
    }

    /// The result of an upload of signatures: the errors by user and key, and true if the caller's own keys have changed.
    struct Outcome: Sendable {
        var failures: [String: JSONObject] = [:]
        var hasChanged = false
        /// The other users whose keys look different to the caller, who alone sees the new signatures.
        var signed: Set<String> = []

        var body: JSONObject { ["failures": .object(JSONObject(failures.mapValues(JSONValue.object)))] }
    }

    /// Checks all signatures. This takes so long that it must not happen in a write. Keys that change before the write are no different from keys that
    /// change after it: clients find that the signature is wrong.
    /// - Returns: the errors of the wrong signatures, by their places in the request.
    func errors(in db: Database) throws -> [Int: MatrixError] {
        var check = SignatureCheck(by: caller.userID, in: db), errors: [Int: MatrixError] = [:]
        for (place, entry) in given.enumerated() {
            do {
                try check.check(
                    entry.signature, by: entry.keyID, over: entry.target, of: entry.user, as: entry.keys)
            } catch let error as MatrixError {
                errors[place] = error
            }
        }
        return errors
    }

    /// Stores the signatures.
    /// - Parameter errors: the errors of the signatures that are not stored, by their places in the request.
    func keep(except errors: [Int: MatrixError], in db: Database) throws -> Outcome {
        var outcome = Outcome(), companions: [String: Bool] = [:]
        var left =
            limits.signaturesPerUser
            - (try KeySignatureStore.count(by: caller.userID, limit: limits.signaturesPerUser, in: db))
        for (place, entry) in given.enumerated() {
            let isCompanion =
                try companions[entry.user] ?? RoomAudiences.areCompanions(caller.userID, entry.user, in: db)
            companions[entry.user] = isCompanion
            do {
                guard isCompanion else { throw MatrixError(.forbidden, "You share no room with this user.") }
                if let error = errors[place] { throw error }
                guard try keep(entry, &left, in: db) else { continue }
                if entry.user == caller.userID { outcome.hasChanged = true } else { outcome.signed.insert(entry.user) }
            } catch let error as MatrixError {
                outcome.failures[entry.user, default: [:]][entry.target] = error.json
            }
        }
        if outcome.hasChanged { try KeyStore.noteChange(of: caller.userID, in: db) }
        for user in outcome.signed { try KeyStore.noteChange(of: user, seenBy: caller.userID, in: db) }
        return outcome
    }

    /// - Returns: true if the signature is new.
    /// - Throws: `M_NOT_FOUND` if there are no such keys; `M_RESOURCE_LIMIT_EXCEEDED` if there are too many signatures.
    private func keep(_ entry: Entry, _ left: inout Int, in db: Database) throws -> Bool {
        let key = KeySignatureStore.Key(
            user: entry.user, target: entry.target, signer: caller.userID, keyID: entry.keyID)
        let before = try KeySignatureStore.signature(key, in: db)
        if before == entry.signature { return false }
        if before == nil {
            let (exists, count) = try KeySignatureStore.target(of: key, limit: limits.signatures, in: db)
            guard exists else { throw MatrixError(.notFound, "These keys do not exist.") }
            guard count < limits.signatures else {
                throw MatrixError(
                    .resourceLimitExceeded,
                    "signatures: you have signed this key \(limits.signatures) times, which is the limit.")
            }
            guard left > 0 else {
                throw MatrixError(
                    .resourceLimitExceeded,
                    "signatures: you have made \(limits.signaturesPerUser) signatures, which is the limit.")
            }
            left -= 1
        }
        try KeySignatureStore.set(entry.signature, key, in: db)
        return true
    }
}
