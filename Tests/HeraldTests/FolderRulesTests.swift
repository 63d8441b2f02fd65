import Foundation
import TestSupport
import Testing

/// The rules of docs/architecture.md for what is inside a module: the order of its folders, and the places of SQL.
@Suite("Folder rules")
struct FolderRulesTests {
    static let modules =
        ((try? FileManager.default.contentsOfDirectory(
            atPath: PackageFiles.url("Sources").path)) ?? [])
        .sorted()

    @Test("the folders of a module form no cycle", arguments: modules)
    func noCycle(module: String) throws {
        let graph = try FolderGraph(module: module)
        #expect(graph.foldersInCycles.sorted() == [], "\(graph.usesInCycles.joined(separator: "\n"))")
    }

    @Test("a use of an extension's member is a use of the folder that declares it")
    func extensionMembers() throws {
        let graph = try FolderGraph(module: "SDNWire")
        #expect(graph.isUsing("Devices", from: "Catalogue"))
        #expect(!graph.isUsing("Catalogue", from: "Devices"))
    }

    @Test("routes import no database library")
    func routesWithoutDatabase() throws {
        for folder in ["SDNNode/Endpoints", "OpenDIDServices/Peers/Endpoints"] {
            let files = try HouseRulesTests.sources(under: "Sources/\(folder)")
            #expect(!files.isEmpty, "no files read")
            for file in files {
                let text = try String(contentsOf: file, encoding: .utf8)
                let importsGRDB = text.contains(/(?m)^(?:\w+ |@\w+ )*import GRDB\b/)
                #expect(!importsGRDB, "\(folder)/\(file.lastPathComponent)")
            }
        }
    }

    @Test("the outbox knows no REST client")
    func outboxWithoutClient() throws {
        let files = try HouseRulesTests.sources(under: "Sources/SDNSession/Sending")
        #expect(!files.isEmpty, "no files read")
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let knowsClient = text.contains(/\bimport SDNClient\b|\bMXRestClient\b/)
            #expect(!knowsClient, "\(file.lastPathComponent)")
        }
    }

    @Test("the folds are values in, values out")
    func pureFolds() throws {
        let files = try HouseRulesTests.sources(under: "Sources/SDNFolds")
        #expect(!files.isEmpty, "no files read")
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
            let hasState = text.contains(
                /(?m)^ *(?:\w+ )*(?:class|actor) \w|\bimport Synchronization\b|\bMutex\b|\bAsyncStream\b|\b(?:async|await)\b/
            )
            #expect(!hasState, "\(file.lastPathComponent)")
        }
    }

    @Test("SQL is only in files that are named for it", arguments: modules)
    func placesOfSQL(module: String) throws {
        let names = ["Store", "Tables", "Schema", "Rows", "SQL", "Database"]
        // It passes the statements of other modules on, under this name. Of its own statements, only the commands of a session may be anywhere:
        // BEGIN, SET, COMMIT and ROLLBACK.
        let passesSQLOn = module == "HeraldPostgres"
        let files = try HouseRulesTests.sources(under: "Sources/\(module)")
        #expect(!files.isEmpty || ["CCurl", "CPostgres", "CQREncode", "CSecp256k1"].contains(module), "no files read")
        for file in files {
            let name = file.deletingPathExtension().lastPathComponent
            guard !names.contains(where: { name.hasSuffix($0) }) else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            // `sql ==` compares and is no statement.
            let hasName = !passesSQLOn && text.contains(#/\bsql:|\bsql =(?!=)/#)
            let hasStatement = text.contains(
                #/"\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE|CREATE SCHEMA)\b/#)
            #expect(!hasName && !hasStatement, "\(module)/\(file.lastPathComponent)")
        }
    }

    @Test("words in comments and strings do not count as uses of types, but words in interpolations do")
    func words() {
        let words = SwiftWords(
            ##"""
            @MainActor(unsafe) public final class Shown: Base { // Comment
                let text = "Quoted \(Inner.name("Deep")) \\(Not)" /* Block /* Nested */ Still */
                let raw = #"Raw \(Not) " \#(Real)"#
            }
            struct _Answer { var next: Shown }
            private struct Hidden {}
            extension Known { struct Nested {} }
            extension Shown {
                func member(label: Int) { let local = other.use; all.map { first, second in first } }
                private var hidden: Int { 1 }
                static let (value) = 1_000
            }
            """##)
        #expect(words.declared == ["Shown", "_Answer"])
        #expect(
            words.used == [
                "MainActor", "Shown", "Base", "Inner", "Real", "_Answer", "Hidden", "Known", "Nested", "Int",
            ])
        #expect(words.extensionMembers == ["member", "value"])
        #expect(words.usedNames.isSuperset(of: ["other", "use", "member", "name"]))
        for name in ["member", "label", "local", "first", "second", "value", "next"] { #expect(words.named[name] == 1) }
        #expect(words.named["other"] == nil && words.named["use"] == nil)
    }
}
