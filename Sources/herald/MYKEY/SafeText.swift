import Foundation
import HeraldJSON
import MYKEYServices

/// Prepares untrusted text for a terminal. Characters that would move the cursor, or hide or reorder text, are written out.
enum SafeText {
    /// Returns the text as one line.
    static func line(_ text: String) -> String {
        DisplayText.exact(text).replacingOccurrences(of: "\n", with: "\\n").replacingOccurrences(of: "\t", with: "\\t")
    }

    /// Returns the text as lines, so that each can be marked as not being this program's own.
    static func lines(_ text: String) -> [String] {
        DisplayText.exact(text).split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }
    }

    /// Returns JSON in which such characters are escaped. It is the same value for a script, and harmless on a terminal.
    static func json(_ value: JSONValue) -> String {
        var text = ""
        for scalar in String(decoding: value.serialized(), as: UTF8.self).unicodeScalars {
            // Visible characters do not change.
            if scalar.isASCII || DisplayText.exact(String(scalar)).unicodeScalars.count == 1 {
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

    /// Prints a line at once, because another program may be waiting for it.
    func line(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
