import ArgumentParser
import Foundation

/// `herald interop-opendid`: this project's signing and verifying as its own program, which `scripts/interop` tests against another implementation.
/// It reads requests from standard input and answers each with a line.
struct InteropOpenDID: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interop-opendid", abstract: "Sign and verify OpenDID documents, for the interop suite.", shouldDisplay: false)

    func run() async throws {
        var peer = OpenDIDPeer()
        while let line = readLine() {
            let answer = await peer.answer(line)
            try FileHandle.standardOutput.write(contentsOf: Data((answer + "\n").utf8))
        }
    }
}
