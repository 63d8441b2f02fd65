import OpenDID_DataModel

/// Every type of the data model that can be a whole document. scripts/fuzz compares this list with the sources.
enum FuzzedTypes {
    typealias Model = Jsonable & Hashable & Sendable

    static let all: [any Model.Type] = [
        AccE2e.self, AccEcdh.self, AllowCAList.self, AttestedAppInfo.self, AttestedDIDDoc.self, CompleteRevoke.self,
        CompleteVc.self, ConfirmEnrollEntity.self, ConfirmIssueVc.self, ConfirmRegisterUser.self,
        ConfirmRestoreDidDoc.self,
        ConfirmRevokeVc.self, ConfirmUpdateDidDoc.self, ConfirmVerify.self, CredInfo.self, DIDAuth.self, DIDDocVO.self,
        DIDDocument.self, DataPayload.self, DidDocumentType.self, E2E.self, GenerateIssueProfile.self,
        InspectProposeIssue.self,
        InspectProposeRevoke.self, InvokedDidDoc.self, IssueCertificateVc.self, IssueHolder.self,
        IssueOfferPayload.self,
        IssueProfile.self, IssueVc.self, IssueVcResult.self, ListedVCSchema.self, LogoImage.self,
        OfferIssueByEmail.self,
        OfferIssueByPush.self, OfferIssueByQR.self, OfferRestoreByEmail.self, OfferRestoreByPush.self,
        OperatorAnswer.self,
        PresentModeEnum.self, PrintedLedgerDidDoc.self, PrintedLedgerVcMeta.self, Proof.self, ProofRequestProfile.self,
        ProposeEnrollEntity.self, ProposeIssueVc.self, ProposeRegisterUser.self, ProposeRestoreDidDoc.self,
        ProposeRevokeVc.self,
        ProposeUpdateDidDoc.self, Provider.self, ProviderDetail.self, PublishVcPlan.self, PublishVcSchema.self,
        RegisterCredentialDefinition.self, RegisterCredentialSchema.self, RegisterDidDoc.self, RegisterDidToTas.self,
        RegisterVcSchema.self, ReqE2e.self, ReqEcdh.self, ReqRevokeVc.self, ReqVC.self, ReqVcProfile.self,
        RequestAttestedAppInfo.self, RequestAttestedDIDDoc.self, RequestCreateToken.self, RequestEcdh.self,
        RequestEnrollEntity.self, RequestEnrollTas.self, RequestIssueOffer.self, RequestIssueProfile.self,
        RequestIssueVc.self,
        RequestOfferByPolicy.self, RequestOfferPayload.self, RequestProfile.self, RequestRegisterUser.self,
        RequestRestoreDidDoc.self, RequestRevokeVc.self, RequestUpdateDidDoc.self, RequestVerify.self,
        RequestVerifyProof.self,
        RestoreDidOfferPayload.self, RetrieveKyc.self, RetrievePii.self, RevokeVc.self, RoleTypeEnum.self,
        SaveIssuerUser.self,
        SaveUserInfo.self, SendCertificateVc.self, SendEmail.self, SendEntityInfo.self, SendPush.self,
        ServerTokenData.self,
        ServerTokenPurposeEnum.self, ServerTokenSeed.self, ServiceFailureBody.self, SignedDIDDoc.self,
        SignedWalletInfo.self,
        UpdateDidDocDeactivated.self, UpdateDidDocRevoked.self, UpdateDidDocStatus.self, UpdatePushToken.self,
        UpdateUserStatus.self, UpdateVcStatus.self, VCMeta.self, VCMetaVO.self, VCPlan.self, VCPlanList.self,
        VCProof.self,
        VCSchema.self, VCSchemaList.self, VerifiableCredential.self, VerifiablePresentation.self,
        VerifyOfferPayload.self,
        VerifyProfile.self, VpOfferWrapper.self, Wallet.self, WalletTokenData.self, WalletTokenPurposeEnum.self,
        WalletTokenSeed.self, ZKPDefinitionVO.self, ZKPObject.self, ZKPProofRequest.self, ZKPSchemaVO.self,
        _CompleteRevoke.self,
        _CompleteVc.self, _ConfirmEnrollEntity.self, _ConfirmIssueVc.self, _ConfirmRegisterUser.self,
        _ConfirmRestoreDidDoc.self,
        _ConfirmRevokeVc.self, _ConfirmUpdateDidDoc.self, _ConfirmVerify.self, _GenerateIssueProfile.self,
        _InspectProposeIssue.self, _InspectProposeRevoke.self, _IssueCertificateVc.self, _IssueVc.self,
        _OfferIssue.self,
        _OfferRestore.self, _PrintedLedgerDidDocState.self, _PrintedLedgerEntry.self, _PrintedLedgerVcMetaState.self,
        _ProposeEnrollEntity.self, _ProposeIssueVc.self, _ProposeRegisterUser.self, _ProposeRestoreDidDoc.self,
        _ProposeRevokeVc.self, _ProposeUpdateDidDoc.self, _RequestCreateToken.self, _RequestEcdh.self,
        _RequestEnrollEntity.self,
        _RequestEnrollTas.self, _RequestEntityStatus.self, _RequestIssueOffer.self, _RequestIssueProfile.self,
        _RequestIssueVc.self, _RequestProfile.self, _RequestProofRequestProfile.self, _RequestRegisterUser.self,
        _RequestRegisterWallet.self, _RequestRestoreDidDoc.self, _RequestRevokeVc.self, _RequestUpdateDidDoc.self,
        _RequestVerify.self, _RequestVerifyProof.self, _RetrieveKyc.self, _RetrievePii.self, _RevokeVc.self,
        _SaveIssuerUser.self,
        _SaveUserInfo.self, _SendEmail.self, _SendPush.self, _UpdatePushToken.self, _UpdateUserStatus.self,
        _UpdateVcStatus.self,
    ]

    static let byName: [String: any Model.Type] = {
        var types: [String: any Model.Type] = [:]
        for type in all { types[String(describing: type)] = type }
        return types
    }()
}
