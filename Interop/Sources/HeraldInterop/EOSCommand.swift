import ArgumentParser
import Foundation

/// `HeraldInterop eos`: our EOS keys and signatures as a program of its own, for `scripts/interop` to hold against other
/// implementations. Reads requests from standard input, answers each with a line.
struct EOSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eos", abstract: "Read EOS keys, sign and verify.")

    func run() throws {
        while let line = readLine() {
            try FileHandle.standardOutput.write(contentsOf: Data((EOSPeer.answer(line) + "\n").utf8))
        }
    }
}
