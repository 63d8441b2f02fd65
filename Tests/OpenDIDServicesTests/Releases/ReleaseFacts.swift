import Foundation
import TestSupport

/// The facts of `Tests/Facts/opendid-endpoints.txt` and `opendid-data-types.txt`: the endpoints and types of upstream's two releases.
struct ReleaseFacts: Sendable {
    struct Unreadable: Error {
        let line: String
    }

    /// A line of facts: an endpoint or a type.
    struct Row: Sendable {
        /// Method and path, or the type's name.
        let name: String
        let isInRelease1: Bool
        let isInRelease2: Bool
        /// Upstream's files.
        let sources: String
        /// Our types: `nil` for those that the code names itself, empty for none.
        let types: [String]?
        /// Our difference; empty if there is none.
        let difference: String
    }

    struct Part: Sendable {
        let title: String
        var remarks: [String] = []
        var rows: [Row] = []
    }

    private(set) var parts: [Part] = []
    /// The meanings of the keys of ``Row/sources``.
    private(set) var keys: [(key: String, what: String)] = []

    var rows: [Row] { parts.flatMap(\.rows) }

    init(_ file: String) throws {
        for line in try PackageFiles.text("Tests/Facts/" + file).split(
            separator: "\n")
        {
            switch line.first {
            case "#": continue
            case "@":
                let words = line.dropFirst(2).split(separator: " ", maxSplits: 1).map(String.init)
                guard words.count == 2 else { throw Unreadable(line: String(line)) }
                keys.append((words[0], words[1]))
            case "[": parts.append(Part(title: line.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))))
            default:
                guard !parts.isEmpty else { throw Unreadable(line: String(line)) }
                if line.hasPrefix("> ") {
                    parts[parts.count - 1].remarks.append(String(line.dropFirst(2)))
                } else {
                    parts[parts.count - 1].rows.append(try Row(String(line)))
                }
            }
        }
    }
}

extension ReleaseFacts.Row {
    init(_ line: String) throws {
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard cells.count == 5, cells.allSatisfy({ !$0.isEmpty }) else { throw ReleaseFacts.Unreadable(line: line) }
        name = cells[0]
        let releases = Set(cells[1].split(separator: " "))
        guard releases == ["-"] || releases.isSubset(of: ["1", "2"]) else { throw ReleaseFacts.Unreadable(line: line) }
        (isInRelease1, isInRelease2) = (releases.contains("1"), releases.contains("2"))
        sources = cells[2]
        types = cells[3] == "." ? nil : cells[3].components(separatedBy: " -> ").filter { $0 != "-" }
        difference = cells[4] == "none" ? "" : cells[4]
    }
}
