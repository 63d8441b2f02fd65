import ArgumentParser
import Foundation

/// A command that reports a failure on standard error and then ends with exit code 1. The report is a sentence or, with `--json`, an
/// object.
protocol ReportingCommand: AsyncParsableCommand {
    /// True if results and failures are printed as JSON.
    var isJSON: Bool { get }
    func work() async throws
}

extension ReportingCommand {
    mutating func run() async throws {
        do {
            try await work()
        } catch let error as ExitCode {
            throw error
        } catch {
            let report = ErrorReport(error)
            let line = isJSON ? report.json : PrintedText.line("herald: \(report.sentence)")
            FileHandle.standardError.writeIfPossible(line + "\n")
            throw ExitCode.failure
        }
    }
}
