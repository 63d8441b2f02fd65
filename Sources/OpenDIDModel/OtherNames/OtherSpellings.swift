// Other names that the original text uses for types of the model (OpenDID sheet 4.9).

/// Another name for ``SignedDIDDoc``, which is used in messages and headings of the original text (OpenDID sheet 4.9, #8).
@available(*, deprecated, renamed: "SignedDIDDoc")
public typealias SignedDidDoc = SignedDIDDoc

/// Another name for ``VCPlan``, which is used in the original declaration of the list of plans (OpenDID sheet 4.9, #10).
@available(*, deprecated, renamed: "VCPlan")
public typealias VcPlan = VCPlan

/// Another name for ``IssueProfile``, which is used in headings of the original text (OpenDID sheet 4.9, #13).
@available(*, deprecated, renamed: "IssueProfile")
public typealias IssuerProfile = IssueProfile

/// Another name for ``RetrieveKyc``, which is used in a heading of the original text (OpenDID sheet 4.9, #14).
@available(*, deprecated, renamed: "RetrieveKyc")
public typealias RetieveKyc = RetrieveKyc

/// Another name for ``RequestRestoreDidDoc``, which is used in a heading of the original text (OpenDID sheet 4.9, #16).
@available(*, deprecated, renamed: "RequestRestoreDidDoc")
public typealias RequestRestoreDIDDoc = RequestRestoreDidDoc

/// Another name for ``E2E``, which is used in a heading of the original text (OpenDID sheet 4.9, #22).
@available(*, deprecated, renamed: "E2E")
public typealias E2e = E2E

/// Another name for ``RoleTypeEnum``, which is used in the original text's list of contents (OpenDID sheet 4.9, #38).
@available(*, deprecated, renamed: "RoleTypeEnum")
public typealias ROLE_TYPE = RoleTypeEnum

/// Another name for ``ServerTokenPurposeEnum``, which is used in the original text's list of contents (OpenDID sheet 4.9, #38).
@available(*, deprecated, renamed: "ServerTokenPurposeEnum")
public typealias SERVER_TOKEN_PURPOSE = ServerTokenPurposeEnum

/// Another name for ``WalletTokenPurposeEnum``, which is used in the original text's list of contents (OpenDID sheet 4.9, #38).
@available(*, deprecated, renamed: "WalletTokenPurposeEnum")
public typealias WALLET_TOKEN_PURPOSE = WalletTokenPurposeEnum

extension EllipticCurveType {
    /// Another name for ``EllipticCurveType``, which is used in a table of the original text (OpenDID sheet 4.9, #20).
    @available(*, deprecated, renamed: "EllipticCurveType")
    public typealias ELLIPTIC_CURVE_TYPE = EllipticCurveType
}

extension SignedDIDDoc {
    /// Another name for ``ownerDidDoc``, which is used in the original declaration (OpenDID sheet 4.9, #9).
    @available(*, deprecated, renamed: "ownerDidDoc")
    public var ownerDIDDoc: String {
        get { ownerDidDoc }
        set { ownerDidDoc = newValue }
    }
}

// In the original declarations, the following enumerations are at the top level. In the original programs, they are inside other types.
// Both names can be used.

extension DIDDocument {
    /// A longer name for ``OpenDIDModel/DIDKeyType``.
    public typealias DIDKeyType = OpenDIDModel.DIDKeyType
    /// A longer name for ``OpenDIDModel/DIDServiceType``.
    public typealias DIDServiceType = OpenDIDModel.DIDServiceType
}

extension VerifiableCredential {
    /// A longer name for ``OpenDIDModel/Presence``.
    public typealias Presence = OpenDIDModel.Presence
    /// A longer name for ``OpenDIDModel/EvidenceType``.
    public typealias EvidenceType = OpenDIDModel.EvidenceType
}

extension LogoImage {
    /// A longer name for ``OpenDIDModel/LogoImageType``.
    public typealias LogoImageType = OpenDIDModel.LogoImageType
}
