import Foundation

/// `docs/benchmarks.md`: the measurements, the kind of machine, and a section for each suite.
enum BenchmarkDocument {
    /// Puts the sections of these suites in place; others stay as they are.
    static func write(_ suites: [(name: String, measurements: [Measurement])]) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("docs/benchmarks.md")
        var sections = self.sections((try? String(contentsOf: file, encoding: .utf8)) ?? "")
        for suite in suites {
            let text = "\n\(machine())\n\n" + table(suite.measurements)
            if let place = sections.firstIndex(where: { $0.name == suite.name }) {
                sections[place].text = text
            } else {
                sections.append((suite.name, text))
            }
        }
        let body = sections.map { "## \($0.name)\n\($0.text)" }.joined(separator: "\n")
        try (head + body).write(to: file, atomically: true, encoding: .utf8)
    }

    private static let head = """
        # Measurements

        `make bench BENCH="--write"` writes this page. Each section names the machine on which it was measured. A ratio compares Herald with a
        peer in the same run on the same machine. "Processor time" counts the time of this process on all cores and excludes other programs. A
        wall time beside it includes the disk. "ms of a core" is the processor time that the named program uses for each run. The goals are the
        project's own.

        """ + "\n"

    private static func sections(_ text: String) -> [(name: String, text: String)] {
        text.components(separatedBy: "\n## ").dropFirst().map { part in
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let rest = lines.count > 1 ? String(lines[1]) : ""
            return (String(lines[0]), rest.hasSuffix("\n") ? rest : rest + "\n")
        }
    }

    private static func table(_ rows: [Measurement]) -> String {
        let lines = rows.map { row in
            let peer = row.peer.map { "\(Report.figure($0.figure)) (\($0.name))" } ?? ""
            let ratio = row.ratio.map { String(format: "%.2f", $0) } ?? ""
            return
                "| \(row.name) | \(Report.figure(row.ours)) \(row.unit) | \(peer) | \(ratio) | \(Report.goal(row)) |\n"
        }
        return "| | Herald | peer | ratio | goal |\n| --- | --- | --- | --- | --- |\n" + lines.joined()
    }

    /// The kind of machine, without anything that identifies it.
    private static func machine() -> String {
        let info = ProcessInfo.processInfo
        let memory = String(format: "%.0f GiB", Double(info.physicalMemory) / 1_073_741_824)
        #if os(Linux)
        let cpu = field("model name", in: "/proc/cpuinfo", separator: ":") ?? "unknown processor"
        let system = field("PRETTY_NAME", in: "/etc/os-release", separator: "=") ?? "Linux"
        #else
        let cpu = "Apple"
        let system = info.operatingSystemVersionString
        #endif
        #if compiler(>=6.4)
        let swift = "Swift 6.4 or later"
        #elseif compiler(>=6.3)
        let swift = "Swift 6.3"
        #elseif compiler(>=6.2)
        let swift = "Swift 6.2"
        #else
        let swift = "Swift 6.1"
        #endif
        return "Measured on: \(cpu), \(info.activeProcessorCount) cores, \(memory), \(system), \(swift), release build."
    }

    private static func field(_ name: String, in path: String, separator: Character) -> String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let place = line.firstIndex(of: separator)
        else { return nil }
        return line[line.index(after: place)...].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
    }
}
