import Foundation
import TestSupport
import Testing

@Suite("Examples in doc comments")
struct DocExampleTests {
    private static let modules = [
        "HeraldJSON", "HeraldKeys", "HeraldP256", "MYKEYHummingbird", "MYKEYServices", "MYKEYWalletLib", "MYKEYWire",
        "OpenDIDModel",
        "OpenDID_DataModel", "OpenDIDPostgres", "OpenDIDServices", "OpenDIDWallet", "SDNClient", "SDNFolds", "SDNNode",
        "SDNObservation", "SDNSession",
        "SDNStore",
        "SDNStoreEncryption", "SDNValues", "SDNWire",
    ]

    private static let articles = [
        "HeraldJSON", "HeraldKeys", "HeraldP256", "HeraldVectors", "MYKEYServices", "MYKEYWire", "OpenDID_DataModel",
        "OpenDIDServices", "SDNNode", "SDNWire",
    ]

    @Test("the examples in doc comments are those that are compiled here", arguments: modules)
    func sameText(module: String) throws {
        let compiled = try Self.compiled()
        let examples = try Self.examples(of: module)
        #expect(!examples.isEmpty)
        for example in examples {
            let indent = example.first?.hasPrefix("struct ") == true ? "" : "        "
            let text = Self.indented(example, by: indent)
            #expect(compiled.contains(text), "\(text)")
        }
    }

    @Test("the code in a module's overview article is compiled here", arguments: articles)
    func articleText(module: String) throws {
        let compiled = try Self.compiled()
        let blocks = try PackageFiles.text("Sources/\(module)/\(module).docc/\(module).md")
            .components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
        #expect(!blocks.isEmpty)
        for block in blocks {
            let lines = block.components(separatedBy: "\n").filter { !$0.hasPrefix("import ") }
            let text = Self.indented(lines, by: "        ").trimmingCharacters(in: .newlines)
            #expect(compiled.contains(text), "\(text)")
        }
    }

    private static func compiled() throws -> String {
        let folder = PackageFiles.url("Tests/SnippetTests")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("DocExamples") }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    }

    private static func indented(_ lines: [String], by indent: String) -> String {
        lines.map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
    }

    /// Returns the lines of each example in the sources of a module, without the comment marks.
    private static func examples(of module: String) throws -> [[String]] {
        let folder = PackageFiles.url("Sources/\(module)")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        var examples: [[String]] = []
        for file in files.filter({ $0.pathExtension == "swift" }).sorted(by: { $0.path < $1.path }) {
            var example: [String]?
            for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
                let written = line.drop { $0 == " " }
                guard written.hasPrefix("///") else { continue }
                let text = String(written.dropFirst(written.hasPrefix("/// ") ? 4 : 3))
                if text == "```swift" {
                    example = []
                } else if text == "```" {
                    if let example { examples.append(example) }
                    example = nil
                } else {
                    example?.append(text)
                }
            }
        }
        return examples
    }
}
