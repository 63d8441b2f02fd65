import Foundation
import HeraldKeys
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("the sample in the README is the one that is compiled here")
    func sameText() throws {
        let readme = try PackageFiles.text("README.md")
        let blocks = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        #expect(blocks.count == 1)
        let source = try PackageFiles.text("Tests/SnippetTests/ReadmeSample.swift")
        for block in blocks {
            let indented = block.split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.isEmpty ? "" : "    " + $0
            }.joined(separator: "\n")
            #expect(source.contains(indented.trimmingCharacters(in: .newlines)))
        }
    }

    @Test("the sample runs against an embedded node and leaves its message there")
    func runs() async throws {
        let node = try await EmbeddedNode.start()
        let folder = try TemporaryFolder()
        try await readmeSample(nodeURL: node.url, folder: folder.url)
        #expect(!folder.files.isEmpty)
        await node.stop()
    }

    @Test("every make target that the README names is in the Makefile")
    func targets() throws {
        let readme = try PackageFiles.text("README.md")
        let makefile = try PackageFiles.text("Makefile")
        let named = readme.split(whereSeparator: { !($0.isLetter || $0 == " ") }).filter { $0.hasPrefix("make ") }.map {
            $0.split(separator: " ")[1]
        }
        #expect(named.count > 5)
        for target in named { #expect(makefile.contains("\n\(target):"), "\(target)") }
    }
}
