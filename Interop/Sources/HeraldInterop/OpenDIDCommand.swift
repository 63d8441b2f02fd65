import ArgumentParser
import Foundation

/// `HeraldInterop opendid`: our signing and verifying as a program of its own, for `scripts/interop` to hold against another
/// implementation. Reads requests from standard input, answers each with a line.
struct OpenDIDCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opendid", abstract: "Sign and verify OpenDID documents.")

    func run() async throws {
        var peer = OpenDIDPeer()
        while let line = readLine() {
            let answer = await peer.answer(line)
            try FileHandle.standardOutput.write(contentsOf: Data((answer + "\n").utf8))
        }
    }
}
