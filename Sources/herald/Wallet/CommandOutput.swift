import Foundation
import HeraldJSON

/// Says what a command found: names and values in lines, or one JSON object.
struct CommandOutput {
    let json: Bool

    /// - Parameter facts: in the order in which a person reads them.
    func say(_ facts: [(name: String, value: JSONValue)]) {
        if json {
            print(String(decoding: Self.object(facts).serialized(), as: UTF8.self))
        } else {
            let width = facts.map(\.name.count).max() ?? 0
            for fact in facts {
                print("\(fact.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(Self.text(fact.value))")
            }
        }
    }

    /// A list: one JSON array, or a line for each entry.
    func list(_ entries: [[(name: String, value: JSONValue)]], empty: String) {
        if json {
            print(String(decoding: JSONValue.array(entries.map(Self.object)).serialized(), as: UTF8.self))
        } else if entries.isEmpty {
            print(empty)
        } else {
            for entry in entries { print(entry.map { Self.text($0.value) }.joined(separator: "  ")) }
        }
    }

    /// A step of a longer piece of work, for whoever watches; on standard error, so that scripts read results alone.
    func step(_ name: String) {
        guard !json, isatty(STDERR_FILENO) == 1 else { return }
        FileHandle.standardError.write(Data("  \(name)\n".utf8))
    }

    /// Names and values as one object; of two with the same name the first counts.
    static func object(_ facts: [(name: String, value: JSONValue)]) -> JSONValue {
        .object(JSONObject(Dictionary(facts.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })))
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .array(let values): values.map(text).joined(separator: ", ")
        case .object(let members): members.sorted { $0.key < $1.key }.map { "\($0.key) \(text($0.value))" }.joined(separator: ", ")
        default: String(decoding: value.serialized(), as: UTF8.self)
        }
    }
}
