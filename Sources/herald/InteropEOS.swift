import ArgumentParser
import Foundation

/// `herald interop-eos`: this project's EOS keys and signatures as its own program, which `scripts/interop` tests against other implementations. It
/// reads requests from standard input and answers each with a line.
struct InteropEOS: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interop-eos", abstract: "Read EOS keys, sign and verify, for the interop suite.", shouldDisplay: false)

    func run() throws {
        while let line = readLine() {
            try FileHandle.standardOutput.write(contentsOf: Data((EOSPeer.answer(line) + "\n").utf8))
        }
    }
}
