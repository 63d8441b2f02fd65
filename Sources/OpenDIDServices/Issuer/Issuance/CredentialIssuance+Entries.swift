import GRDB
import OpenDID_DataModel

extension CredentialIssuance {
    /// Everything that an issued credential changes, in the transaction in which its answer is kept: the issuer's own entry, the registry's,
    /// the end of this holder's earlier credentials under the same plan (OpenDID sheet 3.6), and that of the offer. A credential that is
    /// about another DID is nobody's to end but that holder's.
    func entries(
        for credential: VerifiableCredential, of userID: String, state: IssuanceState, txID: String
    ) -> @Sendable (Database) throws -> Void {
        let (now, meta) = (desk.now(), VCMeta(of: credential, certVcRef: desk.certVcRef))
        let (planID, offerID, holder) = (state.planID, state.offerID, credential.credentialSubject.id)
        let rule = desk.settings.severalDIDs ? nil : OnePersonRule(userID: userID, holder: holder)
        let daily = DailyRule(userID: userID, limit: desk.context.configuration.limits.credentialsPerDay)
        return { db in
            if let offerID, try !OfferRow.take(offerID, for: txID, in: db) {
                throw IssuerError.offerExpired("a credential was issued under it already")
            }
            try rule?.check(at: now, in: db)
            try daily.check(at: now, in: db)
            for earlier in try CredentialRow.ids(ofUser: userID, plan: planID, subject: holder, in: db) {
                // The registry takes no change of what is revoked already.
                guard let known = try LedgerReading.meta(of: earlier, in: db) else { continue }
                if known.status != .REVOKED { try LedgerChange.setCredentialStatus(id: earlier, .REVOKED, at: now).apply(in: db) }
                try CredentialRow.end(earlier, in: db)
            }
            try CredentialRow.insert(credential, txID: txID, planID: planID, userID: userID, now: now, in: db)
            try LedgerChange.enterCredential(meta, at: now).apply(in: db)
        }
    }
}
