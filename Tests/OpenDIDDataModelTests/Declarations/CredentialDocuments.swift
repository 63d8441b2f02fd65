import OpenDID_DataModel

extension Sample {
    static let verifiableCredential = VerifiableCredential(
        context: ["text"], id: "1f0b", type: ["text"], issuer: Sample.verifiableCredentialIssuer,
        issuanceDate: "2024-08-28T09:30:00Z", validFrom: "2024-08-28T09:30:00Z", validUntil: "2024-08-28T09:30:00Z",
        encoding: "text", formatVersion: "text", language: "text",
        evidence: [.documentVerification(Sample.verifiableCredentialDocumentVerificationEvidence)],
        credentialSchema: Sample.verifiableCredentialCredentialSchema,
        credentialSubject: Sample.verifiableCredentialCredentialSubject, proof: Sample.vcProof)
    static let verifiableCredentialIssuer = VerifiableCredential.Issuer(id: "1f0b", name: "text")
    static let verifiableCredentialDocumentVerificationEvidence = VerifiableCredential.DocumentVerificationEvidence(
        id: "1f0b", type: .documentVerification, verifier: "text", evidenceDocument: "text", subjectPresence: .physical,
        documentPresence: .physical, attribute: ["ko": "text"])
    static let verifiableCredentialCredentialSchema = VerifiableCredential.CredentialSchema(
        id: "1f0b", type: .osdSchemaCredential)
    static let verifiableCredentialCredentialSubject = VerifiableCredential.CredentialSubject(
        id: "1f0b", claims: [Sample.verifiableCredentialClaim])
    static let vcSchema = VCSchema(
        id: "1f0b", schema: "text", title: "text", description: "text", metadata: Sample.vcSchemaVCMetadata,
        credentialSubject: Sample.vcSchemaCredentialSubject)
    static let vcSchemaVCMetadata = VCSchema.VCMetadata(language: "text", formatVersion: "text")
    static let vcSchemaCredentialSubject = VCSchema.CredentialSubject(claims: [Sample.vcSchemaClaim])
    static let vcSchemaClaim = VCSchema.Claim(namespace: Sample.vcSchemaNamespace, items: [Sample.vcSchemaClaimDef])
    static let vcSchemaNamespace = VCSchema.Namespace(id: "1f0b", name: "text", ref: "text")
    static let vcSchemaClaimDef = VCSchema.ClaimDef(
        id: "1f0b", caption: "text", type: .text, format: .plain, hideValue: true, location: .inline, required: true,
        description: "text", i18n: ["ko": "text"])
    static let verifiableCredentialClaim = VerifiableCredential.Claim(
        code: "text", caption: "text", value: "text", type: .text, format: .plain, hideValue: true, location: .inline,
        digestSRI: "text", i18n: ["ko": Sample.verifiableCredentialClaimInternationalization])
    static let verifiableCredentialClaimInternationalization = VerifiableCredential.Claim.Internationalization(
        caption: "text", value: "text", digestSRI: "text")
}

extension Declarations {
    mutating func addCredentialDocuments() {
        add(Sample.verifiableCredential) {
            $0.has(\.context, [String].self)
            $0.has(\.id, String.self)
            $0.has(\.type, [String].self)
            $0.has(\.issuer, VerifiableCredential.Issuer.self)
            $0.has(\.issuanceDate, String.self)
            $0.has(\.validFrom, String.self)
            $0.has(\.validUntil, String.self)
            $0.has(\.encoding, String.self)
            $0.has(\.formatVersion, String.self)
            $0.has(\.language, String.self)
            $0.has(\.evidence, [VerifiableCredential.Evidence].self)
            $0.has(\.credentialSchema, VerifiableCredential.CredentialSchema.self)
            $0.has(\.credentialSubject, VerifiableCredential.CredentialSubject.self)
            $0.has(\.proof, VCProof.self)
        }
        add(Sample.verifiableCredentialIssuer) {
            $0.has(\.id, String.self)
            $0.has(\.name, String?.self)
        }
        add(Sample.verifiableCredentialDocumentVerificationEvidence) {
            $0.has(\.id, String?.self)
            $0.has(\.type, EvidenceType.self)
            $0.has(\.verifier, String.self)
            $0.has(\.evidenceDocument, String.self)
            $0.has(\.subjectPresence, Presence.self)
            $0.has(\.documentPresence, Presence.self)
            $0.has(\.attribute, [String: String]?.self)
        }
        add(Sample.verifiableCredentialCredentialSchema) {
            $0.has(\.id, String.self)
            $0.has(\.type, CredentialSchemaType.self)
        }
        add(Sample.verifiableCredentialCredentialSubject) {
            $0.has(\.id, String.self)
            $0.has(\.claims, [VerifiableCredential.Claim].self)
        }
        add(Sample.vcSchema) {
            $0.has(\.id, String.self)
            $0.has(\.schema, String.self)
            $0.has(\.title, String.self)
            $0.has(\.description, String.self)
            $0.has(\.metadata, VCSchema.VCMetadata.self)
            $0.has(\.credentialSubject, VCSchema.CredentialSubject.self)
        }
        add(Sample.vcSchemaVCMetadata) {
            $0.has(\.language, String.self)
            $0.has(\.formatVersion, String.self)
        }
        add(Sample.vcSchemaCredentialSubject) {
            $0.has(\.claims, [VCSchema.Claim].self)
        }
        add(Sample.vcSchemaClaim) {
            $0.has(\.namespace, VCSchema.Namespace.self)
            $0.has(\.items, [VCSchema.ClaimDef].self)
        }
        add(Sample.vcSchemaNamespace) {
            $0.has(\.id, String.self)
            $0.has(\.name, String.self)
            $0.has(\.ref, String?.self)
        }
        add(Sample.vcSchemaClaimDef) {
            $0.has(\.id, String.self)
            $0.has(\.caption, String.self)
            $0.has(\.type, ClaimType.self)
            $0.has(\.format, ClaimFormat.self)
            $0.has(\.hideValue, Bool?.self)
            $0.has(\.location, Location?.self)
            $0.has(\.required, Bool?.self)
            $0.has(\.description, String?.self)
            $0.has(\.i18n, [String: String]?.self)
        }
        add(Sample.verifiableCredentialClaim) {
            $0.has(\.code, String.self)
            $0.has(\.caption, String.self)
            $0.has(\.value, String.self)
            $0.has(\.type, ClaimType.self)
            $0.has(\.format, ClaimFormat.self)
            $0.has(\.hideValue, Bool?.self)
            $0.has(\.location, Location?.self)
            $0.has(\.digestSRI, String?.self)
            $0.has(\.i18n, [String: VerifiableCredential.Claim.Internationalization]?.self)
        }
        add(Sample.verifiableCredentialClaimInternationalization) {
            $0.has(\.caption, String.self)
            $0.has(\.value, String?.self)
            $0.has(\.digestSRI, String?.self)
        }
    }
}
