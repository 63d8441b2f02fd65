import OpenDID_DataModel

extension Sample {
    static let didDocument = DIDDocument(
        context: ["text"], id: "1f0b", controller: "did:omn:tas",
        verificationMethod: [Sample.didDocumentVerificationMethod],
        assertionMethod: ["text"], authentication: ["text"], keyAgreement: ["text"], capabilityInvocation: ["text"],
        capabilityDelegation: ["text"], service: [Sample.didDocumentService], created: "2024-08-28T09:30:00Z",
        updated: "2024-08-28T09:30:00Z", versionId: "1", deactivated: true, proof: Sample.proof, proofs: [Sample.proof])
    static let didDocumentVerificationMethod = DIDDocument.VerificationMethod(
        id: "1f0b", type: .secp256r1VerificationKey2018, controller: "did:omn:tas", publicKeyMultibase: "text",
        authType: .pin)
    static let didDocumentService = DIDDocument.Service(id: "1f0b", type: .linkedDomains, serviceEndpoint: ["text"])
    static let verifiablePresentation = VerifiablePresentation(
        context: ["text"], id: "1f0b", type: ["text"], holder: "text", validFrom: "2024-08-28T09:30:00Z",
        validUntil: "2024-08-28T09:30:00Z", verifierNonce: "text", verifiableCredential: [Sample.verifiableCredential],
        proof: Sample.proof, proofs: [Sample.proof])
    static let proof = Proof(
        created: "2024-08-28T09:30:00Z", proofPurpose: .assertionMethod, verificationMethod: "text",
        type: .secp256r1Signature2018, proofValue: "text")
    static let vcProof = VCProof(
        created: "2024-08-28T09:30:00Z", proofPurpose: .assertionMethod, verificationMethod: "text",
        type: .secp256r1Signature2018, proofValue: "text", proofValueList: ["text"])
}

extension Declarations {
    mutating func addIdentityDocuments() {
        add(Sample.didDocument) {
            $0.has(\.context, [String].self)
            $0.has(\.id, String.self)
            $0.has(\.controller, String.self)
            $0.has(\.verificationMethod, [DIDDocument.VerificationMethod].self)
            $0.has(\.assertionMethod, [String]?.self)
            $0.has(\.authentication, [String]?.self)
            $0.has(\.keyAgreement, [String]?.self)
            $0.has(\.capabilityInvocation, [String]?.self)
            $0.has(\.capabilityDelegation, [String]?.self)
            $0.has(\.service, [DIDDocument.Service]?.self)
            $0.has(\.created, String.self)
            $0.has(\.updated, String.self)
            $0.has(\.versionId, String.self)
            $0.has(\.deactivated, Bool.self)
            $0.has(\.proof, Proof?.self)
            $0.has(\.proofs, [Proof]?.self)
        }
        add(Sample.didDocumentVerificationMethod) {
            $0.has(\.id, String.self)
            $0.has(\.type, DIDKeyType.self)
            $0.has(\.controller, String.self)
            $0.has(\.publicKeyMultibase, String.self)
            $0.has(\.authType, AuthType.self)
        }
        add(Sample.didDocumentService) {
            $0.has(\.id, String.self)
            $0.has(\.type, DIDServiceType.self)
            $0.has(\.serviceEndpoint, [String].self)
        }
        add(Sample.verifiablePresentation) {
            $0.has(\.context, [String].self)
            $0.has(\.id, String.self)
            $0.has(\.type, [String].self)
            $0.has(\.holder, String.self)
            $0.has(\.validFrom, String.self)
            $0.has(\.validUntil, String.self)
            $0.has(\.verifierNonce, String.self)
            $0.has(\.verifiableCredential, [VerifiableCredential].self)
            $0.has(\.proof, Proof?.self)
            $0.has(\.proofs, [Proof]?.self)
        }
        add(Sample.proof) {
            $0.has(\.created, String.self)
            $0.has(\.proofPurpose, ProofPurpose.self)
            $0.has(\.verificationMethod, String.self)
            $0.has(\.type, ProofType.self)
            $0.has(\.proofValue, String?.self)
        }
        add(Sample.vcProof) {
            $0.has(\.created, String.self)
            $0.has(\.proofPurpose, ProofPurpose.self)
            $0.has(\.verificationMethod, String.self)
            $0.has(\.type, ProofType.self)
            $0.has(\.proofValue, String?.self)
            $0.has(\.proofValueList, [String]?.self)
        }
    }
}
