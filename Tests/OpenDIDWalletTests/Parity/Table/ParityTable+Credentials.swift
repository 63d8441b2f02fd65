import OpenDID_DataModel

@testable import OpenDIDWallet

extension ParityTable {
    static let credentialRows: [ParityRow] = [
        ParityRow(
            .walletAPI, "requestIssueVc",
            ["tasURL", "hWalletToken", "didAuth", "issuerProfile", "refId", "serverToken", "APIGatewayURL"],
            purposes: AcceptedPurposes.issue, since: "V1",
            ours:
                "`WalletAPI.requestIssueVc(tasURL:hWalletToken:didAuth:issuerProfile:refId:serverToken:APIGatewayURL:)`, "
                + "`OpenDIDWallet.issueCredential(planId:issuer:offerId:unlock:)`",
            note:
                "checks the profile's proof, every signature of the credential, its subject, schema and dates; after a kill "
                + "`OpenDIDWallet.resume()` fetches the credential",
            test: "WalletAPIFlowTests.issuance"),
        ParityRow(
            .walletAPI, "requestRevokeVc",
            ["hWalletToken", "tasURL", "authType", "vcId", "issuerNonce", "txId", "serverToken", "passcode"],
            purposes: AcceptedPurposes.revoke, since: "V1",
            ours:
                "`WalletAPI.requestRevokeVc(hWalletToken:tasURL:authType:vcId:issuerNonce:txId:serverToken:passcode:)`, "
                + "`OpenDIDWallet.revoke(_:unlock:)`",
            note: "the credential must be in the wallet", test: "WalletAPIFlowTests.revocation"),
        ParityRow(
            .walletAPI, "getCredentials", ["hWalletToken", "ids"], purposes: AcceptedPurposes.readCredentials,
            since: "V1",
            ours: "`WalletAPI.getCredentials(hWalletToken:ids:)`, `WalletVault.credential(_:)`",
            test: "WalletAPICredentialTests.reading"),
        ParityRow(
            .walletAPI, "getAllCrentials", ["hWalletToken"], purposes: AcceptedPurposes.readCredentials, since: "V1",
            ours: "`WalletAPI.getAllCrentials(hWalletToken:)`", note: "deprecated in favour of the correct spelling",
            test: "WalletAPICredentialTests.reading"),
        ParityRow(
            .walletAPI, "getAllCredentials", ["hWalletToken"], purposes: AcceptedPurposes.readCredentials, since: "V2",
            ours: "`WalletAPI.getAllCredentials(hWalletToken:)`, `WalletVault.credentials()`",
            test: "WalletAPICredentialTests.reading"),
        ParityRow(
            .walletAPI, "deleteCredentials", ["hWalletToken", "ids"], purposes: AcceptedPurposes.revoke, since: "V1",
            ours: "`WalletAPI.deleteCredentials(hWalletToken:ids:)`", test: "WalletAPICredentialTests.deletion"),
        ParityRow(
            .walletAPI, "isAnyCredentialsSaved", since: "V2", ours: "`WalletAPI.isAnyCredentialsSaved()`",
            test: "WalletAPICredentialTests.reading"),
        ParityRow(
            .walletAPI, "createVp", ["hWalletToken", "claimInfos", "presentationInfo"],
            purposes: AcceptedPurposes.present, since: "V1",
            ours: "`WalletAPI.createVp(hWalletToken:claimInfos:presentationInfo:)`, `PresentationDraft`",
            note: "`proofValue` is included if every claim is shown", test: "WalletAPICredentialTests.presentation"),
        ParityRow(
            .walletAPI, "createEncVp", ["hWalletToken", "claimInfos", "verifierProfile", "APIGatewayURL", "passcode"],
            purposes: AcceptedPurposes.present, since: "V1",
            ours: "`WalletAPI.createEncVp(hWalletToken:claimInfos:verifierProfile:APIGatewayURL:passcode:)`, "
                + "`OpenDIDWallet.present(_:txId:unlock:choose:)`",
            note:
                "checks the profile's proof; throws before anything leaves the wallet if the claims are not those that the verifier asks for",
            test: "WalletAPIFlowTests.presentation"),
        ParityRow(
            .walletAPI, "sign", ["keyId", "pin", "data", "type"], since: "V1",
            ours: "`WalletAPI.sign(keyId:pin:data:type:)`, `WalletVault.signer(_:keyID:unlock:stage:)`",
            test: "WalletAPIKeyTests.signing"),
        ParityRow(
            .walletAPI, "verify", ["publicKey", "data", "signature"], since: "V1",
            ours: "`WalletAPI.verify(publicKey:data:signature:)`, `VerificationKey.verify(_:digest:)`",
            note: "P-256, as in the original", test: "WalletAPIKeyTests.verify"),
    ]

    /// OpenDID sheet 10: a system of its own, on big integers, of which the wallet keeps what it is sent.
    private static let anonymousReason =
        "anonymous credentials of release 2 (OpenDID sheet 10) are a separate system over RSA groups, outside the "
        + "scope of the data model of release 1; their members in messages are read and preserved, so that plain credentials of release 2 servers "
        + "work"

    /// The sheet gives one set for all of them.
    private static let anonymousPurposes = AcceptedPurposes.present.union(AcceptedPurposes.readCredentials)

    static let anonymousRows: [ParityRow] = [
        "createEncZKProof", "searchZKPCredentials", "getAllZKPCredentials", "getZKPCredentials",
        "isAnyZKPCredentialsSaved",
        "isZKPCredentialSaved",
    ].map { ParityRow(.walletAPI, $0, purposes: anonymousPurposes, since: "V2", .leftOut(anonymousReason)) }

    static let helperRows: [ParityRow] = [
        ParityRow(
            .helperTypes, "ClaimInfo", ["credentialId", "claimCodes"], ours: "`ClaimInfo`",
            test: "WalletAPICredentialTests.presentation"),
        ParityRow(
            .helperTypes, "PresentationInfo", ["holder", "validFrom", "validUntil", "verifierNonce"],
            ours: "`PresentationInfo`",
            test: "WalletAPICredentialTests.presentation"),
        ParityRow(
            .helperTypes, "KeyInfo", ours: "`KeyInfo`", note: "`accessMethod` is `none`, `pin` or `biometric`",
            test: "WalletAPIKeyTests.generateKeyPair"),
    ]
}
