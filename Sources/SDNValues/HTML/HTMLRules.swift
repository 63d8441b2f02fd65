/// The elements and attributes that the Matrix specification lists for `formatted_body`.
enum HTMLRules {
    /// The allowed attributes of each allowed element.
    static let attributes: [String: Set<String>] = {
        let plain = [
            "del", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "p", "ul", "sup", "sub", "li", "b", "i", "u",
            "strong", "em", "s", "hr", "br", "table", "thead", "tbody", "tr", "th", "td", "caption", "pre", "details",
            "summary",
        ]
        var rules = Dictionary(uniqueKeysWithValues: plain.map { ($0, Set<String>()) })
        rules["a"] = ["href"]
        rules["ol"] = ["start"]
        rules["code"] = ["class"]
        rules["div"] = ["data-mx-maths"]
        rules["span"] = ["data-mx-bg-color", "data-mx-color", "data-mx-spoiler", "data-mx-maths"]
        rules["img"] = ["width", "height", "alt", "title", "src"]
        return rules
    }()

    /// The elements without content.
    static let void: Set = ["br", "hr", "img"]
    /// The elements that end where the next one of the same name begins.
    static let closesItself: Set = ["p", "li", "tr", "td", "th"]
    /// The elements whose content is text for a program, not for people, so that a tag inside is no element.
    static let raw: Set = ["script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes"]
    /// The elements that are left out with their content.
    static let hidden: Set = raw.union(["mx-reply", "noscript", "object", "svg", "math", "template", "head", "select"])

    /// The longest value of an attribute, in bytes.
    private static let longestValue = 4_096

    /// Returns the value that is shown; `nil` when the value is not allowed.
    static func value(_ value: String, of attribute: String) -> String? {
        guard value.utf8.count <= longestValue else { return nil }
        switch attribute {
        case "href": return address(value, schemes: ["https", "http", "ftp", "mailto", "magnet"])
        case "src": return address(value, schemes: ["mxc"])
        case "width", "height", "start": return isNumber(value) ? value : nil
        case "data-mx-color", "data-mx-bg-color":
            let digits = value.utf8.dropFirst()
            return value.hasPrefix("#") && digits.count == 6 && digits.allSatisfy(\.isHexDigit) ? value : nil
        case "class":
            let classes = value.split(separator: " ").filter { name in
                name.hasPrefix("language-") && name.utf8.allSatisfy(\.isOfLanguageName)
            }
            return classes.isEmpty ? nil : classes.joined(separator: " ")
        default: return value
        }
    }

    /// Returns an absolute URL with one of the schemes. A URL with a control character is refused, because programs that read URLs leave
    /// such characters out.
    private static func address(_ value: String, schemes: Set<String>) -> String? {
        var text = Substring(value)
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }),
            let colon = text.firstIndex(of: ":"), schemes.contains(text[..<colon].lowercased())
        else { return nil }
        return String(text)
    }

    private static func isNumber(_ value: String) -> Bool {
        let digits = value.hasPrefix("-") ? value.utf8.dropFirst() : value.utf8[...]
        return (1...6).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// Character references, such as `&amp;` and `&#60;`.
enum HTMLReference {
    private static let longest = 32
    private static let named: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "colon": ":", "sol": "/",
        "Tab": "\t", "NewLine": "\n",
    ]

    /// Returns the end of a complete reference that begins at `start`; `nil` when there is none.
    static func end(in bytes: ArraySlice<UInt8>, at start: Int) -> Int? {
        var index = start + 1
        var (isNumber, isHex) = (false, false)
        if index < bytes.endIndex, bytes[index] == UInt8(ascii: "#") {
            isNumber = true
            index += 1
            if index < bytes.endIndex, bytes[index] | 0x20 == UInt8(ascii: "x") {
                isHex = true
                index += 1
            }
        }
        let begin = index
        while index < bytes.endIndex, index - begin < longest {
            let byte = bytes[index]
            if byte == UInt8(ascii: ";") { return index > begin ? index + 1 : nil }
            let isPart =
                isHex ? byte.isHexDigit : isNumber ? (0x30...0x39).contains(byte) : byte.isLetterOrDigit
            guard isPart else { return nil }
            index += 1
        }
        return nil
    }

    /// Returns a text with its references replaced. A named reference that is not known stays, and is escaped when it is written.
    static func decoded(_ text: String) -> String {
        let bytes = Array(text.utf8)[...]
        guard bytes.contains(UInt8(ascii: "&")) else { return text }
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "&"), let end = end(in: bytes, at: index),
                let character = character(String(decoding: bytes[(index + 1)..<(end - 1)], as: UTF8.self))
            {
                result += character.utf8
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func character(_ name: String) -> String? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "\u{FFFD}"
    }

    /// Returns a text as the value of an attribute in double quotes, without the characters that XML does not have.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += scalar.value == 0x0A ? " " : ""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { (0x30...0x39).contains(self) || (0x41...0x46).contains(self & ~0x20) }
    fileprivate var isLetterOrDigit: Bool { (0x30...0x39).contains(self) || (0x41...0x5A).contains(self & ~0x20) }
    /// True for the characters of a language's name, as in `language-c++`.
    fileprivate var isOfLanguageName: Bool {
        isLetterOrDigit || [0x2B, 0x2D, 0x2E, 0x23, 0x5F].contains(self)
    }
}
