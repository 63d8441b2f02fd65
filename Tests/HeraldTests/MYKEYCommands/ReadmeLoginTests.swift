import Foundation
import HeraldJSON
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The README's commands for a login from a dapp")
struct ReadmeLoginTests {
    @Test("the README's commands for a login work word for word", .timeLimit(.minutes(10)))
    func login() async throws {
        let readme = try PackageFiles.text("README.md")
        let section = try #require(
            readme.components(separatedBy: "## A login from a dapp").last?.components(separatedBy: "\n## ").first)
        let blocks = section.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        try #require(blocks.count == 4)
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("wallet.json").path
        let lines = blocks[0].split(separator: "\n").map(String.init)
        let exports = lines.filter { $0.hasPrefix("export ") }.map {
            $0.dropFirst("export ".count).split(separator: "=", maxSplits: 1).map(String.init)
        }
        let environment = Dictionary(uniqueKeysWithValues: exports.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil })
        let commands =
            (lines.filter { !$0.hasPrefix("export ") } + blocks.dropFirst().map { $0.trimmingCharacters(in: .newlines) })
            .map { line in
                line.split(separator: " ").dropFirst().map { $0 == "wallet.json" ? file : String($0) }
            }
        try #require(commands.count == 5)

        // Piped here, and typed by who follows the text: the key that stands there.
        let key = try #require(section.split(separator: "`").first { $0.hasPrefix("5K") && $0.count == 51 })
        let typed = Pipe()
        typed.fileHandleForWriting.write(Data("\(key)\n".utf8))
        try typed.fileHandleForWriting.close()
        let keys = try await Program.run(commands[0], environment: environment, input: typed.fileHandleForReading)
        #expect(keys.status == 0 && keys.output.contains("alice111.eos"), "\(keys.errors)")
        // Only where things are differs: the file, and the ports, which the system chooses here.
        let wallet = try TerminalSession(commands[1] + ["--port", "0"], environment: environment)
        let walletURL = String(await wallet.firstLine().dropFirst("listening on ".count))
        let server = try await RunningMYKEY.start(commands[2])
        let places = ["http://127.0.0.1:8470": server.url, "http://127.0.0.1:8460": walletURL]
        let dapp = commands[3].map { places[$0] ?? $0 }
        async let answer = Program.run(dapp, environment: MYKEYShell.environment)
        #expect(await wallet.shown(until: "? Type yes to do so: ").contains("alice111.eos on EOS"))
        wallet.type("yes")
        let result = try await answer
        #expect(result.status == 0 && result.output.contains("accepted"), "\(result.errors)\(result.output)")
        wallet.interrupt()
        #expect(await wallet.end().status == 0)

        // The same wallet posts the body that the last command checks.
        let uuID = try await Self.begin(at: server.url)
        let request: JSONValue = [
            "protocol": "SimpleWallet", "version": "1.0", "dappName": "Harbour", "action": "login",
            "uuID": .string(uuID), "loginUrl": .string(server.url + "/login"),
            "expired": .int(Int64(Date().timeIntervalSince1970) + 300), "chain": "EOS",
        ]
        let text = String(decoding: request.serialized(), as: UTF8.self)
        let posted = try await Program.run(
            commands[1] + ["--approve-all", "--json", text],
            environment: MYKEYShell.environment.merging(environment) { $1 })
        let body = try #require(try JSONValue(parsing: posted.output)["body"], "\(posted.errors)\(posted.output)")
        let bodyFile = folder.path("body.json")
        try Data(body.serialized()).write(to: URL(fileURLWithPath: bodyFile))
        let words = ["body.json": bodyFile, "ID": uuID]
        try #require(Set(commands[4]).isSuperset(of: words.keys))
        let verified = try await Program.run(commands[4].map { words[$0] ?? $0 })
        #expect(verified.status == 0, "\(verified.errors)\(verified.output)")
        #expect(verified.output.contains("alice111.eos"))
        #expect(await server.end() == 0)
    }

    /// Begins a login at the back end, and returns its uuID.
    private static func begin(at server: String) async throws -> String {
        var request = URLRequest(url: try #require(URL(string: server + "/begin")))
        request.httpMethod = "POST"
        let (data, _) = try await URLSession.lasting.data(for: request)
        return try #require(try JSONValue(parsing: Array(data))["uuID"]?.stringValue)
    }
}
