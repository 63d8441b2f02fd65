/// The words in a Swift file that can name types, and the types that the file declares for its whole module.
///
/// It scans, and does not parse: it skips comments and the text of strings, and reads interpolations.
struct SwiftWords {
    /// Words that begin with a capital letter, or with an underscore and a capital letter.
    private(set) var used: Set<String> = []
    /// Types that are declared at the left edge of a line and are not private to the file.
    private(set) var declared: Set<String> = []

    private enum Declaration { case none, modifiers, name }
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "open", "final", "indirect", "nonisolated",
    ]
    private static let kinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    private let bytes: [UInt8]
    private var place = 0
    private var declaration = Declaration.none

    init(_ text: String) {
        bytes = Array(text.utf8)
        beginLine()
        readCode(isInParentheses: false)
    }

    /// Reads code up to the end of the file, or up to the parenthesis that closes the one before the code.
    private mutating func readCode(isInParentheses: Bool) {
        var depth = 0
        var hashes = 0
        while place < bytes.count {
            let byte = bytes[place]
            let hashesBefore = hashes
            hashes = byte == UInt8(ascii: "#") ? hashes + 1 : 0
            switch byte {
            case UInt8(ascii: "\n"):
                place += 1
                beginLine()
            case UInt8(ascii: "/"):
                readSlash(hashes: hashesBefore)
            case UInt8(ascii: "\""):
                readString(hashes: hashesBefore)
            case UInt8(ascii: "@") where declaration == .modifiers:
                place += 1
                declaration = .none
                readWord()
                declaration = .modifiers
            case UInt8(ascii: "(") where declaration == .modifiers:
                place += 1
                declaration = .none
                readCode(isInParentheses: true)
                declaration = .modifiers
            case UInt8(ascii: "("):
                place += 1
                depth += 1
            case UInt8(ascii: ")"):
                place += 1
                if isInParentheses, depth == 0 { return }
                depth -= 1
            case let byte where Self.isWord(byte):
                readWord()
            default:
                place += 1
            }
        }
    }

    /// A declaration for the whole module begins at the left edge.
    private mutating func beginLine() {
        declaration = Self.isWord(byte(0)) || byte(0) == UInt8(ascii: "@") ? .modifiers : .none
    }

    private mutating func readWord() {
        let start = place
        while place < bytes.count, Self.isWord(bytes[place]) { place += 1 }
        guard start < place else { return }
        let isUnderscored = bytes[start] == UInt8(ascii: "_") && start + 1 < place
        let canNameType = Self.isCapital(bytes[isUnderscored ? start + 1 : start])
        guard canNameType || declaration != .none else { return }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        if canNameType { used.insert(word) }
        switch declaration {
        case .none: break
        case .name:
            declared.insert(word)
            declaration = .none
        case .modifiers where Self.kinds.contains(word): declaration = .name
        case .modifiers: if !Self.modifiers.contains(word) { declaration = .none }
        }
    }

    /// Skips a comment, or a regular expression between hash signs.
    private mutating func readSlash(hashes: Int) {
        if byte(1) == UInt8(ascii: "/") {
            while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
        } else if byte(1) == UInt8(ascii: "*") {
            var depth = 0
            repeat {
                if byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                    (depth, place) = (depth + 1, place + 2)
                } else if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                    (depth, place) = (depth - 1, place + 2)
                } else {
                    place += 1
                }
            } while depth > 0 && place < bytes.count
        } else {
            place += 1
            guard hashes > 0 else { return }
            while place < bytes.count, !(bytes[place] == UInt8(ascii: "/") && hasHashes(hashes, after: 1)) {
                place += 1
            }
            place += 1 + hashes
        }
    }

    private mutating func readString(hashes: Int) {
        let quote = UInt8(ascii: "\"")
        let isLong = byte(1) == quote && byte(2) == quote && byte(3) == UInt8(ascii: "\n")
        let quotes = isLong ? 3 : 1
        place += quotes
        while place < bytes.count {
            let current = bytes[place]
            if current == UInt8(ascii: "\\"), hasHashes(hashes, after: 1) {
                place += 1 + hashes
                let isInterpolation = byte(0) == UInt8(ascii: "(")
                place += 1
                if isInterpolation { readInterpolation() }
            } else if current == quote, !isLong || (byte(1) == quote && byte(2) == quote),
                hasHashes(hashes, after: quotes)
            {
                place += quotes + hashes
                return
            } else if current == UInt8(ascii: "\n"), !isLong {
                return
            } else {
                place += 1
            }
        }
    }

    private mutating func readInterpolation() {
        let before = declaration
        declaration = .none
        readCode(isInParentheses: true)
        declaration = before
    }

    private func hasHashes(_ count: Int, after offset: Int) -> Bool {
        for index in 0..<count where byte(offset + index) != UInt8(ascii: "#") { return false }
        return true
    }

    /// Returns a byte from here on, or 0 behind the end.
    private func byte(_ offset: Int) -> UInt8 { place + offset < bytes.count ? bytes[place + offset] : 0 }

    private static func isCapital(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }

    private static func isWord(_ byte: UInt8) -> Bool {
        isCapital(byte) || (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
            || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
            || byte == UInt8(ascii: "_")
    }
}
