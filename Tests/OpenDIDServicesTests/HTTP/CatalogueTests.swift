import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("The error catalogues")
struct CatalogueTests {
    @Test("the trust agent's codes have the numbers and statuses of OpenDID sheet 5.3")
    func trustAgent() {
        let rows: [(ServiceErrorCode, String, Int)] = [
            (TASError.multibaseInvalid, "10001", 400), (TASError.offerUnknown, "11001", 400),
            (TASError.bodyInvalid, "12004", 400),
            (TASError.bodyUnreadable, "12004", 500), (TASError.purposeNotAllowed, "12005", 400),
            (TASError.documentUnreadable, "12006", 400),
            (TASError.providerMismatch, "12007", 400), (TASError.noCommonCipher, "12008", 400),
            (TASError.documentVersion, "12009", 400),
            (TASError.offerMismatch, "12011", 400), (TASError.issuerUnknown, "14001", 400),
            (TASError.issuerNotEnrolled, "14002", 400),
            (TASError.entityUnknown, "14000", 500), (TASError.peerUnreachable, "15502", 500),
            (TASError.transactionUnknown, "16000", 400),
            (TASError.transactionInvalid, "16001", 400), (TASError.transactionExpired, "16002", 400),
            (TASError.sessionMissing, "16501", 500),
            (TASError.didAuthInvalid, "16509", 400), (TASError.signatureInvalid, "16510", 400),
            (TASError.signatureNotVerifiable, "16511", 400),
            (TASError.keyProofInvalid, "16516", 400),
            (TASError.clientNonceInvalid, "16519", 400),
            (TASError.authNonceMismatch, "16520", 400), (TASError.userExists, "17000", 400),
            (TASError.ownCertificateMissing, "13002", 500),
            (TASError.userNotRegistered, "17002", 400), (TASError.userNotActivated, "17003", 400),
            (TASError.appMismatch, "17005", 400), (TASError.appInvalid, "17006", 400),
            (TASError.userNotDeactivated, "17014", 400),
            (TASError.walletExists, "17501", 400), (TASError.walletUnknown, "17502", 400),
            (TASError.walletMismatch, "17508", 400),
            (TASError.updateNotLater, "18006", 400), (TASError.updateContext, "18007", 400),
            (TASError.updateID, "18008", 400),
            (TASError.updateController, "18009", 400), (TASError.updateCreated, "18014", 400),
            (TASError.updateDeactivated, "18015", 400),
            (TASError.updateOtherDID, "18018", 400), (TASError.credentialMismatch, "18500", 400),
            (TASError.planNotFound, "18501", 400),
            (TASError.certificateMissing, "18510", 400), (TASError.certificateIssuer, "18511", 400),
            (TASError.credentialRevoked, "18518", 400),
            (TASError.tokenExpired, "19002", 400), (TASError.tokenInvalid, "19003", 400),
            (TASError.tokenUnknown, "19004", 400),
            (TASError.unknown, "90003", 500),
        ]
        for (code, number, status) in rows { #expect(code.text == "SSRVTRA" + number && code.status == status) }
    }

    @Test("each fault of an updated document has a code of the trust agent")
    func updates() {
        let codes: [ServiceErrorCode] = [
            TASError.updateOtherDID, TASError.documentVersion, TASError.updateNotLater, TASError.updateContext,
            TASError.updateID,
            TASError.updateController, TASError.updateCreated, TASError.updateDeactivated,
        ]
        #expect(Set(DIDUpdateFault.allCases.map(\.tasCode)) == Set(codes.map(\.text)))
    }

    @Test(
        "every server refuses an unreadable request under its own prefix",
        arguments: [
            (ServiceRole.tas, "SSRVTRA"), (.list, "SSRVTRA"), (.noti, "SSRVTRA"), (.issuer, "SSRVISS"),
            (.verifier, "SSRVVRF"), (.cas, "SCRVCFA"),
            (.wallet, "SSRVWLT"), (.gateway, "SSRVAGW"),
        ])
    func prefixes(role: ServiceRole, prefix: String) {
        for code in [
            role.unreadableBody, role.invalidValue, role.failedVerification, role.unknownError,
            role.registryUnreachable(at: ""),
        ] {
            #expect(code.text.hasPrefix(prefix) && code.text.count == prefix.count + 5)
        }
        #expect(role.unknownError.status == 500 && role.registryUnreachable(at: "").status == 500)
    }
}
