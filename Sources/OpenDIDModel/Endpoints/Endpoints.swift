/// The endpoints that a wallet calls, by server (OpenDID sheet 5.2).
public enum OpenDIDEndpoints {
    /// The trust agent.
    public enum TAS {
        // These endpoints open a session (OpenDID sheet 5.5).
        /// Step S1 of a session: agrees on a session key.
        public static let requestECDH = ServiceEndpoint<RequestEcdh, _RequestEcdh>(.tas, .post, "request-ecdh")
        /// Step S4 of a session: gives the wallet the server token of a transaction.
        public static let requestCreateToken = ServiceEndpoint<RequestCreateToken, _RequestCreateToken>(
            .tas, .post, "request-create-token")

        // These endpoints register a wallet and a user (M132, OpenDID sheet 5.4 and 5.6).
        /// Registers the device's DID document, which the wallet provider has attested (M132, OpenDID sheet 5.4).
        public static let requestRegisterWallet = ServiceEndpoint<RequestAttestedDIDDoc, _RequestRegisterWallet>(
            .tas, .post, "request-register-wallet")
        /// Opens the transaction of a user's registration (M132).
        public static let proposeRegisterUser = ServiceEndpoint<ProposeRegisterUser, _ProposeRegisterUser>(
            .tas, .post, "propose-register-user")
        /// Makes the trust agent request the user's personal data from the app provider (M132).
        public static let retrieveKYC = ServiceEndpoint<RetrieveKyc, _RetrieveKyc>(.tas, .post, "retrieve-kyc")
        /// Registers the holder's DID document (M132).
        public static let requestRegisterUser = ServiceEndpoint<RequestRegisterUser, _RequestRegisterUser>(
            .tas, .post, "request-register-user")
        /// Ends the transaction of a user's registration (M132).
        public static let confirmRegisterUser = ServiceEndpoint<ConfirmRegisterUser, _ConfirmRegisterUser>(
            .tas, .post, "confirm-register-user")
        /// Stores the token to which push messages for the app are sent.
        public static let updatePushToken = ServiceEndpoint<UpdatePushToken, _UpdatePushToken>(
            .tas, .post, "update-push-token")

        // These endpoints update a DID document (M141, OpenDID sheet 5.11).
        /// Opens the transaction for an update of a DID document (M141).
        public static let proposeUpdateDIDDoc = ServiceEndpoint<ProposeUpdateDidDoc, _ProposeUpdateDidDoc>(
            .tas, .post, "propose-update-diddoc")
        /// Registers the next version of the holder's DID document (M141).
        public static let requestUpdateDIDDoc = ServiceEndpoint<RequestUpdateDidDoc, _RequestUpdateDidDoc>(
            .tas, .post, "request-update-diddoc")
        /// Ends the transaction for an update of a DID document (M141).
        public static let confirmUpdateDIDDoc = ServiceEndpoint<ConfirmUpdateDidDoc, _ConfirmUpdateDidDoc>(
            .tas, .post, "confirm-update-diddoc")

        // These endpoints restore a DID (M142, OpenDID sheet 5.10).
        /// Opens the transaction for the restoration of a DID (M142).
        public static let proposeRestoreDIDDoc = ServiceEndpoint<ProposeRestoreDidDoc, _ProposeRestoreDidDoc>(
            .tas, .post, "propose-restore-diddoc")
        /// Activates a suspended DID again (M142).
        public static let requestRestoreDIDDoc = ServiceEndpoint<RequestRestoreDidDoc, _RequestRestoreDidDoc>(
            .tas, .post, "request-restore-diddoc")
        /// Ends the transaction for the restoration of a DID (M142).
        public static let confirmRestoreDIDDoc = ServiceEndpoint<ConfirmRestoreDidDoc, _ConfirmRestoreDidDoc>(
            .tas, .post, "confirm-restore-diddoc")

        // These endpoints issue a credential (M210, OpenDID sheet 5.7).
        /// Opens the transaction for the issuance of a credential (M210).
        public static let proposeIssueVC = ServiceEndpoint<ProposeIssueVc, _ProposeIssueVc>(
            .tas, .post, "propose-issue-vc")
        /// Returns the issuer's profile for the credential (M210).
        public static let requestIssueProfile = ServiceEndpoint<RequestIssueProfile, _RequestIssueProfile>(
            .tas, .post, "request-issue-profile")
        /// Returns the issued credential, encrypted for the holder (M210).
        public static let requestIssueVC = ServiceEndpoint<RequestIssueVc, _RequestIssueVc>(
            .tas, .post, "request-issue-vc")
        /// Ends the transaction for the issuance of a credential (M210).
        public static let confirmIssueVC = ServiceEndpoint<ConfirmIssueVc, _ConfirmIssueVc>(
            .tas, .post, "confirm-issue-vc")

        // These endpoints revoke a credential (M220, OpenDID sheet 5.9).
        /// Opens the transaction for the revocation of a credential (M220).
        public static let proposeRevokeVC = ServiceEndpoint<ProposeRevokeVc, _ProposeRevokeVc>(
            .tas, .post, "propose-revoke-vc")
        /// Receives the holder's signed request to revoke a credential (M220).
        public static let requestRevokeVC = ServiceEndpoint<RequestRevokeVc, _RequestRevokeVc>(
            .tas, .post, "request-revoke-vc")
        /// Ends the transaction for the revocation of a credential (M220).
        public static let confirmRevokeVC = ServiceEndpoint<ConfirmRevokeVc, _ConfirmRevokeVc>(
            .tas, .post, "confirm-revoke-vc")

        /// Returns the schema of certificate credentials. The query is `?name=certificate`.
        public static let vcSchema = ServiceEndpoint<ServiceQuery, VCSchema>(.tas, .get, "vc-schema")
    }

    /// The list provider.
    public enum List {
        /// Lists the apps that may use a wallet. The query is `?wallet=` and the wallet's package name.
        public static let allowedApps = ServiceEndpoint<ServiceQuery, AllowCAList>(.list, .get, "allowed-ca/list")
        /// Lists the plans of credentials that can be issued. The query is `?tags[]=` and a tag, and may contain several tags.
        public static let plans = ServiceEndpoint<ServiceQuery, VCPlanList>(.list, .get, "vcplan/list")
        /// Returns one plan. The query is `?id=` and the plan's id.
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
        /// Receives the device's DID document without a wrapper. Returns the document with the wallet provider's attestation.
        public static let requestSignWallet = ServiceEndpoint<DIDDocument, AttestedDIDDoc>(
            .wallet, .post, "request-sign-wallet")
    }

    /// The issuer.
    public enum Issuer {
        /// Returns the schema of a credential. The query is `?name=` and the schema's name.
        public static let vcSchema = ServiceEndpoint<ServiceQuery, VCSchema>(.issuer, .get, "vc/vcschema")
    }

    /// The verifier.
    public enum Verifier {
        /// Returns an offer to a terminal, which shows the offer to the holder (OpenDID sheet 5.8).
        public static let requestOfferQR = ServiceEndpoint<RequestOfferPayload, VpOfferWrapper>(
            .verifier, .post, "request-offer-qr")
        /// Returns the verifier's profile for a presentation (M310).
        public static let requestProfile = ServiceEndpoint<RequestProfile, _RequestProfile>(
            .verifier, .post, "request-profile")
        /// Receives the presentation, encrypted for the verifier (M310).
        public static let requestVerify = ServiceEndpoint<RequestVerify, _RequestVerify>(
            .verifier, .post, "request-verify")
    }

    /// The gateway, which answers look-ups in the registry.
    public enum Gateway {
        /// Returns a DID document. The query is `?did=` and a DID, or a DID URL with a version.
        public static let didDoc = ServiceEndpoint<ServiceQuery, DIDDocVO>(.gateway, .get, "did-doc")
        /// Returns the metadata and the status of a credential. The query is `?vcId=` and the credential's id.
        public static let vcMeta = ServiceEndpoint<ServiceQuery, VCMetaVO>(.gateway, .get, "vc-meta")
    }

    /// Returns the endpoint that serves a server's certificate credential. Its URL is the server's `certVcRef`. Call this function only for
    /// a role that has a certificate; ``ServiceRole/certificateEndpoint`` checks this.
    package static func certificate(of role: ServiceRole) -> ServiceEndpoint<ServiceQuery, VerifiableCredential> {
        ServiceEndpoint(role, .get, "certificate-vc")
    }
}
