import OpenDID_DataModel

extension Sample {
    static let proposeRestoreDidDoc = ProposeRestoreDidDoc(id: "1f0b", offerId: "text", did: "did:omn:holder")
    static let proposeRestoreDidDocAnswer = _ProposeRestoreDidDoc(txId: "text", authNonce: "text")
    static let requestRestoreDidDoc = RequestRestoreDidDoc(
        id: "1f0b", txId: "text", serverToken: "text", didAuth: Sample.didAuth)
    static let requestRestoreDidDocAnswer = _RequestRestoreDidDoc(txId: "text")
    static let confirmRestoreDidDoc = ConfirmRestoreDidDoc(id: "1f0b", txId: "text", serverToken: "text")
    static let confirmRestoreDidDocAnswer = _ConfirmRestoreDidDoc(txId: "text")
    static let proposeUpdateDidDoc = ProposeUpdateDidDoc(id: "1f0b", did: "did:omn:holder")
    static let proposeUpdateDidDocAnswer = _ProposeUpdateDidDoc(txId: "text", authNonce: "text")
    static let requestUpdateDidDoc = RequestUpdateDidDoc(
        id: "1f0b", txId: "text", serverToken: "text", didAuth: Sample.didAuth, signedDidDoc: Sample.signedDIDDoc)
    static let requestUpdateDidDocAnswer = _RequestUpdateDidDoc(txId: "text")
    static let confirmUpdateDidDoc = ConfirmUpdateDidDoc(id: "1f0b", txId: "text", serverToken: "text")
    static let confirmUpdateDidDocAnswer = _ConfirmUpdateDidDoc(txId: "text")
}

extension Declarations {
    mutating func addDIDDocumentMessages() {
        add(Sample.proposeRestoreDidDoc) {
            $0.has(\.id, String.self)
            $0.has(\.offerId, String.self)
            $0.has(\.did, String.self)
        }
        add(Sample.proposeRestoreDidDocAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.authNonce, String.self)
        }
        add(Sample.requestRestoreDidDoc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
            $0.has(\.didAuth, DIDAuth.self)
        }
        add(Sample.requestRestoreDidDocAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.confirmRestoreDidDoc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
        }
        add(Sample.confirmRestoreDidDocAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.proposeUpdateDidDoc) {
            $0.has(\.id, String.self)
            $0.has(\.did, String.self)
        }
        add(Sample.proposeUpdateDidDocAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.authNonce, String?.self)
        }
        add(Sample.requestUpdateDidDoc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
            $0.has(\.didAuth, DIDAuth.self)
            $0.has(\.signedDidDoc, SignedDIDDoc.self)
        }
        add(Sample.requestUpdateDidDocAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.confirmUpdateDidDoc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
        }
        add(Sample.confirmUpdateDidDocAnswer) {
            $0.has(\.txId, String.self)
        }
    }
}
