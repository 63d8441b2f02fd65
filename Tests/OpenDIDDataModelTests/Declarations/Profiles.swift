import OpenDID_DataModel

extension Sample {
    static let issueProfile = IssueProfile(
        id: "1f0b", type: .IssueProfile, title: "text", description: "text", logo: Sample.logoImage, encoding: "text",
        language: "text", profile: Sample.issueProfileProfile, proof: Sample.proof)
    static let issueProfileProfile = IssueProfile.Profile(
        issuer: Sample.providerDetail, credentialSchema: Sample.issueProfileProfileCredentialSchema,
        credentialOffer: Sample.zkpObject, process: Sample.issueProfileProfileProcess)
    static let issueProfileProfileCredentialSchema = IssueProfile.Profile.CredentialSchema(
        id: "1f0b", type: .osdSchemaCredential, value: "text")
    static let issueProfileProfileProcess = IssueProfile.Profile.Process(
        endpoints: ["text"], reqE2e: Sample.reqE2e, issuerNonce: "text")
    static let verifyProfile = VerifyProfile(
        id: "1f0b", type: .IssueProfile, title: "text", description: "text", logo: Sample.logoImage, encoding: "text",
        language: "text", profile: Sample.verifyProfileProfile, proof: Sample.proof)
    static let verifyProfileProfile = VerifyProfile.Profile(
        verifier: Sample.providerDetail, filter: Sample.verifyProfileProfileProfileFilter,
        process: Sample.verifyProfileProfileProcess)
    static let verifyProfileProfileProfileFilter = VerifyProfile.Profile.ProfileFilter(
        credentialSchemas: [Sample.verifyProfileProfileProfileFilterCredentialSchema])
    static let verifyProfileProfileProfileFilterCredentialSchema = VerifyProfile.Profile.ProfileFilter.CredentialSchema(
        id: "1f0b", type: .osdSchemaCredential, value: "text", presentAll: true, displayClaims: ["text"],
        requiredClaims: ["text"], allowedIssuers: ["text"])
    static let verifyProfileProfileProcess = VerifyProfile.Profile.Process(
        endpoints: ["text"], reqE2e: Sample.reqE2e, verifierNonce: "text", authType: [.pin, .bio])
    static let logoImage = LogoImage(format: .png, link: "text", value: "text")
    static let providerDetail = ProviderDetail(
        did: "did:omn:holder", certVcRef: "text", name: "text", description: "text", logo: Sample.logoImage, ref: "text"
    )
    static let reqE2e = ReqE2e(
        nonce: "text", curve: .secp256r1, publicKey: "text", cipher: .aes256CBC, padding: .pkcs5, proof: Sample.proof)
    static let zkpObject = ZKPObject()
}

extension Declarations {
    mutating func addProfiles() {
        add(Sample.issueProfile) {
            $0.has(\.id, String.self)
            $0.has(\.type, ProfileType.self)
            $0.has(\.title, String.self)
            $0.has(\.description, String?.self)
            $0.has(\.logo, LogoImage?.self)
            $0.has(\.encoding, String.self)
            $0.has(\.language, String.self)
            $0.has(\.profile, IssueProfile.Profile.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.issueProfileProfile) {
            $0.has(\.issuer, ProviderDetail.self)
            $0.has(\.credentialSchema, IssueProfile.Profile.CredentialSchema.self)
            $0.has(\.credentialOffer, ZKPObject?.self)
            $0.has(\.process, IssueProfile.Profile.Process.self)
        }
        add(Sample.issueProfileProfileCredentialSchema) {
            $0.has(\.id, String.self)
            $0.has(\.type, CredentialSchemaType.self)
            $0.has(\.value, String?.self)
        }
        add(Sample.issueProfileProfileProcess) {
            $0.has(\.endpoints, [String].self)
            $0.has(\.reqE2e, ReqE2e.self)
            $0.has(\.issuerNonce, String.self)
        }
        add(Sample.verifyProfile) {
            $0.has(\.id, String.self)
            $0.has(\.type, ProfileType.self)
            $0.has(\.title, String.self)
            $0.has(\.description, String?.self)
            $0.has(\.logo, LogoImage?.self)
            $0.has(\.encoding, String.self)
            $0.has(\.language, String.self)
            $0.has(\.profile, VerifyProfile.Profile.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.verifyProfileProfile) {
            $0.has(\.verifier, ProviderDetail.self)
            $0.has(\.filter, VerifyProfile.Profile.ProfileFilter.self)
            $0.has(\.process, VerifyProfile.Profile.Process.self)
        }
        add(Sample.verifyProfileProfileProfileFilter) {
            $0.has(\.credentialSchemas, [VerifyProfile.Profile.ProfileFilter.CredentialSchema].self)
        }
        add(Sample.verifyProfileProfileProfileFilterCredentialSchema) {
            $0.has(\.id, String.self)
            $0.has(\.type, CredentialSchemaType.self)
            $0.has(\.value, String?.self)
            $0.has(\.presentAll, Bool?.self)
            $0.has(\.displayClaims, [String]?.self)
            $0.has(\.requiredClaims, [String]?.self)
            $0.has(\.allowedIssuers, [String]?.self)
        }
        add(Sample.verifyProfileProfileProcess) {
            $0.has(\.endpoints, [String]?.self)
            $0.has(\.reqE2e, ReqE2e.self)
            $0.has(\.verifierNonce, String.self)
            $0.has(\.authType, VerifyAuthType?.self)
        }
        add(Sample.logoImage) {
            $0.has(\.format, LogoImageType.self)
            $0.has(\.link, String?.self)
            $0.has(\.value, String?.self)
        }
        add(Sample.providerDetail) {
            $0.has(\.did, String.self)
            $0.has(\.certVcRef, String.self)
            $0.has(\.name, String.self)
            $0.has(\.description, String?.self)
            $0.has(\.logo, LogoImage?.self)
            $0.has(\.ref, String?.self)
        }
        add(Sample.reqE2e) {
            $0.has(\.nonce, String.self)
            $0.has(\.curve, EllipticCurveType.self)
            $0.has(\.publicKey, String.self)
            $0.has(\.cipher, SymmetricCipherType.self)
            $0.has(\.padding, SymmetricPaddingType.self)
            $0.has(\.proof, Proof?.self)
        }
        add(Sample.zkpObject) { _ in }
    }
}
