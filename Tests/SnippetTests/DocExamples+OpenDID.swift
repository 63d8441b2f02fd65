import Foundation
import HeraldJSON
import HeraldKeys
import OpenDIDPostgres
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel

struct VerifiedUsers: KYCCheck {
    let users: [String: String]

    func userID(for evidence: KYCEvidence) async throws -> String? { users[evidence.reference] }
}

struct Register: ClaimSource {
    func claims(for subject: ClaimSubject, plan: VCPlan, schema: VCSchema) async throws -> ClaimData? {
        guard let number = subject.pii else { return nil }
        return ClaimData(userID: number, values: ["org.example.library.number": number])
    }
}

struct Printer: NotificationChannel {
    func deliver(_ notification: OutgoingNotification) async throws {
        print(notification.title ?? "no title", notification.text ?? "no text")
    }
}

/// The examples of OpenDID's modules.
extension DocExamples {
    static func jsonable(_ text: String) throws -> [UInt8] {
        let credential = try VerifiableCredential(from: text)
        let bytes = try credential.canonicalBytes()
        return bytes
    }

    static func did() throws {
        let did = try DID("did:omn:issuer")
        print(did.method, did.methodSpecificId)  // omn issuer
    }

    static func didURL() throws {
        let url = try DIDURL("did:omn:issuer?versionId=1#assert")
        print(url.did, url.versionId ?? "the current version", url.keyId ?? "")
    }

    static func instant() throws {
        let start = try UTCInstant("2026-01-31T18:00:00+09:00")
        print(start.text, start.adding(years: 1).text)  // 2026-01-31T09:00:00Z 2027-01-31T09:00:00Z
    }

    static func didDocument(_ text: String) throws {
        let document = try DIDDocument(from: text)
        let key = document.verificationMethod.first { $0.id == "assert" }
        print(document.versionId, key?.publicKeyMultibase ?? "no such key")
    }

    static func credential(_ bytes: [UInt8]) throws {
        let credential = try VerifiableCredential(jsonBytes: bytes)
        for claim in credential.credentialSubject.claims { print(claim.caption, claim.value) }
    }

    static func schema() -> VCSchema {
        let name = VCSchema.ClaimDef(id: "name", caption: "Name", type: .text, format: .plain)
        let claims = VCSchema.Claim(namespace: .init(id: "org.example.library", name: "Library"), items: [name])
        let schema = VCSchema(
            id: "https://library.example/schema", schema: VCSchema.standardSchema, title: "Library card",
            description: "Who may borrow books", metadata: .init(language: "en", formatVersion: "1.0"),
            credentialSubject: .init(claims: [claims]))
        return schema
    }

    static func receivedOffer(_ scannedText: String) throws {
        switch try ReceivedOffer(scannedText) {
        case .issue(let offer, _): print("\(offer.issuer) offers \(offer.vcPlanId)")
        case .verify(_, let txId): print("a verifier asks for a presentation", txId ?? "")
        case .restore(let offer, _): print("\(offer.did) can be restored")
        }
    }

    static func endpoint() {
        let endpoint = OpenDIDEndpoints.TAS.requestECDH
        print(endpoint.method.rawValue, endpoint.path)  // POST /tas/api/v1/request-ecdh
    }

    static func channel(_ secret: AgreedSecret, _ nonce: [UInt8], _ credentialRequest: some Jsonable, _ iv: [UInt8], _ answer: [UInt8], _ answerIV: [UInt8]) throws -> ([UInt8], VerifiableCredential) {
        var channel = try SessionChannel(secret: secret, endToEndNonce: nonce)
        let body = try channel.seal(credentialRequest.canonicalBytes(), iv: iv)
        let credential = try channel.open(answer, iv: answerIV) { try VerifiableCredential(jsonBytes: $0) }
        return (body, credential)
    }

    static func policy(_ bytes: [UInt8], _ now: UTCInstant, _ registry: any DIDResolver) async throws {
        let received = try SignedDocument(bytes)
        let report = await VerificationPolicy.standard(for: .credential).verify(received, at: now, resolver: registry)
        print(report.isValid, report.failures)
    }

    static func wallet(_ folder: URL, _ configuration: WalletConfiguration, _ plan: String, _ issuer: String) async throws -> IssueCredentialFlow.Outcome {
        let vault = try await WalletVault.open(at: .directory(folder))
        let wallet = OpenDIDWallet(vault: vault, configuration: configuration)
        try await wallet.create()
        try await wallet.personalize(userId: "user01")
        try await wallet.registerUser(kycTxId: "user01", pin: SecretText("480215"))
        let issued = try await wallet.issueCredential(planId: plan, issuer: issuer, unlock: .pin(SecretText("480215")))
        return issued
    }

    static func vault(_ folder: URL, _ typed: String) async throws {
        let vault = try await WalletVault.open(at: .directory(folder))
        if try await vault.isLocked { try await vault.authenticateLock(passcode: SecretText(typed)) }
        for stored in try await vault.credentials() { print(stored.issuer, stored.credential.credentialSubject.claims.count) }
        await vault.close()
    }

    static func walletConfiguration(_ server: URL, _ storedAppID: String) -> WalletConfiguration {
        let configuration = WalletConfiguration(
            addresses: ServiceAddresses(all: server), anchors: TrustAnchors(tas: "did:omn:tas"), appId: storedAppID,
            pkgName: "org.example.app")
        return configuration
    }

    static func anchors(_ trustAgentKey: VerificationKey) -> TrustAnchors {
        let anchors = TrustAnchors(tas: "did:omn:tas", keys: [trustAgentKey])
        return anchors
    }

    static func unlock(_ typed: String) -> HolderUnlock {
        let unlock = HolderUnlock(pin: SecretText(typed), bioPrompt: "Show your library card")
        return unlock
    }

    static func flowRun(_ wallet: OpenDIDWallet, _ plan: String, _ issuer: String, _ pin: SecretText) async throws -> IssueCredentialFlow.Outcome {
        let run = FlowRun { progress in
            try await wallet.issueCredential(planId: plan, issuer: issuer, unlock: .pin(pin), progress: progress)
        }
        for await step in run.steps { print(step) }
        let credential = try await run.value
        return credential
    }

    static func walletAPI(_ folder: URL, _ configuration: WalletConfiguration, _ tas: String, _ walletProvider: String) async throws {
        await WalletAPI.shared.attach { () throws(WalletError) in
            OpenDIDWallet(vault: try await WalletVault.open(at: .directory(folder)), configuration: configuration)
        }
        if try await !WalletAPI.shared.isExistWallet() {
            try await WalletAPI.shared.createWallet(tasURL: tas, walletURL: walletProvider)
        }
    }

    static func services() async throws {
        let services = try await OpenDIDServices.start()
        print(services.baseURL)  // http://127.0.0.1:49152
        await services.stop()
    }

    static func servicesConfiguration(_ folder: URL, _ typed: String, _ seed: ServicesSeed) async throws -> OpenDIDServices {
        let configuration = ServicesConfiguration(
            host: "127.0.0.1", port: 8090, storage: .directory(folder), passphrase: ServiceSecret(typed), seed: seed)
        let services = try await OpenDIDServices.start(configuration)
        return services
    }

    static func postgres(_ passphrase: ServiceSecret) throws(ServicesError) -> ServicesConfiguration {
        let configuration = ServicesConfiguration(
            storage: try .postgres("postgres://opendid@db.example.org/opendid?sslmode=verify-full"),
            passphrase: passphrase)
        return configuration
    }

    static func seed(_ schema: VCSchema) -> ServicesSeed {
        let seed = ServicesSeed(
            schemas: [SchemaSeed(name: "library", schema: schema)],
            plans: [PlanSeed(id: "vcplanid000000000042", name: "Library card", description: "", schema: "library")],
            allowedApps: ["org.example.app"], users: [UserSeed(userId: "alice", pii: "alice-0001")])
        return seed
    }

    static func presentation(_ bytes: [UInt8]) throws {
        let presentation = try VerifiablePresentation(jsonBytes: bytes)   // the JSON text
        for credential in presentation.verifiableCredential {
            print(credential.issuer.id, credential.credentialSubject.claims.map(\.caption))
        }
    }

    static func signedDocument(_ bytes: [UInt8], _ key: VerificationKey) throws {
        let document = try SignedDocument(bytes)
        for place in try document.proofPlaces() {
            try document.checkSignature(place, with: key)   // a VerificationFailure says what is wrong
        }
    }
}
