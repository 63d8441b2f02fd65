import Foundation
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("Articles on OpenDID")
struct OpenDIDArticleTests {
    private static let articles = [
        "OpenDIDWallet/OpenDIDWallet.docc/IssueYourFirstCredential.md",
        "OpenDIDServices/OpenDIDServices.docc/VerifyAPresentation.md",
        "OpenDIDServices/OpenDIDServices.docc/RunYourOwnTrustAgent.md",
    ]

    @Test("the samples in the articles are those that are compiled here", arguments: articles)
    func sameText(article: String) throws {
        let text = try PackageFiles.text("Sources/\(article)")
        let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(!blocks.isEmpty)
        let source = try PackageFiles.text("Tests/SnippetTests/OpenDIDSamples.swift")
        for block in blocks {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false).filter {
                !$0.hasPrefix("import ")
            }
            let indented = lines.map { $0.isEmpty ? "" : "        " + $0 }.joined(separator: "\n").trimmingCharacters(
                in: .newlines)
            #expect(source.contains(indented), "\(block)")
        }
    }

    @Test("the samples run: a credential is issued, shown and verified")
    func runs() async throws {
        let folder = try TemporaryFolder()
        let services = try await OpenDIDServices.start(ServicesConfiguration(seed: OpenDIDSamples.plan()))
        let wallet = try await OpenDIDSamples.issue(
            services: services, folder: folder.url.appendingPathComponent("wallet"))
        #expect(try await wallet.vault.credentials().map(\.credential.credentialSubject.claims.count) == [2])
        try await OpenDIDSamples.verify(services: services, wallet: wallet)
        await wallet.vault.close()
        await services.stop()
        try await OpenDIDSamples.run(
            seed: OpenDIDSamples.plan(), folder: folder.url.appendingPathComponent("servers"),
            secret: "a long passphrase")
    }
}
