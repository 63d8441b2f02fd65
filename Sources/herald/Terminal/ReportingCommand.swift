import ArgumentParser
import Foundation

/// A command that reports failures on standard error, as a sentence or, with `--json`, as an object, and then ends with exit code 1.
protocol ReportingCommand: AsyncParsableCommand {
    /// True when results and failures are JSON.
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
            FileHandle.standardError.write(
                Data((isJSON ? report.json : PrintedText.line("herald: \(report.sentence)")).utf8 + [0x0A]))
            throw ExitCode.failure
        }
    }
}
