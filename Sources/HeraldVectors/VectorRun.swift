import HeraldJSON

/// Runs vector files and reports on each vector. The command `herald vectors FILE…` uses it.
public struct VectorRun: Sendable {
    /// The format of the report.
    public enum Form: Sendable {
        /// Text: a line for each failed vector, a line for the skipped kinds, and `N passed, N failed, N skipped` at the end.
        case lines
        /// JSON: one object per line, first one for each vector and then the summary.
        case json
    }

    /// Runs vector files.
    /// - Parameters:
    ///   - paths: the files, each in the schema of the vectors' README.
    ///   - form: the format of the report. Defaults to lines of text.
    ///   - checks: the known checks. Vectors of other kinds are skipped.
    ///   - output: receives each line of the report, without a line feed.
    ///   - errors: receives a line for each file that could not be read.
    /// - Returns: an exit code: 0 when nothing failed, 1 when a vector failed, 2 if a file could not be read or no file was named.
    public static func run(
        paths: [String], form: Form = .lines, checks: VectorChecks = .all,
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
