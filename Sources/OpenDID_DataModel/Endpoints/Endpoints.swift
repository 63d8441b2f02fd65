/// Every endpoint that a wallet calls, by server (OpenDID sheet 5.2).
public enum OpenDIDEndpoints {
    public enum TAS {
        // Session, sheet 5.5
        public static let requestECDH = ServiceEndpoint<RequestEcdh, _RequestEcdh>(.tas, .post, "request-ecdh")
        public static let requestCreateToken = ServiceEndpoint<RequestCreateToken, _RequestCreateToken>(.tas, .post, "request-create-token")

        // M132, sheet 5.4 and 5.6
        public static let requestRegisterWallet = ServiceEndpoint<RequestAttestedDIDDoc, _RequestRegisterWallet>(.tas, .post, "request-register-wallet")
        public static let proposeRegisterUser = ServiceEndpoint<ProposeRegisterUser, _ProposeRegisterUser>(.tas, .post, "propose-register-user")
        public static let retrieveKYC = ServiceEndpoint<RetrieveKyc, _RetrieveKyc>(.tas, .post, "retrieve-kyc")
        public static let requestRegisterUser = ServiceEndpoint<RequestRegisterUser, _RequestRegisterUser>(.tas, .post, "request-register-user")
        public static let confirmRegisterUser = ServiceEndpoint<ConfirmRegisterUser, _ConfirmRegisterUser>(.tas, .post, "confirm-register-user")
        public static let updatePushToken = ServiceEndpoint<UpdatePushToken, _UpdatePushToken>(.tas, .post, "update-push-token")

        // M141, sheet 5.11
        public static let proposeUpdateDIDDoc = ServiceEndpoint<ProposeUpdateDidDoc, _ProposeUpdateDidDoc>(.tas, .post, "propose-update-diddoc")
        public static let requestUpdateDIDDoc = ServiceEndpoint<RequestUpdateDidDoc, _RequestUpdateDidDoc>(.tas, .post, "request-update-diddoc")
        public static let confirmUpdateDIDDoc = ServiceEndpoint<ConfirmUpdateDidDoc, _ConfirmUpdateDidDoc>(.tas, .post, "confirm-update-diddoc")

        // M142, sheet 5.10
        public static let proposeRestoreDIDDoc = ServiceEndpoint<ProposeRestoreDidDoc, _ProposeRestoreDidDoc>(.tas, .post, "propose-restore-diddoc")
        public static let requestRestoreDIDDoc = ServiceEndpoint<RequestRestoreDidDoc, _RequestRestoreDidDoc>(.tas, .post, "request-restore-diddoc")
        public static let confirmRestoreDIDDoc = ServiceEndpoint<ConfirmRestoreDidDoc, _ConfirmRestoreDidDoc>(.tas, .post, "confirm-restore-diddoc")

        // M210, sheet 5.7
        public static let proposeIssueVC = ServiceEndpoint<ProposeIssueVc, _ProposeIssueVc>(.tas, .post, "propose-issue-vc")
        public static let requestIssueProfile = ServiceEndpoint<RequestIssueProfile, _RequestIssueProfile>(.tas, .post, "request-issue-profile")
        public static let requestIssueVC = ServiceEndpoint<RequestIssueVc, _RequestIssueVc>(.tas, .post, "request-issue-vc")
        public static let confirmIssueVC = ServiceEndpoint<ConfirmIssueVc, _ConfirmIssueVc>(.tas, .post, "confirm-issue-vc")

        // M220, sheet 5.9
        public static let proposeRevokeVC = ServiceEndpoint<ProposeRevokeVc, _ProposeRevokeVc>(.tas, .post, "propose-revoke-vc")
        public static let requestRevokeVC = ServiceEndpoint<RequestRevokeVc, _RequestRevokeVc>(.tas, .post, "request-revoke-vc")
        public static let confirmRevokeVC = ServiceEndpoint<ConfirmRevokeVc, _ConfirmRevokeVc>(.tas, .post, "confirm-revoke-vc")

        /// `?name=`
        public static let vcSchema = ServiceEndpoint<ServiceQuery, VCSchema>(.tas, .get, "vc-schema")
    }

    public enum List {
        /// `?wallet=` the wallet's package name.
        public static let allowedApps = ServiceEndpoint<ServiceQuery, AllowCAList>(.list, .get, "allowed-ca/list")
        /// `?tags[]=`, any number of times.
        public static let plans = ServiceEndpoint<ServiceQuery, VCPlanList>(.list, .get, "vcplan/list")
        /// `?id=`
        public static let plan = ServiceEndpoint<ServiceQuery, VCPlan>(.list, .get, "vcplan")
    }

    public enum CAS {
        public static let requestAttestedAppInfo = ServiceEndpoint<RequestAttestedAppInfo, AttestedAppInfo>(.cas, .post, "request-attested-appinfo")
        public static let requestWalletTokenData = ServiceEndpoint<WalletTokenSeed, WalletTokenData>(.cas, .post, "request-wallet-tokendata")
    }

    public enum WalletProvider {
        /// The device's DID document, bare.
        public static let requestSignWallet = ServiceEndpoint<DIDDocument, AttestedDIDDoc>(.wallet, .post, "request-sign-wallet")
    }

    public enum Issuer {
        /// `?name=`
        public static let vcSchema = ServiceEndpoint<ServiceQuery, VCSchema>(.issuer, .get, "vc/vcschema")
    }

    public enum Verifier {
        public static let requestOfferQR = ServiceEndpoint<RequestOfferPayload, VpOfferWrapper>(.verifier, .post, "request-offer-qr")
        public static let requestProfile = ServiceEndpoint<RequestProfile, _RequestProfile>(.verifier, .post, "request-profile")
        public static let requestVerify = ServiceEndpoint<RequestVerify, _RequestVerify>(.verifier, .post, "request-verify")
    }

    public enum Gateway {
        /// `?did=` a DID, or a DID URL with a version.
        public static let didDoc = ServiceEndpoint<ServiceQuery, DIDDocVO>(.gateway, .get, "did-doc")
        /// `?vcId=`
        public static let vcMeta = ServiceEndpoint<ServiceQuery, VCMetaVO>(.gateway, .get, "vc-meta")
    }

    /// The certificate credential of a server that has one; its address is the server's `certVcRef`.
    public static func certificate(of role: ServiceRole) -> ServiceEndpoint<ServiceQuery, VerifiableCredential> {
        ServiceEndpoint(role, .get, "certificate-vc")
    }
}
