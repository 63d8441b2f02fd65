import ArgumentParser
import Foundation

/// `herald interop-eos`: our EOS keys and signatures as a program of its own, for `scripts/interop` to hold against other
/// implementations. Reads requests from standard input, answers each with a line.
struct InteropEOS: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interop-eos", abstract: "Read EOS keys, sign and verify, for the interop suite.", shouldDisplay: false)

    func run() throws {
        while let line = readLine() {
            try FileHandle.standardOutput.write(contentsOf: Data((EOSPeer.answer(line) + "\n").utf8))
        }
    }
}
