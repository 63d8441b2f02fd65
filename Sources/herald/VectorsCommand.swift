import ArgumentParser
import Foundation
import HeraldVectors

/// The command `herald vectors FILE…`: checks the test vectors in files.
struct VectorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vectors",
        abstract: "Run test-vector files, and print the vectors that fail with the reason.",
        discussion:
            "Ends with 'N passed, N failed, N skipped'. Exits with 1 if a vector failed, and with 2 if a file could not be read."
    )

    @Flag(help: "Print one JSON object for each vector, and a summary.")
    var json = false

    @Argument(help: "Vector files, JSON.", completion: .file(extensions: ["json"]))
    var files: [String]

    func run() throws {
        let status = VectorRun.run(
            paths: files, form: json ? .json : .lines, output: { print($0) },
            errors: { FileHandle.standardError.writeIfPossible("herald vectors: \($0)\n") })
        if status != 0 { throw ExitCode(status) }
    }
}
