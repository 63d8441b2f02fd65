import Foundation
import HeraldJSON

/// Prints the result of a command: names and values in lines, or one JSON object.
struct CommandOutput {
    let json: Bool

    /// Prints the facts that a command reports.
    /// - Parameter facts: names and values, in the order in which a person should read them.
    func say(_ facts: [(name: String, value: JSONValue)]) {
        if json {
            Self.printJSON(Self.object(facts))
        } else {
            for line in Self.lines(facts) { print(line) }
        }
    }

    /// Prints a list, as one JSON array or as one line for each entry.
    func list(_ entries: [[(name: String, value: JSONValue)]], empty: String) {
        if json {
            Self.printJSON(.array(entries.map(Self.object)))
        } else if entries.isEmpty {
            print(empty)
        } else {
            for entry in entries { print(entry.map { Self.text($0.value) }.joined(separator: "  ")) }
        }
    }

    /// Returns names and values for a person, one line for each. Control characters are replaced, so that a terminal does not obey them.
    static func lines(_ facts: [(name: String, value: JSONValue)]) -> [String] {
        let names = facts.map { PrintedText.line($0.name) }
        let width = names.map(\.count).max() ?? 0
        return zip(names, facts).map { name, fact in
            "\(name.padding(toLength: width, withPad: " ", startingAt: 0))  \(text(fact.value))"
        }
    }

    /// Prints one line of JSON.
    static func printJSON(_ value: JSONValue) {
        print(PrintedText.json(String(decoding: value.serialized(), as: UTF8.self)))
    }

    /// Reports a step of a longer operation on standard error, so that the output contains only results.
    func step(_ name: String) {
        guard !json, isatty(STDERR_FILENO) == 1 else { return }
        FileHandle.standardError.writeIfPossible("  \(name)\n")
    }

    /// Returns names and values as one object. If a name occurs twice, its first value is used.
    static func object(_ facts: [(name: String, value: JSONValue)]) -> JSONValue {
        .object(JSONObject(Dictionary(facts.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })))
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): PrintedText.line(text)
        case .array(let values): values.map(text).joined(separator: ", ")
        case .object(let members):
            members.sorted { $0.key < $1.key }.map { "\(PrintedText.line($0.key)) \(text($0.value))" }.joined(
                separator: ", ")
        default: PrintedText.json(String(decoding: value.serialized(), as: UTF8.self))
        }
    }
}
