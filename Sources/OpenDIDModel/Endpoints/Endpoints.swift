/// The endpoints that a wallet calls, by server (OpenDID sheet 5.2).
public enum OpenDIDEndpoints {
    /// The trust agent.
    public enum TAS {
        // Session, OpenDID sheet 5.5
        /// Step S1 of a session: agrees on a session key.
        public static let requestECDH = ServiceEndpoint<RequestEcdh, _RequestEcdh>(.tas, .post, "request-ecdh")
        /// Step S4 of a session: gives the wallet the server token of a transaction.
        public static let requestCreateToken = ServiceEndpoint<RequestCreateToken, _RequestCreateToken>(
            .tas, .post, "request-create-token")

        // M132, OpenDID sheet 5.4 and 5.6
        /// M132: registers the attested document of the device (OpenDID sheet 5.4).
        public static let requestRegisterWallet = ServiceEndpoint<RequestAttestedDIDDoc, _RequestRegisterWallet>(
            .tas, .post, "request-register-wallet")
        /// M132: opens the transaction.
        public static let proposeRegisterUser = ServiceEndpoint<ProposeRegisterUser, _ProposeRegisterUser>(
            .tas, .post, "propose-register-user")
        /// M132: makes the trust agent request the user's personal data from the app provider.
        public static let retrieveKYC = ServiceEndpoint<RetrieveKyc, _RetrieveKyc>(.tas, .post, "retrieve-kyc")
        /// M132: registers the holder's DID document.
        public static let requestRegisterUser = ServiceEndpoint<RequestRegisterUser, _RequestRegisterUser>(
            .tas, .post, "request-register-user")
        /// M132: ends the transaction.
        public static let confirmRegisterUser = ServiceEndpoint<ConfirmRegisterUser, _ConfirmRegisterUser>(
            .tas, .post, "confirm-register-user")
        /// Stores the address for push messages.
        public static let updatePushToken = ServiceEndpoint<UpdatePushToken, _UpdatePushToken>(
            .tas, .post, "update-push-token")

        // M141, OpenDID sheet 5.11
        /// M141: opens the transaction.
        public static let proposeUpdateDIDDoc = ServiceEndpoint<ProposeUpdateDidDoc, _ProposeUpdateDidDoc>(
            .tas, .post, "propose-update-diddoc")
        /// M141: registers the next version of the DID document.
        public static let requestUpdateDIDDoc = ServiceEndpoint<RequestUpdateDidDoc, _RequestUpdateDidDoc>(
            .tas, .post, "request-update-diddoc")
        /// M141: ends the transaction.
        public static let confirmUpdateDIDDoc = ServiceEndpoint<ConfirmUpdateDidDoc, _ConfirmUpdateDidDoc>(
            .tas, .post, "confirm-update-diddoc")

        // M142, OpenDID sheet 5.10
        /// M142: opens the transaction.
        public static let proposeRestoreDIDDoc = ServiceEndpoint<ProposeRestoreDidDoc, _ProposeRestoreDidDoc>(
            .tas, .post, "propose-restore-diddoc")
        /// M142: activates the DID again.
        public static let requestRestoreDIDDoc = ServiceEndpoint<RequestRestoreDidDoc, _RequestRestoreDidDoc>(
            .tas, .post, "request-restore-diddoc")
        /// M142: ends the transaction.
        public static let confirmRestoreDIDDoc = ServiceEndpoint<ConfirmRestoreDidDoc, _ConfirmRestoreDidDoc>(
            .tas, .post, "confirm-restore-diddoc")

        // M210, OpenDID sheet 5.7
        /// M210: opens the transaction.
        public static let proposeIssueVC = ServiceEndpoint<ProposeIssueVc, _ProposeIssueVc>(
            .tas, .post, "propose-issue-vc")
        /// M210: returns the issuer's profile.
        public static let requestIssueProfile = ServiceEndpoint<RequestIssueProfile, _RequestIssueProfile>(
            .tas, .post, "request-issue-profile")
        /// M210: returns the credential, encrypted for the holder.
        public static let requestIssueVC = ServiceEndpoint<RequestIssueVc, _RequestIssueVc>(
            .tas, .post, "request-issue-vc")
        /// M210: ends the transaction.
        public static let confirmIssueVC = ServiceEndpoint<ConfirmIssueVc, _ConfirmIssueVc>(
            .tas, .post, "confirm-issue-vc")

        // M220, OpenDID sheet 5.9
        /// M220: opens the transaction.
        public static let proposeRevokeVC = ServiceEndpoint<ProposeRevokeVc, _ProposeRevokeVc>(
            .tas, .post, "propose-revoke-vc")
        /// M220: receives the holder's signed request.
        public static let requestRevokeVC = ServiceEndpoint<RequestRevokeVc, _RequestRevokeVc>(
            .tas, .post, "request-revoke-vc")
        /// M220: ends the transaction.
        public static let confirmRevokeVC = ServiceEndpoint<ConfirmRevokeVc, _ConfirmRevokeVc>(
            .tas, .post, "confirm-revoke-vc")

        /// Returns the schema of certificates. Query: `?name=certificate`.
        public static let vcSchema = ServiceEndpoint<ServiceQuery, VCSchema>(.tas, .get, "vc-schema")
    }

    /// The list provider.
    public enum List {
        /// Lists the apps that may use a wallet. Query: `?wallet=` and the wallet's package name.
        public static let allowedApps = ServiceEndpoint<ServiceQuery, AllowCAList>(.list, .get, "allowed-ca/list")
        /// Lists the plans of credentials that can be issued. Query: `?tags[]=`, any number of times.
        public static let plans = ServiceEndpoint<ServiceQuery, VCPlanList>(.list, .get, "vcplan/list")
        /// Returns one plan. Query: `?id=`.
        public static let plan = ServiceEndpoint<ServiceQuery, VCPlan>(.list, .get, "vcplan")
    }

    /// The app provider's server.
    public enum CAS {
        /// Step S2 of a session: the app provider attests the app.
        public static let requestAttestedAppInfo = ServiceEndpoint<RequestAttestedAppInfo, AttestedAppInfo>(
            .cas, .post, "request-attested-appinfo")
        /// Step S3 of a session: the app provider attests a wallet token.
        public static let requestWalletTokenData = ServiceEndpoint<WalletTokenSeed, WalletTokenData>(
            .cas, .post, "request-wallet-tokendata")
    }

    /// The wallet provider.
    public enum WalletProvider {
        /// Receives the DID document of the device without a wrapper, and returns it attested by the wallet provider.
        public static let requestSignWallet = ServiceEndpoint<DIDDocument, AttestedDIDDoc>(
            .wallet, .post, "request-sign-wallet")
    }

    /// The issuer.
    public enum Issuer {
        /// Returns the schema of a credential. Query: `?name=`.
        public static let vcSchema = ServiceEndpoint<ServiceQuery, VCSchema>(.issuer, .get, "vc/vcschema")
    }

    /// The verifier.
    public enum Verifier {
        /// Returns an offer that a terminal shows (OpenDID sheet 5.8).
        public static let requestOfferQR = ServiceEndpoint<RequestOfferPayload, VpOfferWrapper>(
            .verifier, .post, "request-offer-qr")
        /// M310: returns the verifier's profile.
        public static let requestProfile = ServiceEndpoint<RequestProfile, _RequestProfile>(
            .verifier, .post, "request-profile")
        /// M310: receives the presentation, encrypted for the verifier.
        public static let requestVerify = ServiceEndpoint<RequestVerify, _RequestVerify>(
            .verifier, .post, "request-verify")
    }

    /// The gateway, which answers look-ups in the registry.
    public enum Gateway {
        /// Returns a DID document. Query: `?did=` and a DID, or a DID URL with a version.
        public static let didDoc = ServiceEndpoint<ServiceQuery, DIDDocVO>(.gateway, .get, "did-doc")
        /// Returns the metadata and the status of a credential. Query: `?vcId=`.
        public static let vcMeta = ServiceEndpoint<ServiceQuery, VCMetaVO>(.gateway, .get, "vc-meta")
    }

    /// The endpoint of a server's certificate credential. Its address is the server's `certVcRef`. Call it only for roles that have a
    /// certificate; ``ServiceRole/certificateEndpoint`` checks this.
    package static func certificate(of role: ServiceRole) -> ServiceEndpoint<ServiceQuery, VerifiableCredential> {
        ServiceEndpoint(role, .get, "certificate-vc")
    }
}
