import Crypto
import OpenDID_DataModel

// The registration of a wallet (OpenDID sheet 5.4).
extension TrustAgent {
    /// Registers the device's DID document, after checking the wallet provider's attestation and the device's own proofs. The whole
    /// registration is this one call.
    func requestRegisterWallet(_ request: RequestAttestedDIDDoc, _ call: ReceivedCall) async throws
        -> _RequestRegisterWallet
    {
        try call.requireMessageID()
        let digest = Array(SHA256.hash(data: call.body))
        if let done = try await read({ rows in try rows.transactionID(ofRegistration: digest) }) {
            return _RequestRegisterWallet(txId: done)
        }
        let envelope = request.attestedDidDoc
        let owner: MultibaseEnvelope.Contents<DIDDocument>
        do { owner = try envelope.openOwner() } catch {
            throw TASError.documentUnreadable("\(error.field): \(error.reason)")
        }
        let document = owner.value
        if let error = document.validationErrors(.registration).first
            ?? WalletDIDRule.fault(in: document, controller: did)
            ?? NamedKeysRule.device.fault(in: document, controller: did)
        {
            let code = error.field == "versionId" ? TASError.documentVersion : TASError.documentUnreadable
            throw ServiceError(code, error.sentence(in: "ownerDidDoc"))
        }
        // A longer text does not fit into an index of PostgreSQL.
        guard (1...FindAll.idLimit).contains(envelope.walletId.utf8.count) else {
            throw TASError.bodyInvalid("attestedDidDoc.walletId: 1 to \(FindAll.idLimit) bytes expected")
        }
        try await requireCertificate(of: envelope.provider.did, role: .WalletProvider)
        try await checks.attestation(envelope, call.part("attestedDidDoc"))
        guard try await read({ rows in try rows.walletRecord(envelope.walletId) }) == nil else {
            throw ServiceError(TASError.walletExists)
        }
        try await checks.keyProofs(of: owner.document, as: .deviceDIDDocument)
        let register = try await entering(document, role: .Wallet, otherwise: TASError.walletExists)
        let (moment, registration) = (now, WalletRecord.Registration(request: digest, transactionID: context.uuid()))
        let wallet = WalletRecord(walletID: envelope.walletId, deviceDID: document.id)
        let transaction = try await write { rows in
            // If the same request arrived twice at the same time, the second one returns the result of the first one.
            if let done = try rows.transactionID(ofRegistration: digest) { return done }
            guard try rows.walletRecord(wallet.walletID) == nil,
                try rows.walletRecord(ofDevice: wallet.deviceDID) == nil
            else {
                throw ServiceError(TASError.walletExists)
            }
            try register(rows)
            try rows.insert(wallet, by: registration, at: moment)
            return registration.transactionID
        }
        return _RequestRegisterWallet(txId: transaction)
    }
}
