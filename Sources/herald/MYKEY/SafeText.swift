import Foundation
import HeraldJSON
import MYKEYServices

/// Texts of strangers on their way to a terminal: whatever would move the cursor, hide or reorder text is written out.
enum SafeText {
    /// One line.
    static func line(_ text: String) -> String {
        DisplayText.exact(text).replacingOccurrences(of: "\n", with: "\\n").replacingOccurrences(of: "\t", with: "\\t")
    }

    /// Lines, so that each can be set off from what this program says itself.
    static func lines(_ text: String) -> [String] {
        DisplayText.exact(text).split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
    }

    /// JSON in which such characters are escaped: the same value to a script, harmless on a terminal.
    static func json(_ value: JSONValue) -> String {
        var text = ""
        for scalar in String(decoding: value.serialized(), as: UTF8.self).unicodeScalars {
            // What is visible comes out as it was.
            if scalar.isASCII || DisplayText.exact(String(scalar)).unicodeScalars.count == 1 {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 { text += "\\u" + String(UInt32(unit) + 0x10000, radix: 16).dropFirst() }
            }
        }
        return text
    }
}

/// Says what a `mykey` command found: names and values in lines, or one JSON object.
struct SafeOutput {
    let json: Bool

    func say(_ facts: [(name: String, value: JSONValue)]) {
        if json {
            line(SafeText.json(CommandOutput.object(facts)))
        } else {
            let width = facts.map(\.name.count).max() ?? 0
            for fact in facts {
                let text = fact.value.stringValue ?? String(decoding: fact.value.serialized(), as: UTF8.self)
                line("\(fact.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(SafeText.line(text))")
            }
        }
    }

    /// At once: another program may be waiting for it.
    func line(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
