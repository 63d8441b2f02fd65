// Names that the original text uses beside the correct ones (OpenDID sheet 4.9).

/// OpenDID sheet 4.9, #8: the name of this type in messages and headings of the original text.
@available(*, deprecated, renamed: "SignedDIDDoc")
public typealias SignedDidDoc = SignedDIDDoc

/// OpenDID sheet 4.9, #10: the name of this type in the declaration of the list of plans.
@available(*, deprecated, renamed: "VCPlan")
public typealias VcPlan = VCPlan

/// OpenDID sheet 4.9, #13: the name of this type in headings of the original text.
@available(*, deprecated, renamed: "IssueProfile")
public typealias IssuerProfile = IssueProfile

/// OpenDID sheet 4.9, #14: the name of this type in a heading of the original text.
@available(*, deprecated, renamed: "RetrieveKyc")
public typealias RetieveKyc = RetrieveKyc

/// OpenDID sheet 4.9, #16: the name of this type in a heading of the original text.
@available(*, deprecated, renamed: "RequestRestoreDidDoc")
public typealias RequestRestoreDIDDoc = RequestRestoreDidDoc

/// OpenDID sheet 4.9, #22: the name of this type in a heading of the original text.
@available(*, deprecated, renamed: "E2E")
public typealias E2e = E2E

/// OpenDID sheet 4.9, #38: the name of this type in the original text's list of contents.
@available(*, deprecated, renamed: "RoleTypeEnum")
public typealias ROLE_TYPE = RoleTypeEnum

/// OpenDID sheet 4.9, #38: the name of this type in the original text's list of contents.
@available(*, deprecated, renamed: "ServerTokenPurposeEnum")
public typealias SERVER_TOKEN_PURPOSE = ServerTokenPurposeEnum

/// OpenDID sheet 4.9, #38: the name of this type in the original text's list of contents.
@available(*, deprecated, renamed: "WalletTokenPurposeEnum")
public typealias WALLET_TOKEN_PURPOSE = WalletTokenPurposeEnum

extension EllipticCurveType {
    /// OpenDID sheet 4.9, #20: the name of this type in a table of the original text.
    @available(*, deprecated, renamed: "EllipticCurveType")
    public typealias ELLIPTIC_CURVE_TYPE = EllipticCurveType
}

extension SignedDIDDoc {
    /// OpenDID sheet 4.9, #9: the name of this member in the original declaration.
    @available(*, deprecated, renamed: "ownerDidDoc")
    public var ownerDIDDoc: String {
        get { ownerDidDoc }
        set { ownerDidDoc = newValue }
    }
}

// The original declarations have these enumerations at the top level, and the original programs have them inside other types. Both names
// can be used.

extension DIDDocument {
    /// ``OpenDIDModel/DIDKeyType`` under its longer name.
    public typealias DIDKeyType = OpenDIDModel.DIDKeyType
    /// ``OpenDIDModel/DIDServiceType`` under its longer name.
    public typealias DIDServiceType = OpenDIDModel.DIDServiceType
}

extension VerifiableCredential {
    /// ``OpenDIDModel/Presence`` under its longer name.
    public typealias Presence = OpenDIDModel.Presence
    /// ``OpenDIDModel/EvidenceType`` under its longer name.
    public typealias EvidenceType = OpenDIDModel.EvidenceType
}

extension LogoImage {
    /// ``OpenDIDModel/LogoImageType`` under its longer name.
    public typealias LogoImageType = OpenDIDModel.LogoImageType
}
