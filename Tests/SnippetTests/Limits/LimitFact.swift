import Foundation
import TestSupport

/// The facts of a limit in `Tests/Facts/limits.txt`, beside those in the sources.
struct LimitFact: Sendable {
    struct Unreadable: Error {
        let line: String
    }

    let key: String
    let unit: String
    /// In place of the doc comment.
    let what: String?
    let refusal: String
    /// The text of the value if the sources have no number for it.
    let said: String?
    /// The command line's option.
    let flag: String?
    /// A number that bounds nobody.
    let isNone: Bool

    static func all() throws -> [LimitFact] {
        let text = try PackageFiles.text("Tests/Facts/limits.txt")
        return try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { try LimitFact(String($0)) }
    }

    private init(_ line: String) throws {
        var parts = line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count >= 3 else { throw Unreadable(line: line) }
        (key, isNone) = (parts[0], parts[1] == "-")
        parts += ["", ""]
        said = parts[1].hasPrefix("=") ? parts[1].dropFirst().trimmingCharacters(in: .whitespaces) : nil
        unit = said == nil ? parts[1] : ""
        what = parts[2] == "." ? nil : parts[2]
        refusal = parts[3]
        flag = parts[4].isEmpty ? nil : parts[4]
        guard isNone || !refusal.isEmpty else { throw Unreadable(line: line) }
    }
}
