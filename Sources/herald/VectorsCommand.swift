import ArgumentParser
import Foundation
import HeraldVectors

/// `herald vectors FILE…`
struct VectorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vectors",
        abstract: "Run test-vector files and say which vectors fail, and why.",
        discussion: "Ends with 'N passed, N failed, N skipped'. Exits with 1 when a vector failed, with 2 when a file could not be read.")

    @Flag(help: "Print one JSON object for each vector, and a summary.")
    var json = false

    @Argument(help: "Vector files, JSON.", completion: .file(extensions: ["json"]))
    var files: [String]

    func run() throws {
        let status = VectorRun.run(
            paths: files, form: json ? .json : .lines, output: { print($0) },
            errors: { FileHandle.standardError.write(Data("herald vectors: \($0)\n".utf8)) })
        if status != 0 { throw ExitCode(status) }
    }
}
