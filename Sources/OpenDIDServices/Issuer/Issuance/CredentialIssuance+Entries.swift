import OpenDID_DataModel

/// The changes that are made when a credential is issued. The issuer stores a row, and the registry stores a record. The earlier
/// credentials of this holder's DID under the same plan are revoked (OpenDID sheet 3.6). Credentials of other DIDs are not revoked. The
/// offer is marked as used.
struct IssuanceEntries: Sendable {
    /// The registry's record of the new credential.
    let meta: VCMeta
    let userID: String
    let planID: String
    let offerID: String?
    let txID: String
    let now: UTCInstant
    /// The rule that a person may have valid credentials under one DID only, or `nil` if several DIDs are allowed.
    let rule: OnePersonRule?
    let daily: DailyRule

    private var holder: String { meta.subject }

    /// The decision about an issuance, and the changes that it requires.
    struct Judgement: Sendable {
        /// The IDs of the holder's credentials that the new credential replaces.
        var ended: [String] = []
        /// The registry changes that revoke the replaced credentials.
        var revocations: [LedgerChange] = []
        let entry: LedgerChange
    }

    /// Returns the IDs of the credentials whose status must be read from the registry.
    func concerned(in rows: any ServiceRows) throws -> [String] {
        let others = rule == nil ? [] : try rows.currentCredentials(ofUser: userID, notOf: holder).map(\.vcID)
        return try others + rows.currentCredentials(ofUser: userID, plan: planID, subject: holder)
    }

    /// Checks the rules, and determines the changes to the registry.
    /// - Throws: ``ServiceError`` 00302.
    func judge(in rows: any ServiceRows, knowing ledger: LedgerView) throws -> Judgement {
        try rule?.check(at: now, in: rows, knowing: ledger)
        try daily.check(at: now, in: rows)
        var judgement = Judgement(entry: .enterCredential(meta, at: now))
        for earlier in try rows.currentCredentials(ofUser: userID, plan: planID, subject: holder) {
            guard let known = try ledger.meta(of: earlier, in: rows) else { continue }
            // A credential that is revoked already is left out, because the registry refuses to change it.
            if known.status != .REVOKED {
                judgement.revocations.append(.setCredentialStatus(id: earlier, .REVOKED, at: now))
            }
            judgement.ended.append(earlier)
        }
        return judgement
    }

    /// Marks the offer as used.
    /// - Throws: ``ServiceError`` 00201 if a credential was issued for the offer in the meantime.
    func takeOffer(in rows: any ServiceRows) throws {
        guard let offerID, try !rows.takeIssueOffer(offerID, for: txID) else { return }
        throw IssuerError.offerExpired("a credential was issued under it already")
    }

    /// Checks that the offer is unused, without marking it as used.
    /// - Throws: ``ServiceError`` 00201.
    func requireOffer(in rows: any ServiceRows) throws {
        guard let offerID, try rows.issueOffer(offerID)?.isFree != true else { return }
        throw IssuerError.offerExpired("a credential was issued under it already")
    }

    /// Checks that the transaction has no credential's row yet. If there is one, the credential was delivered, or it was given up and is
    /// revoked.
    /// - Throws: ``ServiceError`` 00002.
    func requireNew(in rows: any ServiceRows) throws {
        guard try rows.issuedCredential(meta.id) != nil else { return }
        throw IssuerError.transactionInvalid("its credential was issued or given up already")
    }

    /// Stores the new credential's row.
    func keep(in rows: any ServiceRows) throws {
        try rows.insertCredential(
            CredentialRow(vcID: meta.id, planID: planID, userID: userID, subject: holder), txID: txID,
            issuedAt: now)
    }
}

extension CredentialIssuance {
    func entries(for credential: VerifiableCredential, of userID: String, state: IssuanceState, txID: String)
        -> IssuanceEntries
    {
        IssuanceEntries(
            meta: VCMeta(of: credential, certVcRef: shared.certVcRef), userID: userID,
            planID: state.planID,
            offerID: state.offerID, txID: txID, now: shared.now(),
            rule: shared.settings.severalDIDs
                ? nil : OnePersonRule(userID: userID, holder: credential.credentialSubject.id),
            daily: DailyRule(userID: userID, limit: shared.context.configuration.limits.credentialsPerDay))
    }

    /// Returns the function that stores the changes if the registry is in the issuer's database. It runs in the transaction that stores the
    /// answer.
    func write(_ entries: IssuanceEntries) -> @Sendable (any ServiceRows) throws -> Void {
        { rows in
            try entries.takeOffer(in: rows)
            let judgement = try entries.judge(in: rows, knowing: .here)
            for earlier in judgement.ended { try rows.endCredential(earlier) }
            try entries.keep(in: rows)
            for change in judgement.revocations + [judgement.entry] { try change.apply(in: rows) }
        }
    }

    /// Returns the function that makes the changes if the registry is in another process.
    /// - Parameter isRepeated: true if an earlier request may have registered the same credential.
    func sendAndKeep(_ entries: IssuanceEntries, isRepeated: Bool) -> StepAround {
        let issuance = DistantIssuance(
            database: shared.database, registry: shared.registry, turns: shared.turns, entries: entries,
            isRepeated: isRepeated)
        return { keep in try await issuance.run(keep) }
    }
}

/// Refuses a credential for a person's second DID while a credential of the first DID is valid. Otherwise an impostor could get a
/// credential in the name of a person who already has one.
///
/// The rule is needed because the trust agent may identify a holder by a user ID alone. A second DID is accepted when the first credential
/// has expired or is revoked, or when an operator has revoked the DID of a lost wallet.
struct OnePersonRule: Sendable {
    /// The issuer's ID of the person.
    let userID: String
    /// The DID that requests a credential.
    let holder: String

    /// Checks that no other DID of the person has a valid credential.
    /// - Throws: ``ServiceError`` 00302.
    func check(at now: UTCInstant, in rows: any ServiceRows, knowing ledger: LedgerView) throws {
        for credential in try rows.currentCredentials(ofUser: userID, notOf: holder) {
            guard let meta = try ledger.meta(of: credential.vcID, in: rows), meta.status != .REVOKED else { continue }
            if let end = meta.$validUntil, end < now { continue }
            guard let status = try ledger.status(of: credential.subject, in: rows),
                status == .activated || status == .deactivated
            else { continue }
            throw IssuerError.holderInvalid("the person has a credential under another DID that is in use")
        }
    }
}

/// Limits the credentials that are issued to one person within a day. It is needed because the records of credentials are stored forever,
/// and a holder can request another credential at once.
struct DailyRule: Sendable {
    /// The issuer's ID of the person.
    let userID: String
    /// The limit, ``ServiceLimits/credentialsPerDay``.
    let limit: Int

    /// Checks that the person has not reached the limit.
    /// - Throws: ``ServiceError`` 00302.
    func check(at now: UTCInstant, in rows: any ServiceRows) throws {
        guard try !rows.hasIssued(limit, to: userID, since: now - ServiceLimits.day)
        else {
            throw IssuerError.holderInvalid("the person got so many credentials within a day that there is none today")
        }
    }
}
