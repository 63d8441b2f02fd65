import OpenDID_DataModel

extension Sample {
    static let proposeRegisterUser = ProposeRegisterUser(id: "1f0b")
    static let proposeRegisterUserAnswer = _ProposeRegisterUser(txId: "text")
    static let retrieveKyc = RetrieveKyc(
        id: "1f0b", txId: "text", serverToken: "text", kycTxId: "text", kycToken: "text")
    static let retrieveKycAnswer = _RetrieveKyc(txId: "text")
    static let requestRegisterUser = RequestRegisterUser(
        id: "1f0b", txId: "text", signedDidDoc: Sample.signedDIDDoc, serverToken: "text")
    static let requestRegisterUserAnswer = _RequestRegisterUser(txId: "text")
    static let confirmRegisterUser = ConfirmRegisterUser(id: "1f0b", txId: "text", serverToken: "text")
    static let confirmRegisterUserAnswer = _ConfirmRegisterUser(txId: "text")
    static let requestEcdh = RequestEcdh(id: "1f0b", txId: "text", reqEcdh: Sample.reqEcdh)
    static let requestEcdhAnswer = _RequestEcdh(txId: "text", accEcdh: Sample.accEcdh)
    static let requestAttestedAppInfo = RequestAttestedAppInfo(appId: "text")
    static let requestCreateToken = RequestCreateToken(id: "1f0b", txId: "text", seed: Sample.serverTokenSeed)
    static let requestCreateTokenAnswer = _RequestCreateToken(txId: "text", iv: "text", encStd: "text")
    static let requestAttestedDIDDoc = RequestAttestedDIDDoc(id: "1f0b", attestedDidDoc: Sample.attestedDIDDoc)
    static let requestRegisterWalletAnswer = _RequestRegisterWallet(txId: "text")
    static let updatePushToken = UpdatePushToken(id: "1f0b", did: "did:omn:holder", appId: "text", pushToken: "text")
    static let updatePushTokenAnswer = _UpdatePushToken()
}

extension Declarations {
    mutating func addRegistrationMessages() {
        add(Sample.proposeRegisterUser) {
            $0.has(\.id, String.self)
        }
        add(Sample.proposeRegisterUserAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.retrieveKyc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
            $0.has(\.kycTxId, String?.self)
            $0.has(\.kycToken, String?.self)
        }
        add(Sample.retrieveKycAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.requestRegisterUser) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.signedDidDoc, SignedDIDDoc.self)
            $0.has(\.serverToken, String.self)
        }
        add(Sample.requestRegisterUserAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.confirmRegisterUser) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
        }
        add(Sample.confirmRegisterUserAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.requestEcdh) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.reqEcdh, ReqEcdh.self)
        }
        add(Sample.requestEcdhAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.accEcdh, AccEcdh.self)
        }
        add(Sample.requestAttestedAppInfo) {
            $0.has(\.appId, String.self)
        }
        add(Sample.requestCreateToken) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.seed, ServerTokenSeed.self)
        }
        add(Sample.requestCreateTokenAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.iv, String.self)
            $0.has(\.encStd, String.self)
        }
        add(Sample.requestAttestedDIDDoc) {
            $0.has(\.id, String.self)
            $0.has(\.attestedDidDoc, AttestedDIDDoc.self)
        }
        add(Sample.requestRegisterWalletAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.updatePushToken) {
            $0.has(\.id, String.self)
            $0.has(\.did, String.self)
            $0.has(\.appId, String.self)
            $0.has(\.pushToken, String.self)
        }
        add(Sample.updatePushTokenAnswer) { _ in }
    }
}
