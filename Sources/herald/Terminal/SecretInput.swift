import Foundation
import OpenDIDWallet

/// Reads PINs and passcodes. They are never read from the command line, because every user of the machine can read it.
enum SecretInput {
    /// Reads a secret from the environment, from the terminal without echo, or from the next line of standard input.
    /// - Parameters:
    ///   - name: the environment variable, such as `HERALD_PIN`.
    ///   - prompt: the text that a terminal shows.
    static func read(_ name: String, prompt: String) throws -> SecretText {
        SecretText(try text(name, prompt: prompt))
    }

    /// Reads a secret in the same way, as a text that is sent to a server.
    static func text(_ name: String, prompt: String) throws -> String {
        if let text = ProcessInfo.processInfo.environment[name] { return text }
        guard isatty(STDIN_FILENO) == 1 else {
            guard let line = readLine(strippingNewline: true), !line.isEmpty else {
                throw CommandFailure("\(prompt) is needed: give it on standard input, or in the environment as \(name)")
            }
            return line
        }
        guard let text = getpass("\(prompt): ") else { throw CommandFailure("\(prompt) could not be read") }
        return String(cString: text)
    }

    /// Reads a new secret. At a terminal, the user must type it twice.
    static func choose(_ name: String, prompt: String) throws -> SecretText {
        SecretText(try chooseText(name, prompt: prompt))
    }

    /// Reads a new secret in the same way, as a text that is sent to a server.
    static func chooseText(_ name: String, prompt: String) throws -> String {
        let first = try text(name, prompt: prompt)
        if ProcessInfo.processInfo.environment[name] == nil, isatty(STDIN_FILENO) == 1 {
            guard try text(name, prompt: "\(prompt), again") == first else {
                throw CommandFailure("the two entries differ")
            }
        }
        return first
    }
}
