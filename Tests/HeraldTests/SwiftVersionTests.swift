import TestSupport
import Testing

@Suite("Versions of Swift that the documents and scripts name")
struct SwiftVersionTests {
    private func version(_ pattern: Regex<(Substring, Substring)>, in file: String) throws -> String {
        String(try #require(try PackageFiles.text(file).firstMatch(of: pattern)).output.1)
    }

    @Test("the Dockerfile and scripts/setup ask for the versions that README.md names")
    func agree() throws {
        let servers = try version(/the servers need ([0-9]+\.[0-9]+)/, in: "README.md")
        let tests = try version(/The tests need Swift ([0-9]+\.[0-9]+)/, in: "README.md")
        #expect(try version(/ARG SWIFT=([0-9]+\.[0-9]+)\n/, in: "deploy/Dockerfile") == tests)
        #expect(try version(/needed=([0-9]+\.[0-9]+)\n/, in: "scripts/setup") == servers)
        #expect(try version(/tests \| interop\) needed=([0-9]+\.[0-9]+) ;;/, in: "scripts/setup") == tests)
    }
}
