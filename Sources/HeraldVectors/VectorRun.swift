import HeraldJSON

/// Runs vector files and reports on each vector: the work behind `herald vectors FILE…`.
public struct VectorRun: Sendable {
    /// The format of the report.
    public enum Form: Sendable {
        /// One line per failed vector, one for the skipped kinds, and `N passed, N failed, N skipped` at the end.
        case lines
        /// One JSON object per line: one per vector, then the summary.
        case json
    }

    /// - Parameters:
    ///   - paths: the files, each in the schema of the vectors' README.
    ///   - checks: the kinds that are known; vectors of other kinds count as skipped.
    ///   - output: gets each line of the report, without a line feed.
    ///   - errors: gets a line per file that could not be read.
    /// - Returns: an exit code: 0 when nothing failed, 1 when a vector failed, 2 when a file could not be read or none was named.
    public static func run(
        paths: [String], form: Form = .lines, checks: VectorChecks = .built,
        output: (String) -> Void, errors: (String) -> Void
    ) -> Int32 {
        guard !paths.isEmpty else {
            errors("no vector file was named")
            return 2
        }
        var report = VectorReport(form: form)
        var unreadable = false
        for path in paths {
            do {
                for vector in try VectorFile(path: path).vectors {
                    report.add(vector, checks.outcome(of: vector), file: path, output)
                }
            } catch {
                unreadable = true
                errors("\(error)")
            }
        }
        report.finish(output)
        return unreadable ? 2 : report.failed > 0 ? 1 : 0
    }
}
