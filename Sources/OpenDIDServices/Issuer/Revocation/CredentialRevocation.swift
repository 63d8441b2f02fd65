import OpenDID_DataModel

/// M220 at the issuer, with the steps inspect, revoke and complete (OpenDID sheet 5.9). Only the holder of a credential may have it
/// revoked. Upstream's issuer accepts such a request from any registered user.
struct CredentialRevocation: Sendable {
    /// The name of the protocol in the rows of transactions.
    static let flow = "M220"

    /// The names of the steps, which are those of their endpoints.
    enum Step {
        static let inspect = OpenDIDEndpoints.Issuer.inspectProposeRevoke.name
        static let revoke = OpenDIDEndpoints.Issuer.revokeVC.name
        static let complete = OpenDIDEndpoints.Issuer.completeRevoke.name
    }

    /// The largest size of a revocation request, in bytes. The limit exists because the request is stored forever. A request with a proof
    /// for each key has fewer than 2,000 bytes.
    private static let wishLimit = 8 << 10

    let shared: IssuerContext

    /// Step 1: checks that a credential may be revoked. Returns the nonce that the holder must sign, and the authentication that the holder
    /// needs.
    /// - Throws: ``ServiceError`` 00206 if this issuer has not issued the credential, and 00209 if the credential is revoked already.
    func inspect(_ request: InspectProposeRevoke) async throws -> _InspectProposeRevoke {
        let row = try await active(request.vcId)
        let state = RevocationState(
            vcID: row.vcID, holder: row.subject, nonce: shared.context.nonce(), authType: shared.settings.revocation)
        let txID = try await shared.transactions.open(Self.flow, step: Step.inspect, data: state)
        return _InspectProposeRevoke(txId: txID, issuerNonce: state.nonce, authType: state.authType)
    }

    /// Step 6: revokes the credential at the holder's request. The text of the request is stored as evidence.
    /// - Throws: ``ServiceError`` 00207 for another credential, 00210 for another nonce, 00302 if the signer is not the holder, 00413 for
    ///   every other fault of the proofs, and 00209 if the credential was revoked in the meantime.
    func revoke(_ request: RevokeVc, _ call: ReceivedCall) async throws -> EncodedAnswer<_RevokeVc> {
        let isHere = shared.registry.isHere
        return try await shared.transactions.step(
            request.txId, flows: [Self.flow], step: Step.revoke, after: [Step.inspect], request: call.body,
            preparing: isHere
                ? nil
                : { state, _ in
                    _ = try await checked(request, call, state)
                    guard !state.isSent else { return nil }
                    try await requireActive(state.vcID)
                    return state.sent
                }
        ) { (state: RevocationState, _) in
            let evidence = isHere ? try await checked(request, call, state).bytes : try call.part("request").bytes
            let (now, vcID, txID) = (shared.now(), state.vcID, request.txId)
            // If the registry is in another process, it is changed before the step is stored. If this process ends in between, the repeated
            // request revokes the credential again, which succeeds.
            if !isHere { try await shared.registry.apply([.setCredentialStatus(id: vcID, .REVOKED, at: now)]) }
            return StepOutcome(
                _RevokeVc(txId: txID), data: state,
                writes: [
                    { rows in
                        if isHere { try Self.setStatus(.REVOKED, of: vcID, at: now, in: rows) }
                        try rows.saveRevocation(of: vcID, txID: txID, request: evidence, at: now)
                    }
                ])
        }
    }

    /// Returns the request to revoke, after checking that the credential's holder signed it.
    private func checked(_ request: RevokeVc, _ call: ReceivedCall, _ state: RevocationState) async throws
        -> SignedDocument
    {
        guard request.request.vcId == state.vcID else { throw ServiceError(IssuerError.credentialMismatch) }
        guard shared.isNonce(request.request.issuerNonce, state.nonce) else {
            throw ServiceError(IssuerError.revocationNonceMismatch)
        }
        let wish = try call.part("request")
        guard wish.bytes.count <= Self.wishLimit else {
            throw IssuerError.bodyInvalid("request: at most \(Self.wishLimit) bytes expected")
        }
        try await check(wish, state)
        return wish
    }

    /// Step 7: ends the transaction.
    func complete(_ request: CompleteRevoke, _ call: ReceivedCall) async throws -> EncodedAnswer<_CompleteRevoke> {
        try await shared.transactions.step(
            request.txId, flows: [Self.flow], step: Step.complete, after: [Step.revoke], request: call.body
        ) { (state: RevocationState, _) in StepOutcome(_CompleteRevoke(txId: request.txId), data: state) }
    }

    /// Changes the status of a credential for an operator (OpenDID sheet 3.6): to inactive, to active again, or to revoked, which is final.
    /// - Throws: ``ServiceError`` 00206 if this issuer has not issued the credential, and 00209 if the credential is revoked already.
    func update(_ request: UpdateVcStatus) async throws -> _UpdateVcStatus {
        let row = try await active(request.vcId)
        let (now, status) = (shared.now(), request.vcStatus)
        if shared.registry.isHere {
            try await shared.database.write { rows in try Self.setStatus(status, of: row.vcID, at: now, in: rows) }
        } else {
            try await send(status, of: row.vcID, at: now)
        }
        return _UpdateVcStatus(txId: shared.uuid())
    }

    /// Checks that the subject of the credential signed the request with the required keys. A request has one proof, or one for each key
    /// (OpenDID sheet 5.9).
    private func check(_ wish: SignedDocument, _ state: RevocationState) async throws {
        let report = await VerificationPolicy.standard(for: .reqRevokeVc, signer: state.holder).acceptingNewestKeys()
            .adding([AuthenticationRule(state.authType)])
            .verify(wish, at: shared.now(), resolver: RequestResolver(shared.registry))
        if let failure = report.failures.first(where: { $0.code == .signer }) {
            throw IssuerError.holderInvalid(failure.description)
        }
        if let failure = report.failures.first { throw IssuerError.signatureInvalid(failure.description) }
        guard report.isValid else { throw ServiceError(IssuerError.signatureInvalid) }
    }

    /// Returns a credential that this issuer has issued and that is not revoked.
    private func active(_ vcID: String) async throws -> CredentialRow {
        let isHere = shared.registry.isHere
        let found = try await shared.database.read { rows -> (CredentialRow, VCMeta?)? in
            guard let row = try rows.issuedCredential(vcID) else { return nil }
            return (row, isHere ? try LedgerReading.meta(of: vcID, in: rows) : nil)
        }
        guard let (row, known) = found, let meta = isHere ? known : try await shared.registry.credential(vcID),
            meta.issuer.did == shared.did
        else { throw ServiceError(IssuerError.credentialUnknown) }
        guard meta.status != .REVOKED else { throw ServiceError(IssuerError.credentialRevoked) }
        return row
    }

    /// Checks that a credential is not revoked.
    /// - Throws: ``ServiceError`` 00209 if it is revoked.
    private func requireActive(_ vcID: String) async throws {
        guard try await shared.registry.credential(vcID)?.status != .REVOKED else {
            throw ServiceError(IssuerError.credentialRevoked)
        }
    }

    /// Changes the status of a credential in the registry of another process.
    private func send(_ status: VCStatusEnum, of vcID: String, at now: UTCInstant) async throws {
        do {
            try await shared.registry.apply([.setCredentialStatus(id: vcID, status, at: now)])
        } catch let error as RegistryError where error.code == .transition {
            throw ServiceError(IssuerError.credentialRevoked)
        }
    }

    /// Changes the status of a credential. The present status is checked again inside the transaction, because another request may have
    /// changed it.
    private static func setStatus(_ status: VCStatusEnum, of vcID: String, at now: UTCInstant, in rows: any ServiceRows)
        throws
    {
        guard try LedgerReading.meta(of: vcID, in: rows)?.status != .REVOKED else {
            throw ServiceError(IssuerError.credentialRevoked)
        }
        try LedgerChange.setCredentialStatus(id: vcID, status, at: now).apply(in: rows)
    }
}
