import Foundation
import HeraldJSON

/// Writes measurements down, as an aligned table or as JSON.
enum Report {
    static func table(_ suites: [(name: String, measurements: [Measurement])]) -> String {
        var rows = [["", "unit", "Herald", "peer", "ratio", "peer is", "goal"]]
        for suite in suites {
            rows += suite.measurements.map { row in
                [
                    "\(suite.name): \(row.name)", row.unit, figure(row.ours), row.peer.map { figure($0.figure) } ?? "-",
                    row.ratio.map { String(format: "%.2f", $0) } ?? "-", row.peer?.name ?? "-", goal(row),
                ]
            }
        }
        return aligned(rows, right: 2...4)
    }

    /// Rows with their columns under each other. - Parameter right: the columns whose text ends at their right side.
    static func aligned(_ rows: [[String]], right: ClosedRange<Int>? = nil) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - row[column].count)
                return right?.contains(column) == true ? padding + row[column] : row[column] + padding
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    static func json(_ suites: [(name: String, measurements: [Measurement])]) -> String {
        let rows = suites.flatMap { suite in
            suite.measurements.map { row -> JSONValue in
                var line: JSONValue = [
                    "suite": .string(suite.name), "name": .string(row.name), "unit": .string(row.unit),
                    "herald": .double(row.ours),
                ]
                line["peer"] = row.peer.map { .string($0.name) }
                line["peer_figure"] = row.peer.map { .double($0.figure) }
                line["ratio"] = row.ratio.map { .double($0) }
                line["goal_met"] = row.goalIsMet.map { .bool($0) }
                return line
            }
        }
        return rows.map { String(decoding: $0.serialized(), as: UTF8.self) }.joined(separator: "\n")
    }

    static func figure(_ value: Double) -> String { String(format: value < 100 ? "%.1f" : "%.0f", value) }

    static func goal(_ row: Measurement) -> String {
        let text =
            switch row.goal {
            case .atLeast(let least): "at least \(figure(least))"
            case .atMost(let most): "at most \(figure(most))"
            case .ratioAtLeast(let least): "ratio at least " + String(format: "%.2f", least)
            case nil: ""
            }
        guard let met = row.goalIsMet else { return text }
        return text + (met ? ", met" : ", NOT MET")
    }
}
