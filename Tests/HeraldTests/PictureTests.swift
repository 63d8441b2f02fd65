import TestSupport
import Foundation
import Testing

@Suite("Pictures in the documents")
struct PictureTests {
    private static func text(of file: String) throws -> String {
        try String(contentsOf: PackageFiles.root.appendingPathComponent(file), encoding: .utf8)
    }

    @Test("every picture of the README exists, has an alternative text, and brings its own background")
    func readme() throws {
        let pictures = try Self.text(of: "README.md").matches(of: /!\[([^\]]*)\]\(([^)]+)\)/)
        #expect(pictures.count == 2)
        for picture in pictures {
            #expect(picture.1.count > 100, "\(picture.2)")
            let svg = try Self.text(of: String(picture.2))
            #expect(svg.hasPrefix("<svg ") && svg.contains("role=\"img\"") && svg.contains("<title id=\"title\">"))
            let canvas = try #require(svg.firstMatch(of: /viewBox="0 0 (\d+) (\d+)"/))
            // A background of its own, so that the text can be read in the light and in the dark mode of a page.
            #expect(svg.contains("<rect width=\"\(canvas.1)\" height=\"\(canvas.2)\" rx=\"10\" fill=\"#"))
        }
    }

    @Test("the picture of the layers has every module of the columns, and no module that does not exist")
    func layers() throws {
        let svg = try Self.text(of: "docs/layers.svg")
        let named = Set(svg.matches(of: /font-weight="600">(\w+)<\/text>/).map { String($0.1) })
        let outside: Set = ["HeraldVectors", "MYKEYLocalServers", "MYKEYStubChain"]
        // A module without Swift only makes a C library known.
        let modules = try FolderRulesTests.modules.filter { module in
            try !outside.contains(module) && !HouseRulesTests.sources(under: "Sources/\(module)").isEmpty
        }
        #expect(modules.count > 20)
        for module in modules { #expect(named.contains(module), "\(module)") }
        for module in named where module.contains(/^[A-Z]+[a-z_]*[A-Z]/) {
            let path = PackageFiles.root.appendingPathComponent("Sources/\(module)").path
            #expect(FileManager.default.fileExists(atPath: path), "\(module)")
        }
    }
}
