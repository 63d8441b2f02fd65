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

    @Test("SQL is only in files that are named for it", arguments: modules)
    func placesOfSQL(module: String) throws {
        let names = ["Store", "Tables", "Schema", "Rows", "SQL", "Database"]
        let files = try HouseRulesTests.sources(under: "Sources/\(module)")
        #expect(!files.isEmpty || ["CCurl", "CQREncode", "CSecp256k1"].contains(module), "no files read")
        for file in files {
            let name = file.deletingPathExtension().lastPathComponent
            guard !names.contains(where: { name.hasSuffix($0) }) else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            // `sql ==` compares and is no statement.
            let hasSQL = text.contains(/\bsql:|\bsql =(?!=)/)
            #expect(!hasSQL, "\(module)/\(file.lastPathComponent)")
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
            """##)
        #expect(words.declared == ["Shown", "_Answer"])
        #expect(words.used == ["MainActor", "Shown", "Base", "Inner", "Real", "_Answer", "Hidden", "Known", "Nested"])
    }
}
