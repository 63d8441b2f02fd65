import Foundation
import HeraldKeys
import SDNNode
import SDNSDK
import Testing

@Suite("README")
struct ReadmeTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("the sample in the README is the one that is compiled here")
    func sameText() throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap { $0.components(separatedBy: "```").first }
        #expect(blocks.count == 1)
        let source = try String(contentsOf: Self.root.appendingPathComponent("Tests/SnippetTests/ReadmeSample.swift"), encoding: .utf8)
        for block in blocks {
            let indented = block.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
            #expect(source.contains(indented.trimmingCharacters(in: .newlines)))
        }
    }

    @Test("the sample runs against an embedded node and leaves its message there")
    func runs() async throws {
        let node = try await EmbeddedNode.start()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-readme-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await readmeSample(nodeURL: node.url, folder: folder)
        #expect(FileManager.default.fileExists(atPath: folder.path))
        await node.stop()
    }

    @Test("every make target that the README names is in the Makefile")
    func targets() throws {
        let readme = try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let makefile = try String(contentsOf: Self.root.appendingPathComponent("Makefile"), encoding: .utf8)
        let named = readme.split(whereSeparator: { !($0.isLetter || $0 == " ") }).filter { $0.hasPrefix("make ") }.map { $0.split(separator: " ")[1] }
        #expect(named.count > 5)
        for target in named { #expect(makefile.contains("\n\(target):"), "\(target)") }
    }
}
