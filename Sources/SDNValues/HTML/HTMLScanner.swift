/// Splits HTML into texts and tags. Comments, declarations and unfinished tags are left out. Each byte is read a bounded number of times.
struct HTMLScanner {
    enum Token {
        case text(ArraySlice<UInt8>)
        case start(String, [(name: String, value: String)])
        case end(String)
    }

    /// The longest name of an element or attribute, in bytes. A longer one is no name that is allowed.
    private static let longestName = 32
    /// The greatest number of attributes of one tag that are read.
    private static let mostAttributes = 16

    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func next() -> Token? {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else { return .text(literal()) }
            let after = byte(index + 1)
            if after.isASCIILetter { return tag(from: index + 1).map { .start($0, $1) } }
            if after == UInt8(ascii: "/"), byte(index + 2).isASCIILetter {
                return tag(from: index + 2).map { .end($0.0) }
            }
            if after == UInt8(ascii: "!"), byte(index + 2) == UInt8(ascii: "-"), byte(index + 3) == UInt8(ascii: "-") {
                skipComment()
            } else if after == UInt8(ascii: "!") || after == UInt8(ascii: "?") || after == UInt8(ascii: "/") {
                index = end(of: UInt8(ascii: ">"), from: index + 2)
            } else {
                return .text(literal())
            }
        }
        return nil
    }

    /// Skips everything up to the end tag that closes an element. Elements of the same name inside it are skipped with it. Without such an
    /// end tag, the rest of the text is skipped.
    mutating func skip(_ name: String) {
        guard !HTMLRules.raw.contains(name) else { return skipText(of: name) }
        var depth = 1
        while depth > 0, let token = next() {
            switch token {
            case .start(name, _): depth += 1
            case .end(name): depth -= 1
            default: break
            }
        }
    }

    /// Skips the content of an element in which a `<` is text, up to its end tag.
    private mutating func skipText(of name: String) {
        let end = Array("</\(name)".utf8)
        while index + end.count <= bytes.count {
            let isEnd = zip(bytes[index..<(index + end.count)], end).allSatisfy {
                $0 == $1 || ($0.isASCIILetter && $0 | 0x20 == $1)
            }
            if isEnd {
                index = self.end(of: UInt8(ascii: ">"), from: index + end.count)
                return
            }
            index += 1
        }
        index = bytes.count
    }

    private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    /// Returns the bytes up to the next `<`, at least one.
    private mutating func literal() -> ArraySlice<UInt8> {
        let begin = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
        return bytes[begin..<index]
    }

    private func end(of mark: UInt8, from place: Int) -> Int {
        var place = place
        while place < bytes.count, bytes[place] != mark { place += 1 }
        return min(place + 1, bytes.count)
    }

    private mutating func skipComment() {
        index += 4
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "-"), byte(index + 1) == UInt8(ascii: "-"),
                byte(index + 2) == UInt8(ascii: ">")
            {
                index += 3
                return
            }
            index += 1
        }
    }

    /// Reads a tag after `<` or `</`. Returns `nil` when the text ends inside the tag; then nothing is left to read.
    private mutating func tag(from place: Int) -> (String, [(name: String, value: String)])? {
        index = place
        let name = word { $0.isHTMLSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") }
        var attributes: [(name: String, value: String)] = []
        while true {
            while byte(index).isHTMLSpace || byte(index) == UInt8(ascii: "/") { index += 1 }
            guard index < bytes.count else { return nil }
            if bytes[index] == UInt8(ascii: ">") {
                index += 1
                return (name, attributes)
            }
            let begin = index
            let key = word {
                $0.isHTMLSpace || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "=")
            }
            while byte(index).isHTMLSpace { index += 1 }
            var value = ""
            if byte(index) == UInt8(ascii: "=") {
                index += 1
                guard let read = self.value() else { return nil }
                value = read
            }
            if index == begin { index += 1 }
            if attributes.count < HTMLScanner.mostAttributes { attributes.append((key, value)) }
        }
    }

    /// Reads a name in lower case. A name that is too long is empty.
    private mutating func word(until isEnd: (UInt8) -> Bool) -> String {
        let begin = index
        while index < bytes.count, !isEnd(bytes[index]) { index += 1 }
        let word = bytes[begin..<index]
        return word.count > HTMLScanner.longestName
            ? "" : String(decoding: word.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Reads the value of an attribute after `=`. Returns `nil` when the text ends inside it.
    private mutating func value() -> String? {
        while byte(index).isHTMLSpace { index += 1 }
        let quote = byte(index)
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let begin = index
            while index < bytes.count, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") { index += 1 }
            return index < bytes.count ? String(decoding: bytes[begin..<index], as: UTF8.self) : nil
        }
        let begin = index + 1
        index = begin
        while index < bytes.count, bytes[index] != quote { index += 1 }
        guard index < bytes.count else { return nil }
        defer { index += 1 }
        return String(decoding: bytes[begin..<index], as: UTF8.self)
    }
}

extension UInt8 {
    /// True for a letter of ASCII.
    fileprivate var isASCIILetter: Bool { (0x41...0x5A).contains(self & ~0x20) }
    /// True for a character that separates attributes.
    fileprivate var isHTMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}
