/// The `is` of a `room_member_count` condition: a number, optionally after `==`, `<`, `>`, `<=` or `>=` (SDN sheet 6.3).
package struct MemberCountTest: Sendable, Hashable {
    private enum Comparison: String, CaseIterable {
        // `<=` comes before `<`, because the parser takes the first operator with which the text begins.
        case atMost = "<=", atLeast = ">=", equal = "==", less = "<", more = ">"
    }

    private let comparison: Comparison
    private let number: Int64

    /// Parses the condition. Returns `nil` for a text that is no such condition.
    package init?(_ text: String) {
        let found = Comparison.allCases.first { text.hasPrefix($0.rawValue) }
        let digits = text.dropFirst(found?.rawValue.count ?? 0).utf8
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(String(Substring(digits)))
        else { return nil }
        self.comparison = found ?? .equal
        self.number = number
    }

    package func holds(for count: Int64) -> Bool {
        switch comparison {
        case .equal: count == number
        case .less: count < number
        case .more: count > number
        case .atMost: count <= number
        case .atLeast: count >= number
        }
    }
}
