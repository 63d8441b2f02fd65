import OpenDID_DataModel

extension Sample {
    static let serverTokenSeed = ServerTokenSeed(
        purpose: .CREATE_DID, walletInfo: Sample.signedWalletInfo, caAppInfo: Sample.attestedAppInfo)
    static let serverTokenData = ServerTokenData(
        purpose: .CREATE_DID, walletId: "text", appId: "text", validUntil: "2024-08-28T09:30:00Z",
        provider: Sample.provider,
        nonce: "text", proof: Sample.proof)
    static let walletTokenSeed = WalletTokenSeed(
        purpose: .CREATE_DID, pkgName: "text", nonce: "text", validUntil: "2024-08-28T09:30:00Z", userId: "text")
    static let walletTokenData = WalletTokenData(
        seed: Sample.walletTokenSeed, sha256_pii: "text", provider: Sample.provider, nonce: "text", proof: Sample.proof)
    static let provider = Provider(did: "did:omn:holder", certVcRef: "text")
    static let attestedAppInfo = AttestedAppInfo(
        appId: "text", provider: Sample.provider, nonce: "text", proof: Sample.proof)
    static let wallet = Wallet(id: "1f0b", did: "did:omn:holder")
    static let signedWalletInfo = SignedWalletInfo(wallet: Sample.wallet, nonce: "text", proof: Sample.proof)
    static let reqEcdh = ReqEcdh(
        client: "text", clientNonce: "text", publicKey: "text", curve: .secp256r1, candidate: Sample.reqEcdhCiphers,
        proof: Sample.proof)
    static let reqEcdhCiphers = ReqEcdh.Ciphers(ciphers: [.aes256CBC])
    static let accEcdh = AccEcdh(
        server: "text", serverNonce: "text", publicKey: "text", cipher: "AES-256-CBC", padding: "PKCS5",
        proof: Sample.proof)
    static let accE2e = AccE2e(publicKey: "text", iv: "text", proof: Sample.proof)
    static let e2E = E2E(iv: "text", encVc: "text")
    static let didAuth = DIDAuth(did: "did:omn:holder", authNonce: "text", proof: Sample.proof)
    static let didDocVO = DIDDocVO(didDoc: "text")
    static let attestedDIDDoc = AttestedDIDDoc(
        walletId: "text", ownerDidDoc: "text", provider: Sample.provider, nonce: "text", proof: Sample.proof)
    static let signedDIDDoc = SignedDIDDoc(
        ownerDidDoc: "text", wallet: Sample.wallet, nonce: "text", proof: Sample.proof)
    static let invokedDidDoc = InvokedDidDoc(
        didDoc: "text", controller: Sample.provider, nonce: "text", proof: Sample.proof)
}

extension Declarations {
    mutating func addTokens() {
        add(Sample.serverTokenSeed) {
            $0.has(\.purpose, WalletTokenPurposeEnum.self)
            $0.has(\.walletInfo, SignedWalletInfo.self)
            $0.has(\.caAppInfo, AttestedAppInfo.self)
        }
        add(Sample.serverTokenData) {
            $0.has(\.purpose, ServerTokenPurposeEnum.self)
            $0.has(\.walletId, String.self)
            $0.has(\.appId, String.self)
            $0.has(\.validUntil, String.self)
            $0.has(\.provider, Provider.self)
            $0.has(\.nonce, String.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.walletTokenSeed) {
            $0.has(\.purpose, WalletTokenPurposeEnum.self)
            $0.has(\.pkgName, String.self)
            $0.has(\.nonce, String.self)
            $0.has(\.validUntil, String.self)
            $0.has(\.userId, String?.self)
        }
        add(Sample.walletTokenData) {
            $0.has(\.seed, WalletTokenSeed.self)
            $0.has(\.sha256_pii, String.self)
            $0.has(\.provider, Provider.self)
            $0.has(\.nonce, String.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.provider) {
            $0.has(\.did, String.self)
            $0.has(\.certVcRef, String.self)
        }
        add(Sample.attestedAppInfo) {
            $0.has(\.appId, String.self)
            $0.has(\.provider, Provider.self)
            $0.has(\.nonce, String.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.wallet) {
            $0.has(\.id, String.self)
            $0.has(\.did, String.self)
        }
        add(Sample.signedWalletInfo) {
            $0.has(\.wallet, Wallet.self)
            $0.has(\.nonce, String.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.reqEcdh) {
            $0.has(\.client, String.self)
            $0.has(\.clientNonce, String.self)
            $0.has(\.publicKey, String.self)
            $0.has(\.curve, EllipticCurveType.self)
            $0.has(\.candidate, ReqEcdh.Ciphers?.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.reqEcdhCiphers) {
            $0.has(\.ciphers, [SymmetricCipherType].self)
        }
        add(Sample.accEcdh) {
            $0.has(\.server, String.self)
            $0.has(\.serverNonce, String.self)
            $0.has(\.publicKey, String.self)
            $0.has(\.cipher, String.self)
            $0.has(\.padding, String.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.accE2e) {
            $0.has(\.publicKey, String.self)
            $0.has(\.iv, String.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.e2E) {
            $0.has(\.iv, String.self)
            $0.has(\.encVc, String.self)
        }
        add(Sample.didAuth) {
            $0.has(\.did, String.self)
            $0.has(\.authNonce, String.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.didDocVO) {
            $0.has(\.didDoc, String.self)
        }
        add(Sample.attestedDIDDoc) {
            $0.has(\.walletId, String.self)
            $0.has(\.ownerDidDoc, String.self)
            $0.has(\.provider, Provider.self)
            $0.has(\.nonce, String.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.signedDIDDoc) {
            $0.has(\.ownerDidDoc, String.self)
            $0.has(\.wallet, Wallet.self)
            $0.has(\.nonce, String.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.invokedDidDoc) {
            $0.has(\.didDoc, String.self)
            $0.has(\.controller, Provider.self)
            $0.has(\.nonce, String.self)
            $0.has(\.proof, Proof?.self)
        }
    }
}
