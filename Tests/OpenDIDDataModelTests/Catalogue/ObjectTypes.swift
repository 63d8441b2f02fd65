import HeraldJSON
import OpenDID_DataModel

/// A type whose values are JSON objects, and where the sheet has it.
struct ObjectEntry: Sendable {
    /// The sheet's table.
    let section: String
    let type: any ModelObject.Type
    let schema: ObjectSchema

    var name: String { schema.name }
}

extension Catalogue {
    /// Every type whose values are objects, section by section.
    static let objectTypes: [(section: String, types: [any ModelObject.Type])] = [
        (
            "4.1",
            [
                DIDDocument.self, DIDDocument.VerificationMethod.self, DIDDocument.Service.self,
                VerifiableCredential.self,
                VerifiableCredential.Issuer.self, VerifiableCredential.DocumentVerificationEvidence.self,
                VerifiableCredential.CredentialSchema.self, VerifiableCredential.CredentialSubject.self,
                VerifiablePresentation.self, Proof.self, VCProof.self, VCSchema.self, VCSchema.VCMetadata.self,
                VCSchema.CredentialSubject.self, VCSchema.Claim.self, VCSchema.Namespace.self, VCSchema.ClaimDef.self,
                VerifiableCredential.Claim.self, VerifiableCredential.Internationalization.self,
            ]
        ),
        (
            "4.2",
            [
                IssueProfile.self, IssueProfile.Profile.self, IssueProfile.Profile.CredentialSchema.self,
                IssueProfile.Profile.Process.self, VerifyProfile.self, VerifyProfile.Profile.self,
                VerifyProfile.Profile.ProfileFilter.self, VerifyProfile.Profile.ProfileFilter.CredentialSchema.self,
                VerifyProfile.Profile.Process.self, LogoImage.self, ProviderDetail.self, ReqE2e.self,
            ]
        ),
        (
            "4.3",
            [
                ProposeRegisterUser.self, _ProposeRegisterUser.self, RetrieveKyc.self, _RetrieveKyc.self,
                RequestRegisterUser.self,
                _RequestRegisterUser.self, ConfirmRegisterUser.self, _ConfirmRegisterUser.self, RequestEcdh.self,
                _RequestEcdh.self, RequestAttestedAppInfo.self, RequestCreateToken.self, _RequestCreateToken.self,
                ProposeIssueVc.self, _ProposeIssueVc.self, RequestIssueProfile.self, _RequestIssueProfile.self,
                RequestIssueVc.self, _RequestIssueVc.self, ConfirmIssueVc.self, _ConfirmIssueVc.self,
                RequestProfile.self,
                _RequestProfile.self, RequestVerify.self, _RequestVerify.self, ProposeRevokeVc.self,
                _ProposeRevokeVc.self,
                RequestRevokeVc.self, _RequestRevokeVc.self, ConfirmRevokeVc.self, _ConfirmRevokeVc.self,
                ProposeRestoreDidDoc.self, _ProposeRestoreDidDoc.self, RequestRestoreDidDoc.self,
                _RequestRestoreDidDoc.self,
                ConfirmRestoreDidDoc.self, _ConfirmRestoreDidDoc.self, ProposeUpdateDidDoc.self,
                _ProposeUpdateDidDoc.self,
                RequestUpdateDidDoc.self, _RequestUpdateDidDoc.self, ConfirmUpdateDidDoc.self,
                _ConfirmUpdateDidDoc.self,
                RequestAttestedDIDDoc.self, _RequestRegisterWallet.self, UpdatePushToken.self, _UpdatePushToken.self,
            ]
        ),
        (
            "4.4",
            [
                ServerTokenSeed.self, ServerTokenData.self, WalletTokenSeed.self, WalletTokenData.self, Provider.self,
                AttestedAppInfo.self, Wallet.self, SignedWalletInfo.self, ReqEcdh.self, ReqEcdh.Ciphers.self,
                AccEcdh.self,
                AccE2e.self, E2E.self, DIDAuth.self, DIDDocVO.self, AttestedDIDDoc.self, SignedDIDDoc.self,
                InvokedDidDoc.self,
                IssueOfferPayload.self, RestoreDidOfferPayload.self, VpOfferWrapper.self, DataPayload.self,
                RequestOfferPayload.self, ReqVC.self, ReqVcProfile.self, ReqRevokeVc.self, CredInfo.self, VCMeta.self,
                VCPlanList.self, AllowCAList.self, VerifyOfferPayload.self, VCPlan.self, VCPlan.Option.self,
            ]
        ),
        (
            "5.2",
            [
                ProposeEnrollEntity.self, _ProposeEnrollEntity.self, RequestEnrollEntity.self,
                _RequestEnrollEntity.self,
                ConfirmEnrollEntity.self, _ConfirmEnrollEntity.self, RequestEnrollTas.self,
                RequestEnrollTas.Credential.self,
                _RequestEnrollTas.self, IssueCertificateVc.self, _IssueCertificateVc.self, RegisterDidToTas.self,
                _RequestEntityStatus.self, SendCertificateVc.self, SendEntityInfo.self, PublishVcSchema.self,
                PublishVcPlan.self,
                InspectProposeIssue.self, _InspectProposeIssue.self, IssueHolder.self, GenerateIssueProfile.self,
                _GenerateIssueProfile.self, IssueVc.self, _IssueVc.self, CompleteVc.self, _CompleteVc.self,
                InspectProposeRevoke.self,
                _InspectProposeRevoke.self, RevokeVc.self, _RevokeVc.self, CompleteRevoke.self, _CompleteRevoke.self,
                RequestIssueOffer.self, _RequestIssueOffer.self, IssueVcResult.self, UpdateVcStatus.self,
                _UpdateVcStatus.self,
                SaveIssuerUser.self, _SaveIssuerUser.self, OfferIssueByQR.self, OfferIssueByPush.self,
                OfferIssueByEmail.self,
                _OfferIssue.self, OfferRestoreByPush.self, OfferRestoreByEmail.self, _OfferRestore.self, SendEmail.self,
                SendEmail.Mail.self, SendPush.self, SendPush.Notification.self, _SendEmail.self, _SendPush.self,
                UpdateDidDocDeactivated.self, UpdateDidDocRevoked.self, UpdateUserStatus.self, _UpdateUserStatus.self,
                OperatorAnswer.self, RetrievePii.self, _RetrievePii.self, SaveUserInfo.self, _SaveUserInfo.self,
                ConfirmVerify.self, _ConfirmVerify.self,
                ServiceFailureBody.self, RegisterDidDoc.self, UpdateDidDocStatus.self, RegisterVcSchema.self,
                RegisterCredentialSchema.self, RegisterCredentialDefinition.self, PrintedLedgerDidDoc.self,
                PrintedLedgerVcMeta.self,
                _PrintedLedgerEntry.self, _PrintedLedgerDidDocState.self, _PrintedLedgerVcMetaState.self,
            ]
        ),
        (
            "10",
            [
                ZKPObject.self
            ]
        ),
    ]
}
