import Foundation
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The document on stricter servers")
struct StricterDocumentTests {
    private static func text(_ path: String) throws -> String {
        try PackageFiles.text(path)
    }

    @Test("every code in the document is one of its server")
    func codes() throws {
        let files = [
            ("TRA", "TASError"), ("ISS", "IssuerError"), ("VRF", "VerifierError"), ("CFA", "ProviderErrors"),
            ("AGW", "ProviderErrors"),
            ("WLT", "ProviderErrors"),
        ]
        let known = try Dictionary(
            uniqueKeysWithValues: files.map {
                ($0.0, try Self.text("Sources/OpenDIDServices/HTTP/Errors/\($0.1).swift"))
            })
        var count = 0
        for line in try Self.text("docs/opendid-stricter.md").split(separator: "\n") {
            // A code without a prefix of its own has the prefix of the code before it.
            var prefix: String?
            for quoted in line.split(separator: "`") {
                if let found = files.first(where: { quoted.hasPrefix($0.0) && quoted.count == 8 }) { prefix = found.0 }
                let number = quoted.suffix(5)
                guard number.allSatisfy(\.isNumber), number.count == 5, quoted.count == 5 || quoted.count == 8 else {
                    continue
                }
                let owner = try #require(prefix, "\(line)")
                let code =
                    ["CFA": "SCRVCFA", "AGW": "SSRVAGW", "WLT": "SSRVWLT"][owner].map { "\($0)\(number)\"" }
                    ?? "\"\(number)\""
                #expect(known[owner]?.contains(code) == true, "\(quoted) in: \(line)")
                count += 1
            }
        }
        #expect(count > 60)
    }

    @Test(
        "the document still has each of these rows with its code",
        arguments: [
            ("the holder is the subject of each credential", "VRF00202"), ("authType", "VRF00400"),
            ("the DID that made `accE2e` is the holder", "VRF00202"), ("each credential is there once", "VRF00202"),
            ("replaced or removed in the newest version", "VRF00202"),
            ("replaced or removed in the newest version", "VRF00103"),
            ("replaced or removed in the newest version", "ISS00413"),
            ("replaced or removed in the newest version", "TRA16511"),
            ("a DID that is not activated signs nothing but the DIDAuth of M142", "VRF00103"),
            ("`walletInfo` names", "TRA16510"), ("ECB", "TRA12008"),
            ("lists for that purpose", "TRA16510"), ("the holder's DID is registered, and activated", "ISS00302"),
            ("60 seconds ahead", "VRF00202"), ("`propose-revoke-vc` names", "TRA18516"),
        ])
    func rows(rule: String, code: String) throws {
        let rows = try Self.text("docs/opendid-stricter.md").split(separator: "\n").filter { $0.hasPrefix("| ") }
        #expect(rows.contains { $0.contains(rule) && $0.contains(code) }, "\(rule)")
    }

    @Test("the document's times and numbers are the defaults of the servers")
    func times() throws {
        let (text, settings) = (try Self.text("docs/opendid-stricter.md"), VerifierSettings())
        #expect(text.contains("no more than \(settings.clockSkew.components.seconds) seconds ahead"))
        #expect(text.contains("up to \(settings.earlyBy.components.seconds / 3_600) hours ahead"))
        #expect(
            text.contains(
                "which is \(ServiceLifetimes().issuerTransaction.components.seconds / 3_600) hour from `propose-issue-vc`"
            ))
        #expect(
            ServiceLifetimes().trustAgentTransaction == .seconds(86_400)
                && text.contains("within the transaction's day if the issuer had done its part"))
        #expect(text.contains("The first \(TrustAgentTransaction.Issuance.askedLimit) different requests"))
        let limits = ServiceLimits()
        #expect(
            text.contains("a profile for \(limits.begunTransaction.components.seconds / 60)")
                && limits.networkFactor == 8)
        #expect(
            text.contains("a person has at most \(limits.registrationsPerDay) DIDs")
                && text.contains("a document gets at most \(limits.versionsPerDay) versions"))
        #expect(text.contains("a person gets at most \(limits.credentialsPerDay) credentials"))
    }
}
