import OpenDID_DataModel

/// Every type of the data model that can be a whole document. scripts/fuzz compares this list with the sources.
enum FuzzedTypes {
    typealias Model = Jsonable & Hashable & Sendable

    static let all: [any Model.Type] = [
        AccE2e.self, AccEcdh.self, AllowCAList.self, AttestedAppInfo.self, AttestedDIDDoc.self, ConfirmIssueVc.self,
        ConfirmRegisterUser.self, ConfirmRestoreDidDoc.self, ConfirmRevokeVc.self, ConfirmUpdateDidDoc.self, CredInfo.self,
        DIDAuth.self, DIDDocVO.self, DIDDocument.self, DataPayload.self, DidDocumentType.self, E2E.self, InvokedDidDoc.self,
        IssueOfferPayload.self, IssueProfile.self, LogoImage.self, PresentModeEnum.self, Proof.self, ProposeIssueVc.self,
        ProposeRegisterUser.self, ProposeRestoreDidDoc.self, ProposeRevokeVc.self, ProposeUpdateDidDoc.self, Provider.self,
        ProviderDetail.self, ReqE2e.self, ReqEcdh.self, ReqRevokeVc.self, ReqVC.self, ReqVcProfile.self,
        RequestAttestedAppInfo.self, RequestAttestedDIDDoc.self, RequestCreateToken.self, RequestEcdh.self,
        RequestIssueProfile.self, RequestIssueVc.self, RequestOfferPayload.self, RequestProfile.self,
        RequestRegisterUser.self, RequestRestoreDidDoc.self, RequestRevokeVc.self, RequestUpdateDidDoc.self,
        RequestVerify.self, RestoreDidOfferPayload.self, RetrieveKyc.self, RoleTypeEnum.self, ServerTokenData.self,
        ServerTokenPurposeEnum.self, ServerTokenSeed.self, SignedDIDDoc.self, SignedWalletInfo.self, UpdatePushToken.self,
        VCMeta.self, VCMetaVO.self, VCPlan.self, VCPlanList.self, VCProof.self, VCSchema.self, VerifiableCredential.self,
        VerifiablePresentation.self, VerifyOfferPayload.self, VerifyProfile.self, VpOfferWrapper.self, Wallet.self,
        WalletTokenData.self, WalletTokenPurposeEnum.self, WalletTokenSeed.self, ZKPObject.self, _ConfirmIssueVc.self,
        _ConfirmRegisterUser.self, _ConfirmRestoreDidDoc.self, _ConfirmRevokeVc.self, _ConfirmUpdateDidDoc.self,
        _ProposeIssueVc.self, _ProposeRegisterUser.self, _ProposeRestoreDidDoc.self, _ProposeRevokeVc.self,
        _ProposeUpdateDidDoc.self, _RequestCreateToken.self, _RequestEcdh.self, _RequestIssueProfile.self,
        _RequestIssueVc.self, _RequestProfile.self, _RequestRegisterUser.self, _RequestRegisterWallet.self,
        _RequestRestoreDidDoc.self, _RequestRevokeVc.self, _RequestUpdateDidDoc.self, _RequestVerify.self, _RetrieveKyc.self,
        _UpdatePushToken.self,
    ]

    static let byName: [String: any Model.Type] = {
        var types: [String: any Model.Type] = [:]
        for type in all { types[String(describing: type)] = type }
        return types
    }()
}
