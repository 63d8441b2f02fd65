extension VCSchema {
    /// The schema of provider certificates, which the TAS serves (OpenDID sheet 3.5).
    /// - Parameters:
    ///   - id: its URL, ending in `/tas/api/v1/vc-schema?name=certificate`.
    ///   - language: of the captions. Defaults to `en`.
    public static func certificate(id: String, language: String = "en") -> VCSchema {
        func item(_ name: String) -> ClaimDef { ClaimDef(id: name, caption: name, type: .text, format: .plain) }
        let namespace = Namespace(id: ProviderCertificate.namespace, name: "OpenDID v1")
        return VCSchema(
            id: id, schema: standardSchema, title: "Certificate VC", description: "The certificate of a provider",
            metadata: VCMetadata(language: language, formatVersion: "1.0"),
            credentialSubject: CredentialSubject(claims: [VCSchema.Claim(namespace: namespace, items: [item("subject"), item("role")])]))
    }
}
