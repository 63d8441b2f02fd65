import Foundation
import HeraldJSON
import MYKEYServices

/// Prepares untrusted text for a terminal. Characters that would move the cursor, or would hide or reorder text, are replaced by visible
/// escapes.
enum SafeText {
    /// Returns a text in one line.
    static func line(_ text: String) -> String {
        DisplayText.visible(text).replacingOccurrences(of: "\n", with: "\\n")
            .replacingOccurrences(of: "\t", with: "\\t")
    }

    /// Returns the lines of a text. The caller can then mark each line as text that does not come from this program.
    static func lines(_ text: String) -> [String] {
        DisplayText.visible(text).split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
    }

    /// Returns JSON text in which the characters that a terminal would obey are escaped. A script reads the same value from it.
    static func json(_ value: JSONValue) -> String {
        var text = ""
        for scalar in String(decoding: value.serialized(), as: UTF8.self).unicodeScalars {
            // Characters that are visible need no escape.
            if scalar.isASCII || DisplayText.visible(String(scalar)).unicodeScalars.count == 1 {
                text.unicodeScalars.append(scalar)
            } else {
                for unit in String(scalar).utf16 {
                    text += "\\u" + String(UInt32(unit) + 0x10000, radix: 16).dropFirst()
                }
            }
        }
        return text
    }
}

/// Prints the result of a `mykey` command: names and values in lines, or one JSON object.
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

    /// Prints a line without buffering, because another program may wait for it.
    func line(_ text: String) { FileHandle.standardOutput.writeIfPossible(text + "\n") }
}
