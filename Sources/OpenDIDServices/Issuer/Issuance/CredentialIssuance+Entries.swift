import GRDB
import OpenDID_DataModel

/// Everything that an issued credential changes: the issuer's own entry, the registry's, the end of this holder's earlier credentials under the
/// same plan (OpenDID sheet 3.6), and that of the offer. A credential that is about another DID is nobody's to end but that holder's.
struct IssuanceEntries: Sendable {
    let credential: VerifiableCredential
    let meta: VCMeta
    let userID: String
    let planID: String
    let offerID: String?
    let txID: String
    let now: UTCInstant
    /// `nil` where a person may have several DIDs.
    let rule: OnePersonRule?
    let daily: DailyRule

    private var holder: String { credential.credentialSubject.id }

    /// What an issuance ends and enters.
    struct Judgement: Sendable {
        /// Credentials of the holder that this one replaces.
        var ended: [String] = []
        /// What the registry has to be told of them.
        var revocations: [LedgerChange] = []
        let entry: LedgerChange
    }

    /// Which credentials the registry has to be asked about.
    func concerned(in db: Database) throws -> [String] {
        let others = rule == nil ? [] : try CredentialRow.others(ofUser: userID, than: holder, in: db).map(\.vcID)
        return try others + CredentialRow.ids(ofUser: userID, plan: planID, subject: holder, in: db)
    }

    /// - Throws: ``ServiceError`` 00302.
    func judge(in db: Database, knowing ledger: LedgerView) throws -> Judgement {
        try rule?.check(at: now, in: db, knowing: ledger)
        try daily.check(at: now, in: db)
        var judgement = Judgement(entry: .enterCredential(meta, at: now))
        for earlier in try CredentialRow.ids(ofUser: userID, plan: planID, subject: holder, in: db) {
            guard let known = try ledger.meta(of: earlier, in: db) else { continue }
            // The registry takes no change of what is revoked already.
            if known.status != .REVOKED { judgement.revocations.append(.setCredentialStatus(id: earlier, .REVOKED, at: now)) }
            judgement.ended.append(earlier)
        }
        return judgement
    }

    /// - Throws: ``ServiceError`` 00201 when a credential was issued under the offer meanwhile.
    func takeOffer(in db: Database) throws {
        guard let offerID, try !OfferRow.take(offerID, for: txID, in: db) else { return }
        throw IssuerError.offerExpired("a credential was issued under it already")
    }

    /// The same without taking it.
    func requireOffer(in db: Database) throws {
        guard let offerID, try OfferRow.find(offerID, in: db)?.isFree != true else { return }
        throw IssuerError.offerExpired("a credential was issued under it already")
    }

    /// Keeps the new credential.
    func keep(in db: Database) throws {
        try CredentialRow.insert(credential, txID: txID, planID: planID, userID: userID, now: now, in: db)
    }
}

extension CredentialIssuance {
    func entries(for credential: VerifiableCredential, of userID: String, state: IssuanceState, txID: String) -> IssuanceEntries {
        IssuanceEntries(
            credential: credential, meta: VCMeta(of: credential, certVcRef: desk.certVcRef), userID: userID, planID: state.planID,
            offerID: state.offerID, txID: txID, now: desk.now(),
            rule: desk.settings.severalDIDs ? nil : OnePersonRule(userID: userID, holder: credential.credentialSubject.id),
            daily: DailyRule(userID: userID, limit: desk.context.configuration.limits.credentialsPerDay))
    }

    /// Where the registry is in the issuer's database: everything in the transaction in which the answer is kept.
    func write(_ entries: IssuanceEntries) -> @Sendable (Database) throws -> Void {
        { db in
            try entries.takeOffer(in: db)
            let judgement = try entries.judge(in: db, knowing: .here)
            for earlier in judgement.ended { try CredentialRow.end(earlier, in: db) }
            try entries.keep(in: db)
            for change in judgement.revocations + [judgement.entry] { try change.apply(in: db) }
        }
    }

    /// Where the registry is another process's: the new credential is entered there, then kept here, and then the earlier ones are revoked.
    /// So the holder has a credential that counts whenever this process ends.
    ///
    /// When it ends before the credential is kept, the repetition of the request enters the same one again, which is no fault. What could
    /// not be revoked is revoked later (``ReplacedCredentials``). One issuance at a time comes so far for a person and for an offer: what was
    /// looked up still holds when it is kept.
    func sendAndKeep(_ entries: IssuanceEntries) -> StepAround {
        let (desk, turns) = (desk, [entries.offerID.map { "offer \($0)" }, "person \(entries.userID)"].compactMap(\.self))
        return { keep in
            try await desk.turns.withLocks(turns) {
                let ledger = try await desk.ledger { db in try entries.concerned(in: db) }
                let judgement = try await desk.database.read { db in
                    try entries.requireOffer(in: db)
                    return try entries.judge(in: db, knowing: ledger)
                }
                try await desk.registry.apply([judgement.entry])
                let answer = try await keep([{ db in
                    try entries.takeOffer(in: db)
                    for earlier in judgement.ended { try CredentialRow.replace(earlier, in: db) }
                    try entries.keep(in: db)
                }])
                // The credential is issued, whatever the registry says now.
                try? await ReplacedCredentials(desk: desk).end(judgement.ended)
                return answer
            }
        }
    }
}
