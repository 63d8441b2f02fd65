import OpenDID_DataModel

extension Sample {
    static let reqVC = ReqVC(refId: "text", profile: Sample.reqVcProfile, credentialRequest: Sample.zkpObject)
    static let reqVcProfile = ReqVcProfile(id: "1f0b", issuerNonce: "text")
    static let reqRevokeVc = ReqRevokeVc(vcId: "text", issuerNonce: "text", proof: Sample.proof, proofs: [Sample.proof])
    static let credInfo = CredInfo(vc: Sample.verifiableCredential, credential: Sample.zkpObject)
    static let vcMeta = VCMeta(
        id: "1f0b", issuer: Sample.provider, subject: "text",
        credentialSchema: Sample.verifiableCredentialCredentialSchema,
        status: .ACTIVE, issuanceDate: "2024-08-28T09:30:00Z", validFrom: "2024-08-28T09:30:00Z",
        validUntil: "2024-08-28T09:30:00Z", formatVersion: "text", language: "text")
    static let vcPlanList = VCPlanList(count: 1, items: [Sample.vcPlan])
    static let allowCAList = AllowCAList(count: 1, items: ["text"])
    static let vcPlan = VCPlan(
        vcPlanId: "text", name: "text", description: "text", url: "text", logo: Sample.logoImage,
        validFrom: "2024-08-28T09:30:00Z", validUntil: "2024-08-28T09:30:00Z", tags: ["text"],
        credentialSchema: Sample.issueProfileProfileCredentialSchema, option: Sample.vcPlanOption, delegate: "text",
        allowedIssuers: ["text"], manager: "text")
    static let vcPlanOption = VCPlan.Option(allowUserInit: true, allowIssuerInit: true, delegatedIssuance: true)
}

extension Declarations {
    mutating func addPlans() {
        add(Sample.reqVC) {
            $0.has(\.refId, String.self)
            $0.has(\.profile, ReqVcProfile.self)
            $0.has(\.credentialRequest, ZKPObject?.self)
        }
        add(Sample.reqVcProfile) {
            $0.has(\.id, String.self)
            $0.has(\.issuerNonce, String.self)
        }
        add(Sample.reqRevokeVc) {
            $0.has(\.vcId, String.self)
            $0.has(\.issuerNonce, String.self)
            $0.has(\.proof, Proof?.self)
            $0.has(\.proofs, [Proof]?.self)
        }
        add(Sample.credInfo) {
            $0.has(\.vc, VerifiableCredential.self)
            $0.has(\.credential, ZKPObject?.self)
        }
        add(Sample.vcMeta) {
            $0.has(\.id, String.self)
            $0.has(\.issuer, Provider.self)
            $0.has(\.subject, String.self)
            $0.has(\.credentialSchema, VerifiableCredential.CredentialSchema.self)
            $0.has(\.status, VCStatusEnum.self)
            $0.has(\.issuanceDate, String.self)
            $0.has(\.validFrom, String.self)
            $0.has(\.validUntil, String.self)
            $0.has(\.formatVersion, String.self)
            $0.has(\.language, String.self)
        }
        add(Sample.vcPlanList) {
            $0.has(\.count, Int.self)
            $0.has(\.items, [VCPlan].self)
        }
        add(Sample.allowCAList) {
            $0.has(\.count, Int.self)
            $0.has(\.items, [String].self)
        }
        add(Sample.vcPlan) {
            $0.has(\.vcPlanId, String.self)
            $0.has(\.name, String.self)
            $0.has(\.description, String.self)
            $0.has(\.url, String?.self)
            $0.has(\.logo, LogoImage?.self)
            $0.has(\.validFrom, String?.self)
            $0.has(\.validUntil, String?.self)
            $0.has(\.tags, [String]?.self)
            $0.has(\.credentialSchema, IssueProfile.Profile.CredentialSchema.self)
            $0.has(\.option, VCPlan.Option.self)
            $0.has(\.delegate, String?.self)
            $0.has(\.allowedIssuers, [String]?.self)
            $0.has(\.manager, String.self)
        }
        add(Sample.vcPlanOption) {
            $0.has(\.allowUserInit, Bool.self)
            $0.has(\.allowIssuerInit, Bool.self)
            $0.has(\.delegatedIssuance, Bool.self)
        }
    }
}
