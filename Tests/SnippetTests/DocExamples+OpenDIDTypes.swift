import Foundation
import HeraldKeys
import HeraldP256
import OpenDIDWallet
import OpenDID_DataModel

struct PrintingObserver: FlowObserver {
    func exchanged(_ exchange: FlowExchange) { print(exchange.method.rawValue, exchange.path, exchange.status ?? 0) }
}

struct KnownDocuments: DIDResolver {
    let documents: [String: DIDDocument]

    func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
        guard let document = documents[did], versionId == nil || versionId == document.versionId else { return nil }
        return ResolvedDID(document: document, status: .activated)
    }
}

struct PrintingTransport: ServiceTransport {
    let inner = URLSessionServiceTransport()

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        print(call.method.rawValue, call.url)
        return try await inner.send(call)
    }
}

/// The examples of the types of OpenDID's modules.
extension DocExamples {
    static func present(_ wallet: OpenDIDWallet, _ scannedText: String, _ pin: SecretText) async throws {
        if case .verify(let offer, let txId) = try ReceivedOffer(scannedText) {
            let shown = try await wallet.present(offer, txId: txId, unlock: .pin(pin))
            print(shown.isAccepted)
        }
    }

    static func revoke(_ wallet: OpenDIDWallet, _ vcId: String, _ pin: SecretText) async throws {
        let revoked = try await wallet.revoke(vcId, unlock: .pin(pin))
        print(revoked.vcId)
    }

    static func updateDocument(_ wallet: OpenDIDWallet, _ oldPIN: SecretText, _ newPIN: SecretText) async throws {
        let edit = DocumentEdit(newKeys: [DocumentEdit.NewKey(id: "pin", protection: .pin(newPIN))])
        try await wallet.updateDocument(edit, unlock: .pin(oldPIN))
    }

    static func restore(_ wallet: OpenDIDWallet, _ scannedText: String, _ pin: SecretText) async throws {
        if case .restore(let offer, _) = try ReceivedOffer(scannedText) {
            print(try await wallet.restore(offer, unlock: .pin(pin)).did)
        }
    }

    static func flowDriver(_ wallet: OpenDIDWallet, _ plan: String, _ issuer: String, _ pin: SecretText) async throws {
        let driver = try await wallet.issuance(planId: plan, issuer: issuer, unlock: .pin(pin))
        if case .call(let call) = try await driver.advance() { print(call.method.rawValue, call.url) }
    }

    static func walletError(_ vault: WalletVault, _ typed: String) async {
        do {
            try await vault.authenticateLock(passcode: SecretText(typed))
        } catch {
            print(error.code == .wrongPasscode ? "Wrong passcode" : error.reason, error.retryAt?.text ?? "")
        }
    }

    static func addresses(_ server: URL, _ verifier: URL) -> ServiceAddresses {
        var addresses = ServiceAddresses(all: server)
        addresses.verifier = verifier
        return addresses
    }

    static func documentEdit() -> DocumentEdit {
        var edit = DocumentEdit(removedKeys: ["bio"])
        edit.services = [DIDDocument.Service(id: "home", type: .linkedDomains, serviceEndpoint: ["https://library.example"])]
        return edit
    }

    static func proof(_ document: DIDDocument) throws {
        for proof in document.allProofs {
            let key = try DIDURL(proof.verificationMethod)
            print(proof.proofPurpose, key.did, key.keyId ?? "", proof.created)
        }
    }

    static func proofRequest(_ key: SigningKey, _ issuer: DIDDocument, _ now: UTCInstant, _ profile: VerifyProfile) async throws -> VerifyProfile {
        let request = ProofRequest(signer: key, keyID: "assert", of: issuer, purpose: .assertionMethod, created: now)
        let signed = try await profile.signed(by: request)
        return signed
    }

    static func credentialDraft(_ issuer: DIDDocument, _ holder: String, _ schema: VCSchema, _ evidence: [VerifiableCredential.Evidence], _ request: ProofRequest) async throws -> VerifiableCredential {
        let draft = CredentialDraft(
            id: UUID().uuidString.lowercased(), issuer: .init(id: issuer.id), subject: holder, schema: schema,
            claims: try schema.claims(from: ["org.example.library.name": "Ann"]), evidence: evidence)
        let credential = try await draft.issued(by: request)
        return credential
    }

    static func presentationDraft(_ holder: String, _ profile: VerifyProfile, _ stored: [VerifiableCredential], _ now: UTCInstant, _ request: ProofRequest) async throws -> VerifiablePresentation {
        var draft = PresentationDraft(
            id: UUID().uuidString.lowercased(), holder: holder, verifierNonce: profile.profile.process.verifierNonce, now: now)
        try draft.add(for: profile.profile.filter, from: stored)
        let presentation = try await draft.signed(by: [request])
        return presentation
    }

    static func report(_ report: VerificationReport) throws {
        try report.requireValid()   // throws the first failure
        if report.omissions.contains(.credentialStatus) { print("The credential may be revoked") }
    }

    static func plans(_ wallet: OpenDIDWallet) async throws {
        for plan in try await wallet.plans(tags: ["library"]).items where plan.option.allowUserInit {
            print(plan.vcPlanId, plan.name, plan.credentialSchema.id)
        }
    }

    static func verifyProfile(_ text: String) throws {
        let profile = try VerifyProfile(from: text)
        for wanted in profile.profile.filter.credentialSchemas { print(wanted.id, wanted.requiredClaims ?? []) }
    }

    static func didAuth(_ holder: DIDDocument, _ serverNonce: String, _ request: ProofRequest) async throws -> DIDAuth {
        let unsigned = DIDAuth(did: holder.id, authNonce: serverNonce)
        let answer = try await unsigned.signed(by: request)   // request.purpose is .authentication
        return answer
    }

    static func signingKey() -> String {
        let key = SigningKey.p256(P256PrivateKey())
        let text = Multibase.encode(key.verificationKey.compressed, as: .base58btc)   // for the DID document
        return text
    }
}
