import HeraldKeys
import OpenDID_DataModel

/// The smaller documents, each in the form of its kind.
extension Samples {
    static let nonce = "mAAECAwQFBgcICQoLDA0ODw"
    private var wallet: Wallet { Wallet(id: "WID202601ABCDEFGHIJK", did: cast.device.did) }
    private var publicKey: String { Multibase.encode([2] + [UInt8](repeating: 7, count: 32), as: .base58btc) }
    private func detail(_ actor: Actor) -> ProviderDetail {
        ProviderDetail(did: actor.did, certVcRef: "http://127.0.0.1/certificate-vc", name: "A provider")
    }

    func didAuth(of actor: Actor) -> DIDAuth { DIDAuth(did: actor.did, authNonce: Self.nonce) }
    var signedDIDDoc: SignedDIDDoc {
        get throws { try SignedDIDDoc(owner: cast.holder.document, wallet: wallet, nonce: Self.nonce) }
    }
    var invokedDidDoc: InvokedDidDoc {
        get throws {
            try InvokedDidDoc(document: cast.holder.document, controller: provider(cast.tas), nonce: Self.nonce)
        }
    }
    var appInfo: AttestedAppInfo {
        AttestedAppInfo(appId: "AID202601ABCDEFGHIJK", provider: provider(cast.cas), nonce: Self.nonce)
    }
    var seed: WalletTokenSeed {
        WalletTokenSeed(
            purpose: .CREATE_DID, pkgName: "org.example.app", nonce: Self.nonce, validUntil: "2026-01-01T00:00:00Z",
            userId: "사용자")
    }
    var walletToken: WalletTokenData {
        WalletTokenData(
            seed: seed, sha256_pii: Multibase.encode([UInt8](repeating: 9, count: 32), as: .base64),
            provider: provider(cast.cas),
            nonce: Self.nonce)
    }
    var serverToken: ServerTokenData {
        ServerTokenData(
            purpose: .CREATE_DID, walletId: wallet.id, appId: "AID202601ABCDEFGHIJK",
            validUntil: "2026-12-31T00:00:00Z",
            provider: provider(cast.tas), nonce: Self.nonce)
    }
    var reqEcdh: ReqEcdh {
        ReqEcdh(client: cast.holder.did, clientNonce: Self.nonce, publicKey: publicKey, curve: .secp256r1)
    }
    var accEcdh: AccEcdh {
        AccEcdh(
            server: cast.tas.did, serverNonce: Self.nonce, publicKey: publicKey, cipher: "AES-256-CBC", padding: "PKCS5"
        )
    }
    var reqE2e: ReqE2e {
        ReqE2e(nonce: Self.nonce, curve: .secp256r1, publicKey: publicKey, cipher: .aes256CBC, padding: .pkcs5)
    }
    var accE2e: AccE2e { AccE2e(publicKey: publicKey, iv: Self.nonce) }
    var reqRevokeVc: ReqRevokeVc { ReqRevokeVc(vcId: "vc-1", issuerNonce: Self.nonce) }
    var issueProfile: IssueProfile {
        IssueProfile(
            id: "profile-1", type: .IssueProfile, title: "A card", encoding: "UTF-8", language: "ko",
            profile: .init(
                issuer: detail(cast.issuer),
                credentialSchema: .init(id: "http://127.0.0.1/schema", type: .osdSchemaCredential),
                process: .init(endpoints: [], reqE2e: reqE2e, issuerNonce: Self.nonce)))
    }
    var verifyProfile: VerifyProfile {
        VerifyProfile(
            id: "profile-2", type: .VerifyProfile, title: "Show a card", encoding: "UTF-8", language: "ko",
            profile: .init(
                verifier: detail(cast.verifier),
                filter: .init(credentialSchemas: [.init(id: "http://127.0.0.1/schema")]),
                process: .init(reqE2e: reqE2e, verifierNonce: Self.nonce)))
    }
}
