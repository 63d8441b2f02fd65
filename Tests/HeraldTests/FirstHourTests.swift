import TestSupport
import Foundation
import HeraldJSON
import Testing

/// docs/first-hour.md is followed word for word, so its commands, files, edits and names have to exist.
@Suite("First hour")
struct FirstHourTests {
    private struct Block {
        let language: Substring
        let lines: [String]
        /// The last file that the text names before the block.
        let file: String?
    }

    private let page: String
    private let blocks: [Block]
    /// The files that a reader creates.
    private let created: [String]

    init() throws {
        page = try Self.text(of: "docs/first-hour.md")
        var blocks: [Block] = []
        let parts = page.components(separatedBy: "```")
        for index in stride(from: 1, to: parts.count, by: 2) {
            let lines = parts[index].components(separatedBy: "\n")
            let file = parts[index - 1].matches(of: /`((?:Sources|Tests)\/[^`]+\.swift)`/).last.map { String($0.1) }
            blocks.append(
                Block(language: Substring(lines[0]), lines: Array(lines.dropFirst().dropLast()), file: file))
        }
        self.blocks = blocks
        created = page.matches(of: /Create the file `([^`]+)`/).map { String($0.1) }
    }

    private static func text(of file: String) throws -> String {
        try String(contentsOf: PackageFiles.root.appendingPathComponent(file), encoding: .utf8)
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: PackageFiles.root.appendingPathComponent(path).path)
    }

    /// Returns the lines without their indentation, as one text.
    private static func trimmed(_ lines: [String]) -> String {
        lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "\n")
    }

    private var commands: [String] { blocks.filter { $0.language == "sh" }.flatMap(\.lines) }

    @Test("every file that the page names exists, and those that it creates do not")
    func files() {
        let named = Set(page.matches(of: /`((?:Sources|Tests|docs|scripts)\/[^`]+)`/).map { String($0.1) })
        #expect(named.count > 8 && created.count == 2)
        for path in named { #expect(Self.exists(path) != created.contains(path), "\(path)") }
        for path in commands.filter({ $0.hasPrefix("git restore ") || $0.hasPrefix("rm ") }).flatMap({
            $0.split(separator: " ").map(String.init).filter { $0.contains("/") }
        }) { #expect(named.contains(path), "\(path)") }
    }

    @Test("the lines around every edit occur once in the file")
    func edits() throws {
        let edits = blocks.filter { $0.language == "diff" }
        #expect(edits.count == 2)
        for edit in edits {
            let old = edit.lines.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst()) }.joined(separator: "\n")
            let parts = try Self.text(of: try #require(edit.file)).components(separatedBy: old)
            #expect(parts.count == 2, "\(edit.file ?? ""): \(old)")
        }
    }

    @Test("the page's code is what the tests of both modules compile and run")
    func samples() throws {
        // The compiled property has a name of its own: a reader's test must not find it in place of the reader's property.
        let compiled = try [
            "Tests/SDNNodeTests/Node/FirstHourTests.swift", "Tests/OpenDIDDataModelTests/Schemas/FirstHourTests.swift",
        ].map { Self.trimmed(try Self.text(of: $0).components(separatedBy: "\n")) }.joined(separator: "\n")
            .replacingOccurrences(of: "isHiddenOnPage", with: "isHidden")
        for block in blocks where block.language == "diff" {
            let added = block.lines.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
            #expect(!added.isEmpty && compiled.contains(Self.trimmed(added)), "\(added)")
        }
        for block in blocks where block.language == "swift" {
            let start = try #require(block.lines.firstIndex { $0.hasPrefix("    func ") })
            let end = try #require(block.lines[start...].firstIndex { $0 == "    }" })
            let function = Array(block.lines[start...end])
            #expect(compiled.contains(Self.trimmed(function)), "\(function)")
            for line in block.lines[..<start] where line.contains("import ") { #expect(compiled.contains(line)) }
            #expect(created.contains(block.file ?? ""))
        }
    }

    @Test("every make target, test filter and name on the page exists")
    func names() throws {
        let makefile = try Self.text(of: "Makefile")
        let targets = (page + "\n").matches(of: /\bmake ([a-z]+)[`\n]/).map(\.1)
        #expect(Set(targets).isSuperset(of: ["demo", "build", "format", "lint", "test"]))
        for target in targets { #expect(makefile.contains("\n\(target):"), "\(target)") }
        #expect(makefile.contains("export HERALD_QUICK = 1") && page.contains("export HERALD_QUICK=1"))

        let sources = try HouseRulesTests.sources(under: "Tests").map { try String(contentsOf: $0, encoding: .utf8) }
        let all = sources.joined(separator: "\n") + page
        let filters = page.matches(of: /swift test --filter (\w+)/).map { String($0.1) }
        #expect(filters.count > 5)
        for name in filters { #expect(Self.exists("Tests/\(name)") || all.contains("struct \(name) {"), "\(name)") }
        for name in ["ExtraTests", "TestNode", "RoomUser", "FolderRulesTests", "HouseRulesTests"] {
            #expect(page.contains("`\(name)") || page.contains(".\(name)"))
            #expect(all.contains("struct \(name)"), "\(name)")
        }
        #expect(all.contains("func openID()"))
    }

    @Test("the node starts as the page says and answers its two requests", .timeLimit(.minutes(10)))
    func node() async throws {
        let start = try #require(commands.first { $0.hasPrefix(".build/debug/herald ") })
        // Only the port differs: the system chooses it.
        let arguments = start.split(separator: " ").dropFirst().map { $0 == "8448" ? "0" : String($0) }
        let node = try await RunningNode.run(arguments)
        let requests = commands.flatMap { $0.matches(of: /curl -s http:\/\/127\.0\.0\.1:8448(\S+)(?: -d '([^']*)')?/) }
        try #require(requests.count == 2)

        let body = try JSONValue(parsing: String(try #require(requests[0].2)))
        let user = try await node.call("POST", String(requests[0].1), body: body)
        #expect(user.status == 200)
        let token = try #require(user.json["access_token"]?.stringValue)
        let answer = try await node.call("GET", String(requests[1].1), token: token)
        #expect(answer.status == 200)
        let capabilities = try #require(answer.json["capabilities"]?.objectValue)
        #expect(capabilities.count == 5 && capabilities["m.room_versions"] != nil)
        #expect(page.contains("`m.room_versions` and four other capabilities"))
        #expect(await node.end(SIGTERM) == 0)
    }
}
