/// The words in a Swift file that can name types and members, and those that the file declares for its whole module.
///
/// It scans, and does not parse: it skips comments and the text of strings, and reads interpolations.
struct SwiftWords: Sendable {
    /// Words that begin with a capital letter, or with an underscore and a capital letter.
    private(set) var used: Set<String> = []
    /// Types that are declared at the left edge of a line and are not private to the file.
    private(set) var declared: Set<String> = []

    /// Words that begin with a small letter.
    private(set) var usedNames: Set<String> = []
    /// The number of times that the file gives a name to something: a function, a variable, a case, a parameter, a label. It counts too much
    /// rather than too little.
    private(set) var named: [String: Int] = [:]
    /// Functions and variables that an extension declares and that are not private.
    private(set) var extensionMembers: Set<String> = []

    private enum Declaration { case none, modifiers, name }
    /// The words that are names: none, the next one, or all up to the end of the pattern.
    private enum Binding { case none, next, pattern }
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "open", "final", "indirect", "nonisolated",
    ]
    private static let kinds: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    private let bytes: [UInt8]
    private var place = 0
    private var declaration = Declaration.none
    private var binding = Binding.none
    private var isMemberNext = false
    private var isPrivateLine = false
    private var isExtensionNext = false
    private var isInExtension = false
    private var braces = 0
    /// The words of the line since the last brace. They are names if `in` follows.
    private var beforeIn: [String] = []

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
                if binding == .next { (binding, isMemberNext) = (.none, false) }
            case UInt8(ascii: ")"):
                place += 1
                if isInParentheses, depth == 0 { return }
                depth -= 1
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                place += 1
                readBrace(opens: byte == UInt8(ascii: "{"))
            case UInt8(ascii: "="), UInt8(ascii: ":"):
                place += 1
                binding = .none
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
        (binding, isMemberNext, isPrivateLine, beforeIn) = (.none, false, false, [])
    }

    private mutating func readBrace(opens: Bool) {
        if opens, braces == 0 { (isInExtension, isExtensionNext) = (isExtensionNext, false) }
        braces += opens ? 1 : -1
        (binding, beforeIn) = (.none, [])
    }

    private mutating func readWord() {
        let start = place
        while place < bytes.count, Self.isWord(bytes[place]) { place += 1 }
        guard start < place else { return }
        let isUnderscored = bytes[start] == UInt8(ascii: "_") && start + 1 < place
        let canNameType = Self.isCapital(bytes[isUnderscored ? start + 1 : start])
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        if canNameType {
            used.insert(word)
        } else if !Self.isDigit(bytes[start]) {
            readName(word, isMember: start > 0 && bytes[start - 1] == UInt8(ascii: "."))
        }
        switch declaration {
        case .none: break
        case .name:
            declared.insert(word)
            declaration = .none
        case .modifiers where Self.kinds.contains(word): declaration = .name
        case .modifiers where word == "extension": (isExtensionNext, declaration) = (true, .none)
        case .modifiers: if !Self.modifiers.contains(word) { declaration = .none }
        }
    }

    private mutating func readName(_ word: String, isMember: Bool) {
        usedNames.insert(word)
        // A word after a dot is a use, and names nothing new.
        guard !isMember else { return }
        switch word {
        case "func", "var", "let":
            binding = word == "func" ? .next : .pattern
            isMemberNext = isInExtension && braces == 1 && !isPrivateLine
        case "case": (binding, isMemberNext) = (.pattern, false)
        case "private", "fileprivate": if byte(0) != UInt8(ascii: "(") { isPrivateLine = true }
        case "for": beforeIn = []
        case "in":
            for name in beforeIn { named[name, default: 0] += 1 }
            beforeIn = []
        default:
            if binding != .none {
                named[word, default: 0] += 1
                if isMemberNext { extensionMembers.insert(word) }
                isMemberNext = false
                if binding == .next { binding = .none }
            } else if byte(0) == UInt8(ascii: ":") {
                named[word, default: 0] += 1
            }
            beforeIn.append(word)
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

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private static func isCapital(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }

    private static func isWord(_ byte: UInt8) -> Bool {
        isCapital(byte) || (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
            || isDigit(byte) || byte == UInt8(ascii: "_")
    }
}
