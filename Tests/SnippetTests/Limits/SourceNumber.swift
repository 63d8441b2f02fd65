import Foundation

/// A number as it stands in the sources.
enum SourceNumber: Sendable, Equatable {
    case whole(Int)
    case fraction(Double)
    case time(milliseconds: Int)
    case list([SourceNumber])

    private static let units = ["milliseconds": 1, "seconds": 1_000, "minutes": 60_000, "hours": 3_600_000]

    /// The value of such as `72 * 3_600_000`, `1 << 20`, `4.0`, `Duration.seconds(5)` or a list of them; `nil` for anything else.
    init?(_ text: String) {
        if let number = Self.product(text) {
            self = number
        } else if let time = Self.milliseconds(text) {
            self = .time(milliseconds: time)
        } else {
            guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
            let pieces = SourceText.pieces(text.dropFirst().dropLast()),
                numbers = pieces.compactMap { SourceNumber($0) }
            guard !numbers.isEmpty, numbers.count == pieces.count else { return nil }
            self = .list(numbers)
        }
    }

    /// Where counting begins: what a property is set to so is no limit.
    var isStart: Bool { [.whole(0), .whole(1), .whole(-1), .fraction(0), .fraction(1)].contains(self) }

    /// The numbers among the arguments of such as `JSONLimits(maxBytes: 1 << 20, maxDepth: 32)`, with their labels. A number in a call
    /// inside has both labels, with a dot between.
    static func arguments(of text: String) -> [(label: String, number: SourceNumber)] {
        guard text.hasSuffix(")"), let opening = text.firstIndex(of: "("), text.first?.isUppercase == true,
            text[..<opening].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." })
        else { return [] }
        let pieces = SourceText.pieces(text[text.index(after: opening)...].dropLast())
        return pieces.flatMap { piece -> [(label: String, number: SourceNumber)] in
            guard let colon = piece.range(of: ": ") else { return [] }
            let label = String(piece[..<colon.lowerBound]), value = String(piece[colon.upperBound...])
            // A raw value stands for a name.
            guard label != "rawValue", label.allSatisfy({ $0.isLetter || $0.isNumber }) else { return [] }
            if let number = SourceNumber(value) { return [(label, number)] }
            return arguments(of: value).map { ("\(label).\($0.label)", $0.number) }
        }
    }

    private static func product(_ text: String) -> SourceNumber? {
        let words = text.replacingOccurrences(of: "_", with: "").split(separator: " ")
        guard words.count % 2 == 1, let first = literal(words[0]) else { return nil }
        guard words.count > 1 else { return first }
        guard case .whole(var value) = first else { return nil }
        for place in stride(from: 1, to: words.count, by: 2) {
            guard case .whole(let operand)? = literal(words[place + 1]) else { return nil }
            switch words[place] {
            case "*": value *= operand
            case "<<": value <<= operand
            default: return nil
            }
        }
        return .whole(value)
    }

    private static func literal(_ word: Substring) -> SourceNumber? {
        if let whole = Int(word) { return .whole(whole) }
        guard word.contains("."), word.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }) else { return nil }
        return Double(word).map { .fraction($0) }
    }

    private static func milliseconds(_ text: String) -> Int? {
        guard text.hasSuffix(")"), let opening = text.firstIndex(of: "(") else { return nil }
        let names = text[..<opening].split(separator: ".", omittingEmptySubsequences: false)
        guard names.count == 2, ["", "Duration", "TimeAmount"].contains(names[0]), let unit = units[String(names[1])]
        else { return nil }
        switch product(String(text[text.index(after: opening)...].dropLast())) {
        case .whole(let number)?: return number * unit
        case .fraction(let number)?: return Int((number * Double(unit)).rounded())
        default: return nil
        }
    }
}
