import Foundation

/// A line of the sources taken apart where it is neither in brackets nor in a string.
enum SourceText {
    private struct Place {
        /// Round and square ones that are open.
        var brackets = 0
        var braces = 0
        var isString = false
        private var isEscaped = false

        var isOutside: Bool { brackets == 0 && braces == 0 && !isString }

        mutating func pass(_ character: Character) {
            if isString {
                if isEscaped {
                    isEscaped = false
                } else {
                    isEscaped = character == "\\"
                    isString = character != "\""
                }
                return
            }
            switch character {
            case "\"": isString = true
            case "(", "[": brackets += 1
            case ")", "]": brackets -= 1
            case "{": braces += 1
            case "}": braces -= 1
            default: break
            }
        }
    }

    /// The parts between commas.
    static func pieces(_ text: some StringProtocol) -> [String] {
        var pieces = [""], place = Place()
        for character in text {
            if character == ",", place.isOutside {
                pieces.append("")
            } else {
                place.pass(character)
                pieces[pieces.count - 1].append(character)
            }
        }
        return pieces.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Returns `true` when a round or a square bracket is open at the end.
    static func isOpen(_ text: String) -> Bool {
        var place = Place()
        for character in text { place.pass(character) }
        return place.brackets > 0
    }

    /// The text in the first round brackets.
    static func group(in text: String) -> Substring {
        guard let opening = text.firstIndex(of: "(") else { return "" }
        var place = Place()
        let inside = text[text.index(after: opening)...]
        return inside.prefix { character in
            place.pass(character)
            return place.brackets >= 0
        }
    }

    /// The line without a comment behind the code.
    static func code(of line: some StringProtocol) -> String {
        guard let comment = line.range(of: " // ") else { return String(line) }
        let code = line[..<comment.lowerBound]
        return String(code.count { $0 == "\"" }.isMultiple(of: 2) ? code : line[...])
    }
}
