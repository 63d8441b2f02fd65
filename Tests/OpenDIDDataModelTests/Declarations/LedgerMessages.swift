import OpenDID_DataModel

extension Sample {
    static let registerDidDoc = RegisterDidDoc(roleType: .Tas, didDoc: Sample.invokedDidDoc)
    static let updateDidDocStatus = UpdateDidDocStatus(did: "text", status: .activated)
    static let registerVcSchema = RegisterVcSchema(did: "text", vcSchema: "text")
    static let registerCredentialSchema = RegisterCredentialSchema(credentialSchema: "text")
    static let registerCredentialDefinition = RegisterCredentialDefinition(credentialDefinition: "text")
    static let printedLedgerDidDoc = PrintedLedgerDidDoc(
        did: "text", didDoc: "text", signature: "text", invokerNonce: "text")
    static let printedLedgerVcMeta = PrintedLedgerVcMeta(
        vcId: "text", vcMeta: "text", signature: "text", invokerNonce: "text")
    static let printedLedgerEntryAnswer = _PrintedLedgerEntry(
        txId: "text", did: "text", vcId: "text", versionId: "text", status: "text")
    static let printedLedgerDidDocStateAnswer = _PrintedLedgerDidDocState(
        didDoc: "text", status: "text", versionId: "text", created: "2024-08-28T09:30:00Z",
        updated: "2024-08-28T09:30:00Z")
    static let printedLedgerVcMetaStateAnswer = _PrintedLedgerVcMetaState(
        vcId: "text", vcMeta: "text", status: "text", created: "2024-08-28T09:30:00Z")
}

extension Declarations {
    mutating func addLedgerMessages() {
        add(Sample.registerDidDoc) {
            $0.has(\.roleType, RoleTypeEnum?.self)
            $0.has(\.didDoc, InvokedDidDoc.self)
        }
        add(Sample.updateDidDocStatus) {
            $0.has(\.did, String.self)
            $0.has(\.status, DIDStatus.self)
        }
        add(Sample.registerVcSchema) {
            $0.has(\.did, String.self)
            $0.has(\.vcSchema, String.self)
        }
        add(Sample.registerCredentialSchema) {
            $0.has(\.credentialSchema, String.self)
        }
        add(Sample.registerCredentialDefinition) {
            $0.has(\.credentialDefinition, String.self)
        }
        add(Sample.printedLedgerDidDoc) {
            $0.has(\.did, String?.self)
            $0.has(\.didDoc, String.self)
            $0.has(\.signature, String.self)
            $0.has(\.invokerNonce, String.self)
        }
        add(Sample.printedLedgerVcMeta) {
            $0.has(\.vcId, String.self)
            $0.has(\.vcMeta, String.self)
            $0.has(\.signature, String.self)
            $0.has(\.invokerNonce, String.self)
        }
        add(Sample.printedLedgerEntryAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.did, String?.self)
            $0.has(\.vcId, String?.self)
            $0.has(\.versionId, String?.self)
            $0.has(\.status, String.self)
        }
        add(Sample.printedLedgerDidDocStateAnswer) {
            $0.has(\.didDoc, String.self)
            $0.has(\.status, String.self)
            $0.has(\.versionId, String.self)
            $0.has(\.created, String.self)
            $0.has(\.updated, String.self)
        }
        add(Sample.printedLedgerVcMetaStateAnswer) {
            $0.has(\.vcId, String.self)
            $0.has(\.vcMeta, String.self)
            $0.has(\.status, String.self)
            $0.has(\.created, String.self)
        }
    }
}
