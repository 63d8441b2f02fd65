import Foundation
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The document on upstream's releases")
struct ReleasesDocumentTests {
    /// All sources of the data model are read for it, which takes seconds.
    private static let reading = Task {
        try ReleasesDocument(served: try await CoreWorld().router.routes.endpoints)
    }
    private let document: ReleasesDocument

    init() async throws { document = try await Self.reading.value }

    @Test("docs/opendid-releases.md is what HERALD_WRITE_DOCS=1 writes")
    func isFresh() throws {
        let file = PackageFiles.url("docs/opendid-releases.md")
        let text = document.markdown
        if ProcessInfo.processInfo.environment["HERALD_WRITE_DOCS"] == "1" { try Data(text.utf8).write(to: file) }
        let isFresh = (try? String(contentsOf: file, encoding: .utf8)) == text
        #expect(isFresh, "stale: HERALD_WRITE_DOCS=1 swift test --filter ReleasesDocumentTests writes it anew")
    }

    @Test("each endpoint and each type is in the document once")
    func onlyOnce() {
        for rows in [document.endpoints.rows, document.dataTypes.rows] {
            let names = rows.map(\.name)
            #expect(Set(names).count == names.count)
        }
        #expect(document.endpoints.rows.count > 250 && document.dataTypes.rows.count > 180)
    }

    @Test("every path that is served has a row, and the paths that only ours serve are explained at their declaration")
    func servedPaths() {
        #expect(document.served.count > 60)
        for place in document.onlyOurs {
            let comments = document.declared.filter { $0.place == place }.map(\.comment)
            #expect(
                comments.contains { !$0.isEmpty },
                "\(place) wants a row in Tests/Facts/opendid-endpoints.txt, or a doc comment")
        }
    }

    @Test("a row says that its path is not served exactly if it is not")
    func unservedPaths() {
        for row in document.endpoints.rows {
            let isServed = document.served.contains(row.name)
            #expect(isServed != row.difference.hasPrefix("not served"), "\(row.name): \(row.difference)")
        }
    }

    @Test("every endpoint that our code calls or declares has a row, or is only ours")
    func declaredEndpoints() {
        let known = Set(document.endpoints.rows.map(\.name)).union(document.onlyOurs)
        for endpoint in document.declared {
            #expect(known.contains(endpoint.place), "\(endpoint.name): \(endpoint.place)")
        }
        let called = document.declared.filter { !$0.callers.isEmpty }
        #expect(called.contains { $0.name == "TAS.requestECDH" && $0.callers.isSuperset(of: [.wallet, .servers]) })
        #expect(called.contains { $0.name == "TAS.offerIssueByQR" && $0.callers == [.commands] })
        #expect(!called.contains { $0.name == "CAS.saveUserInfo" })
    }

    @Test("every type in a row is a public type of OpenDID_DataModel")
    func types() {
        let names = document.publicTypes.names
        for row in document.endpoints.rows {
            for type in document.types(of: row) where type != "query" {
                #expect(names.contains(type), "\(row.name): \(type)")
            }
        }
        for row in document.dataTypes.rows {
            for type in document.names(of: row) { #expect(names.contains(type), "\(row.name): \(type)") }
            let isExplained = !document.names(of: row).isEmpty || !row.difference.isEmpty
            #expect(isExplained, "\(row.name) has no type of ours and no reason")
        }
        #expect(
            names.isSuperset(of: [
                "VCPlan.Option", "VerifyProfile.Profile.ProfileFilter.CredentialSchema", "_OfferIssue",
                "DIDDocument.DIDKeyType",
            ]))
    }

    @Test("the document explains each source of a row")
    func sources() {
        let keys = Set(document.endpoints.keys.map(\.key))
        for row in document.endpoints.rows {
            for source in row.sources.components(separatedBy: "; ") {
                #expect(keys.contains(source.components(separatedBy: " ")[0]), "\(row.name): \(source)")
            }
        }
    }
}
