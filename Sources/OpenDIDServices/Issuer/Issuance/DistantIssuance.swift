import HeraldLocks
import OpenDID_DataModel

/// Issues one credential if the registry is in another process. It registers the new credential there, stores it in the issuer's database,
/// and then revokes the earlier ones. In this order, the holder has a valid credential even if this process ends in between.
///
/// No lock of the database is held while the registry answers. Instead, the write that stores the credential checks again what was decided
/// before. If another instance of the issuer was faster, everything is repeated with the same credential. If the credential is refused
/// then, its row is stored as replaced, so that ``ReplacedCredentials`` revokes it.
///
/// If the process ends before the credential is stored, the client repeats the request, perhaps at another instance. Then the same
/// credential is registered again, which succeeds.
struct DistantIssuance: Sendable {
    /// The number of times that an issuance is tried while other instances issue credentials to the same person.
    static let attempts = 3
    /// The time after which the client may repeat a request that conflicted that often.
    static let pause = Duration.seconds(1)

    let database: any ServiceDatabase
    let registry: any RegistryAccess
    /// Ensures that this process's issuances for the same person, or for the same offer, run one at a time. They would be right without it.
    /// It spares the repetitions, and the registry the credentials that are revoked at once.
    let turns: KeyedLock
    let entries: IssuanceEntries
    /// True if an earlier request may have registered the same credential, perhaps at a process that has ended.
    let isRepeated: Bool

    /// Stores the step together with further writes, and returns its answer.
    typealias Keep = @Sendable ([@Sendable (any ServiceRows) throws -> Void]) async throws -> [UInt8]

    /// The error if another instance has issued a credential to the person since the registry was asked.
    private struct Superseded: Error {}

    /// The error if a rule forbids the credential.
    private struct Refusal: Error {
        let error: ServiceError

        /// Runs a check, and marks its refusal, so that it differs from the errors of the transaction.
        static func marking<T>(_ check: () throws -> T) throws -> T {
            do {
                return try check()
            } catch let error as ServiceError {
                throw Refusal(error: error)
            }
        }
    }

    private var vcID: String { entries.meta.id }

    /// Issues the credential.
    /// - Returns: the answer of `keep`. If another instance has completed the transaction with the same request, this is its answer.
    /// - Throws: ``ServiceError`` 00201 and 00302 if a rule forbids the credential, and 00002 if it was given up before. Also
    ///   ``ServiceDatabaseError`` `temporary` if other instances were faster each time, and the errors of the registry and of `keep`.
    func run(_ keep: Keep) async throws -> [UInt8] {
        let names = [entries.offerID.map { "offer \($0)" }, "person \(entries.userID)"].compactMap(\.self)
        return try await turns.withLocks(names) {
            var isSent = false
            for _ in 0..<Self.attempts {
                do {
                    let judgement = try await judge()
                    try await send(judgement)
                    isSent = true
                    return try await self.keep(judgement, keep)
                } catch is Superseded {
                    continue
                } catch let refusal as Refusal {
                    if isSent || isRepeated { try await giveUp(isSent: isSent) }
                    // If another instance has completed the step for the same request, its answer is returned instead of the refusal.
                    return try await keep([{ _ in throw refusal.error }])
                }
            }
            throw ServiceDatabaseError(
                .temporary(retryAfter: Self.pause), reason: "other instances changed the person's credentials")
        }
    }

    /// A judgement, and the IDs of the credentials whose status it knows.
    private struct Judged: Sendable {
        let concerned: Set<String>
        let judgement: IssuanceEntries.Judgement
    }

    private func judge() async throws -> Judged {
        let entries = entries
        let concerned = try await database.read { rows in try entries.concerned(in: rows) }
        let ledger = try await LedgerView(asking: registry, for: concerned)
        return try await database.read { rows in
            try Refusal.marking {
                try entries.requireNew(in: rows)
                try entries.requireOffer(in: rows)
                return Judged(
                    concerned: Set(concerned), judgement: try entries.judge(in: rows, knowing: ledger))
            }
        }
    }

    private func send(_ judged: Judged) async throws {
        do {
            try await registry.apply([judged.judgement.entry])
        } catch let error as RegistryError where error.code == .duplicate {
            // Another instance has issued this credential, or given it up, and the credential was revoked since.
            let entries = entries
            try await database.read { rows in try Refusal.marking { try entries.requireNew(in: rows) } }
            throw error
        }
    }

    private func keep(_ judged: Judged, _ keep: Keep) async throws -> [UInt8] {
        let (entries, ended) = (entries, judged.judgement.ended)
        let answer = try await keep([
            { rows in
                try Refusal.marking { try entries.requireNew(in: rows) }
                guard try Set(entries.concerned(in: rows)) == judged.concerned else { throw Superseded() }
                try Refusal.marking {
                    try entries.daily.check(at: entries.now, in: rows)
                    try entries.takeOffer(in: rows)
                }
                for earlier in ended { try rows.replaceCredential(earlier) }
                try entries.keep(in: rows)
            }
        ])
        await revoke(ended)
        return answer
    }

    /// Revokes replaced credentials. An error is ignored, because the issuance is decided already and ``ReplacedCredentials`` repeats failed
    /// revocations. It is not recorded as an outage either, because the client need not repeat its request.
    private func revoke(_ ids: [String]) async {
        let now = entries.now
        let replaced = ReplacedCredentials(database: database, registry: registry) { now }
        try? await TemporaryOutage.$current.withValue(nil) {
            try await RegistryOutage.$current.withValue(nil) { try await replaced.end(ids) }
        }
    }

    /// Has the refused credential revoked if it is registered, unless its transaction has a credential's row already.
    /// - Parameter isSent: true if this request has registered it. Otherwise an earlier one may have done so.
    private func giveUp(isSent: Bool) async throws {
        let (entries, vcID) = (entries, vcID)
        if !isSent, try await registry.credential(vcID) == nil { return }
        let isGivenUp = try await database.write { rows in
            guard try rows.issuedCredential(vcID) == nil else { return false }
            try entries.keep(in: rows)
            try rows.replaceCredential(vcID)
            return true
        }
        if isGivenUp { await revoke([vcID]) }
    }
}

extension LedgerView {
    /// Asks the registry of another process for the status of credentials and of their holders.
    init(asking registry: any RegistryAccess, for ids: [String]) async throws {
        let credentials = ids.isEmpty ? [:] : try await registry.credentials(ids)
        let holders = Set(credentials.values.map(\.subject))
        self = .asked(
            credentials: credentials, holders: holders.isEmpty ? [:] : try await registry.statuses(of: holders.sorted())
        )
    }
}
