import ArgumentParser
import Foundation
import MYKEYServices

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Which key file, and what opens it.
struct KeyFileOptions: ParsableArguments {
    @Option(help: "The key file; `herald mykey keys` creates one.", completion: .file())
    var keys: String

    @Flag(help: "The key file is for tests.")
    var testKeys = false

    /// The accounts in the file.
    func accounts() throws -> WalletAccounts {
        try WalletKeyFile(path: keys, passphrase: PassphraseInput.read(), purpose: testKeys ? .test : .wallet).accounts
    }
}

/// Where a private key comes from: never from the command line and never from the environment, which other programs of the same user, and
/// whatever this one starts, can read.
enum KeyInput {
    private static let variables = ["HERALD_EOS_KEY", "HERALD_ETH_KEY"]

    /// Keys were read from the environment once: whoever still sets one shall not get another key without a word.
    static func refuseEnvironment() throws {
        for name in variables where ProcessInfo.processInfo.environment[name] != nil {
            throw CommandFailure("\(name) is not read: a key in the environment is open to other programs. Unset it, and use --import", code: "key")
        }
    }

    static func read(_ prompt: String) throws -> String {
        if isatty(STDIN_FILENO) == 1 {
            guard let typed = getpass("\(SafeText.line(prompt)): ") else { throw CommandFailure("the key could not be read", code: "terminal") }
            return String(cString: typed).trimmingCharacters(in: .whitespaces)
        }
        try requirePrivate()
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw CommandFailure("standard input ends where a key was expected", code: "key")
        }
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// A pipe is its two ends' own; a file may be everybody's.
    private static func requirePrivate() throws {
        guard WalletKeyFile.isOpenToOthers(descriptor: STDIN_FILENO) else { return }
        throw CommandFailure("others can read the file with the key: chmod 600 it first", code: "key")
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
