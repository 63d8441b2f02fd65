import ArgumentParser
import Foundation
import MYKEYServices

/// Which key file, and what opens it.
struct KeyFileOptions: ParsableArguments {
    @Option(help: "The key file; `herald mykey keys` makes one.", completion: .file())
    var keys: String

    @Flag(help: "The key file is one for tests.")
    var testKeys = false

    /// The accounts in the file.
    func accounts() throws -> WalletAccounts {
        try WalletKeyFile(path: keys, passphrase: PassphraseInput.read(), purpose: testKeys ? .test : .wallet).accounts
    }
}

/// Where the passphrase of a key file comes from: never from the command line, which everybody on the machine can read, and never from
/// standard input, which may be somebody's answers.
enum PassphraseInput {
    static let variable = "HERALD_PASSPHRASE"

    static func read() throws -> Passphrase { try Passphrase(text("Passphrase")) }

    /// A new one, asked for twice on a terminal.
    static func choose() throws -> Passphrase {
        let first = try text("New passphrase")
        if ProcessInfo.processInfo.environment[variable] == nil, try text("New passphrase, again") != first {
            throw CommandFailure("the two are not the same")
        }
        return try Passphrase(first)
    }

    private static func text(_ prompt: String) throws -> String {
        if let text = ProcessInfo.processInfo.environment[variable] { return text }
        guard isatty(STDIN_FILENO) == 1, let typed = getpass("\(prompt): ") else {
            throw CommandFailure("there is no terminal to ask for the passphrase in: set \(variable)", code: "terminal")
        }
        return String(cString: typed)
    }
}
