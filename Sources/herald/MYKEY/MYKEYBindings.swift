import ArgumentParser
import Foundation
import HeraldJSON
import MYKEYServices

/// The command `herald mykey bindings`: lists and removes the two-way bindings that servers and wallets have stored.
struct MYKEYBindings: MYKEYReporting {
    static let configuration = CommandConfiguration(
        commandName: "bindings",
        abstract: "List the users that are bound in a server's file or a wallet's file, or remove them.",
        discussion: """
            A server waits for logins of the users that --bind names while it runs. Its --data file stores them for this command and for other \
            programs that use the same file. A wallet's --bindings file stores the users of dapps to which its accounts are bound.
            """)

    @Option(name: .customLong("data"), help: "The file of `herald mykey server --data`.", completion: .file())
    var serverFile: String?

    @Option(name: .customLong("wallet"), help: "The file of `herald mykey wallet --bindings`.", completion: .file())
    var walletFile: String?

    @Option(
        help: ArgumentHelp(
            "Remove this user (--data), or all bindings to this dapp (--wallet).", valueName: "uuid or dapp key"))
    var remove: [String] = []

    @Flag(help: "Remove all.")
    var removeAll = false

    @Flag(help: "Print JSON.")
    var json = false

    var isJSON: Bool { json }

    func validate() throws {
        guard (serverFile == nil) != (walletFile == nil) else {
            throw ValidationError("Name one file, with --data or with --wallet.")
        }
        guard !removeAll || remove.isEmpty else {
            throw ValidationError("Give either --remove or --remove-all.")
        }
    }

    func act() async throws {
        guard let file = serverFile ?? walletFile, FileManager.default.fileExists(atPath: file) else {
            throw CommandFailure("the file does not exist", code: "file")
        }
        let left = try await serverFile != nil ? ofServer(file) : ofWallet(file)
        let output = SafeOutput(json: json)
        if json {
            output.line(SafeText.json(.array(left.map { CommandOutput.object($0) })))
        } else if left.isEmpty {
            output.line("nobody is bound")
        } else {
            for entry in left {
                output.line(entry.map { SafeText.line($0.value.stringValue ?? "") }.joined(separator: "  "))
            }
        }
    }

    private func ofServer(_ file: String) async throws -> [[(name: String, value: JSONValue)]] {
        let store = try SQLiteReplayStore(path: file)
        let gone = try await removeAll ? store.bindings().map(\.uuID) : remove
        for uuID in gone { try await store.forget(uuID: uuID) }
        return try await store.bindings().map { user in
            var entry: [(name: String, value: JSONValue)] = [("uuID", .string(user.uuID))]
            if let account = user.account { entry.append(("account", .string(account.text))) }
            return entry
        }
    }

    private func ofWallet(_ file: String) async throws -> [[(name: String, value: JSONValue)]] {
        let table = try SQLiteBindingTable(path: file)
        let gone = try await removeAll ? table.all().map(\.appKey) : remove
        for key in gone { try await table.unbind(appKey: key) }
        return try await table.all().map { binding in
            [
                ("dapp", .string(binding.appKey)), ("user", .string(binding.uuID)), ("chain", .string(binding.chain)),
                ("account", .string(binding.account)),
            ]
        }
    }
}
