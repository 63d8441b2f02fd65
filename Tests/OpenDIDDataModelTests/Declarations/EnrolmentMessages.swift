import OpenDID_DataModel

extension Sample {
    static let proposeEnrollEntity = ProposeEnrollEntity(id: "text")
    static let proposeEnrollEntityAnswer = _ProposeEnrollEntity(txId: "text", authNonce: "text")
    static let requestEnrollEntity = RequestEnrollEntity(id: "text", txId: "text", didAuth: Sample.didAuth)
    static let requestEnrollEntityAnswer = _RequestEnrollEntity(txId: "text", iv: "text", encVc: "text")
    static let confirmEnrollEntity = ConfirmEnrollEntity(id: "text", txId: "text", vcId: "text")
    static let confirmEnrollEntityAnswer = _ConfirmEnrollEntity(txId: "text")
    static let requestEnrollTas = RequestEnrollTas(id: "text", request: Sample.requestEnrollTasCredential)
    static let requestEnrollTasCredential = RequestEnrollTas.Credential(password: "text")
    static let requestEnrollTasAnswer = _RequestEnrollTas(txId: "text", certVcRef: "text")
    static let issueCertificateVc = IssueCertificateVc()
    static let issueCertificateVcAnswer = _IssueCertificateVc()
    static let registerDidToTas = RegisterDidToTas(
        didDoc: "text", name: "text", role: .Tas, serverUrl: "text", certificateUrl: "text")
    static let requestEntityStatusAnswer = _RequestEntityStatus(status: "text")
    static let sendCertificateVc = SendCertificateVc(certificateVc: "text")
    static let sendEntityInfo = SendEntityInfo(did: "text", name: "text", serverUrl: "text", certificateUrl: "text")
    static let publishVcSchema = PublishVcSchema(vcSchema: "text", issuerDid: "text")
    static let publishVcPlan = PublishVcPlan(vcPlan: "text", issuerDid: "text")
}

extension Declarations {
    mutating func addEnrolmentMessages() {
        add(Sample.proposeEnrollEntity) {
            $0.has(\.id, String.self)
        }
        add(Sample.proposeEnrollEntityAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.authNonce, String.self)
        }
        add(Sample.requestEnrollEntity) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.didAuth, DIDAuth.self)
        }
        add(Sample.requestEnrollEntityAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.iv, String.self)
            $0.has(\.encVc, String.self)
        }
        add(Sample.confirmEnrollEntity) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.vcId, String.self)
        }
        add(Sample.confirmEnrollEntityAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.requestEnrollTas) {
            $0.has(\.id, String.self)
            $0.has(\.request, RequestEnrollTas.Credential?.self)
        }
        add(Sample.requestEnrollTasCredential) {
            $0.has(\.password, String.self)
        }
        add(Sample.requestEnrollTasAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.certVcRef, String.self)
        }
        add(Sample.issueCertificateVc) { _ in }
        add(Sample.issueCertificateVcAnswer) { _ in }
        add(Sample.registerDidToTas) {
            $0.has(\.didDoc, String.self)
            $0.has(\.name, String.self)
            $0.has(\.role, RoleTypeEnum.self)
            $0.has(\.serverUrl, String.self)
            $0.has(\.certificateUrl, String.self)
        }
        add(Sample.requestEntityStatusAnswer) {
            $0.has(\.status, String.self)
        }
        add(Sample.sendCertificateVc) {
            $0.has(\.certificateVc, String.self)
        }
        add(Sample.sendEntityInfo) {
            $0.has(\.did, String.self)
            $0.has(\.name, String.self)
            $0.has(\.serverUrl, String.self)
            $0.has(\.certificateUrl, String.self)
        }
        add(Sample.publishVcSchema) {
            $0.has(\.vcSchema, String.self)
            $0.has(\.issuerDid, String.self)
        }
        add(Sample.publishVcPlan) {
            $0.has(\.vcPlan, String.self)
            $0.has(\.issuerDid, String.self)
        }
    }
}
