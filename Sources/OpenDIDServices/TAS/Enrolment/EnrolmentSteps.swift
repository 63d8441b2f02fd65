import HeraldKeys
import OpenDID_DataModel

// The steps in which a provider receives its certificate (OpenDID sheet 5.12). The operator must have registered the provider before. The
// registry then contains the provider's DID document, and an entry with the role for the certificate.
extension TrustAgent {
    func proposeEnrolEntity(_ request: ProposeEnrollEntity, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ProposeEnrollEntity
    > {
        let nonce = context.nonce()
        return try await open(TrustAgentTransaction(.enrolEntity(authNonce: nonce)), call) {
            _ProposeEnrollEntity(txId: $0, authNonce: nonce)
        }
    }

    func requestEnrolEntity(_ request: RequestEnrollEntity, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _RequestEnrollEntity
    > {
        try await step(.requestEnrolEntity, of: request.txId, call) { transaction in
            guard case .agreed(let session) = transaction.stage else { throw ServiceError(TASError.sessionMissing) }
            guard case .enrolEntity(let nonce) = transaction.proposal else {
                throw ServiceError(TASError.transactionInvalid)
            }
            try await checks.didAuth(
                request.didAuth, call.part("didAuth"), of: session.client, nonce: nonce, kind: .providerDIDAuth)
            guard let provider = try await registry.provider(session.client) else {
                throw TASError.providerMismatch("didAuth.did: no provider of this DID is to be enrolled")
            }
            let (credential, entry) = try await registrar.certificate(
                for: provider.did, name: provider.name, role: provider.role)
            let certificate = try credential.canonicalBytes()
            let iv = context.random(SessionKey.blockLength)
            let sealed = try session.channelKey().encrypt(certificate, iv: iv)
            var transaction = transaction
            transaction.stage = .certified(
                provider: provider.did,
                TrustAgentTransaction.Certificate(
                    id: credential.id, text: String(decoding: certificate, as: UTF8.self)))
            let answer = _RequestEnrollEntity(
                txId: request.txId, iv: Multibase.encode(iv, as: .base58btc),
                encVc: Multibase.encode(sealed, as: .base64))
            return TrustAgentStepResult(
                answer, transaction, write: applying(entry, otherwise: TASError.certificateFailed))
        }
    }

    /// Makes the new certificate valid, and revokes the earlier one.
    func confirmEnrolEntity(_ request: ConfirmEnrollEntity, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ConfirmEnrollEntity
    > {
        try await step(.confirmEnrolEntity, of: request.txId, call) { transaction in
            guard case .certified(let did, let certificate) = transaction.stage else {
                throw ServiceError(TASError.transactionInvalid)
            }
            guard request.vcId == certificate.id else {
                throw TASError.credentialMismatch("vcId: another certificate was handed out")
            }
            let moment = now
            return TrustAgentStepResult(_ConfirmEnrollEntity(txId: request.txId), transaction) { rows in
                // The provider's entry is read inside the transaction. If two certificates are confirmed at the same time, the later one
                // therefore revokes the earlier one.
                guard var provider = try rows.provider(did, for: .change) else {
                    throw ServiceError(TASError.certificateFailed)
                }
                let former = try provider.certificate.map { try VerifiableCredential(jsonBytes: $0).id }
                provider.certificate = Array(certificate.text.utf8)
                try rows.saveProvider(provider)
                guard let former else { return }
                try applying(
                    .setCredentialStatus(id: former, .REVOKED, at: moment), otherwise: TASError.certificateFailed)(rows)
            }
        }
    }

    /// Returns the trust agent's certificate to the operator. The trust agent has already enrolled itself when it started.
    func requestEnrolTAS(_ request: RequestEnrollTas, _ call: ReceivedCall) async throws -> _RequestEnrollTas {
        guard try await registry.provider(did)?.isEnrolled == true else { throw ServiceError(TASError.enrolTASFailed) }
        return _RequestEnrollTas(txId: context.uuid(), certVcRef: identity.certVcRef)
    }

    /// Returns the schema of certificates. It is the only schema of the trust agent (OpenDID sheet 3.5).
    func vcSchema(_ query: ServiceQuery, _ call: ReceivedCall) async throws -> VCSchema {
        guard try query.required("name") == "certificate" else {
            throw TASError.schemaNotFound("name: the only schema here is certificate")
        }
        return VCSchema.certificate(id: registrar.certificateSchema)
    }
}
