import ArgumentParser
import Foundation
import HeraldLocks
import MYKEYServices

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The options for a wallet's key file.
struct KeyFileOptions: ParsableArguments {
    @Option(help: "The key file; `herald mykey keys` creates one.", completion: .file())
    var keys: String

    @Flag(help: "The key file is for tests.")
    var testKeys = false

    /// Returns the accounts in the file.
    func accounts() throws -> WalletAccounts {
        try WalletKeyFile(path: keys, passphrase: PassphraseInput.read(), purpose: testKeys ? .test : .wallet).accounts
    }
}

/// Reads private keys. They are never read from the command line or the environment. Other programs of the same user, and programs that
/// this program starts, could read them there.
enum KeyInput {
    private static let variables = ["HERALD_EOS_KEY", "HERALD_ETH_KEY"]

    /// Refuses variables from which a user may expect keys to be read. Without this error, a user who sets such a variable would use another
    /// key without noticing.
    static func refuseEnvironment() throws {
        for name in variables where ProcessInfo.processInfo.environment[name] != nil {
            throw CommandFailure(
                "\(name) is not read, because other programs can read the environment: unset it, and use --import",
                code: "key")
        }
    }

    static func read(_ prompt: String) throws -> String {
        if isatty(STDIN_FILENO) == 1 {
            guard let typed = getpass("\(SafeText.line(prompt)): ") else {
                throw CommandFailure("the key could not be read", code: "terminal")
            }
            return String(cString: typed).trimmingCharacters(in: .whitespaces)
        }
        try requirePrivate()
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw CommandFailure("standard input ends where a key was expected", code: "key")
        }
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// Refuses to read from a file that other users can read. A pipe is accepted, because only its two ends can read it.
    private static func requirePrivate() throws {
        guard PrivateFile.isOpenToOthers(descriptor: STDIN_FILENO) else { return }
        throw CommandFailure("others can read the file with the key, so set chmod 600 first", code: "key")
    }
}

/// Reads the passphrase of a key file. The passphrase is never read from the command line, which every user of the machine can read. It is
/// never read from standard input either, which may contain a person's answers.
enum PassphraseInput {
    static let variable = "HERALD_PASSPHRASE"

    static func read() throws -> Passphrase { try Passphrase(text("Passphrase")) }

    /// Reads a new passphrase. At a terminal, the user must type it twice.
    static func choose() throws -> Passphrase {
        let first = try text("New passphrase")
        if ProcessInfo.processInfo.environment[variable] == nil, try text("New passphrase, again") != first {
            throw CommandFailure("the two entries differ")
        }
        return try Passphrase(first)
    }

    private static func text(_ prompt: String) throws -> String {
        if let text = ProcessInfo.processInfo.environment[variable] { return text }
        guard isatty(STDIN_FILENO) == 1, let typed = getpass("\(prompt): ") else {
            throw CommandFailure("there is no terminal to ask for the passphrase, so set \(variable)", code: "terminal")
        }
        return String(cString: typed)
    }
}
