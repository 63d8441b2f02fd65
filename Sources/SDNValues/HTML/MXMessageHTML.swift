/// The HTML of messages (`formatted_body`) as the Matrix specification lets a client show it (`m.room.message`, "HTML formatting").
///
/// The sanitizer is written by hand because HTML libraries parse whole documents in C or for a web view, and a list of what is allowed needs
/// only a scanner for tags.
public enum MXMessageHTML {
    /// The length of the longest text that is read, in bytes of UTF-8. An event is at most 65,536 bytes long.
    public static let maximumBytes = 65_536
    /// The greatest number of elements inside one another. The specification recommends 100. The tags of deeper elements are left out, and
    /// their text stays.
    public static let maximumDepth = 100

    /// Returns a text with only the elements and attributes that the specification lists.
    ///
    /// The result is well-formed: every element is closed, in order, and every other `<`, `>` and `&` is escaped. The quotation of a reply
    /// (`mx-reply`) and the content of scripts, styles and embedded documents are left out. Links have the schemes `http`, `https`, `ftp`,
    /// `mailto` and `magnet`, and pictures have `mxc` URLs. The result is at most six times as long as the text.
    /// - Parameter html: the text as a sender wrote it.
    /// - Returns: `nil` when the text is longer than ``maximumBytes``, or when nothing of it can be shown.
    public static func sanitized(_ html: String) -> String? {
        guard html.utf8.count <= maximumBytes else { return nil }
        var writer = HTMLWriter()
        var scanner = HTMLScanner(html)
        while let token = scanner.next() {
            switch token {
            case .text(let bytes): writer.text(bytes)
            case .start(let name, let attributes):
                if HTMLRules.hidden.contains(name) {
                    scanner.skip(name)
                } else {
                    writer.start(name, attributes)
                }
            case .end(let name): writer.end(name)
            }
        }
        return writer.finish()
    }
}

/// Writes well-formed HTML.
struct HTMLWriter {
    private var result: [UInt8] = []
    private var open: [String] = []
    /// True when something of the result can be seen.
    private var isVisible = false

    mutating func text(_ bytes: ArraySlice<UInt8>) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "&"):
                if let end = HTMLReference.end(in: bytes, at: index) {
                    result += bytes[index..<end]
                    isVisible = true
                    index = end
                    continue
                }
                append("&amp;")
            case 0..<0x20 where byte != 0x09 && byte != 0x0A && byte != 0x0D: break
            case 0x7F: break
            default: result.append(byte)
            }
            if byte > 0x20, byte != 0x7F { isVisible = true }
            index += 1
        }
    }

    mutating func start(_ name: String, _ attributes: [(name: String, value: String)]) {
        guard let allowed = HTMLRules.attributes[name] else { return }
        let isVoid = HTMLRules.void.contains(name)
        // The end tag of these elements is often left out.
        if HTMLRules.closesItself.contains(name), open.last == name { end(name) }
        guard isVoid || open.count < MXMessageHTML.maximumDepth else { return }
        var kept: [(String, String)] = []
        for (key, value) in attributes where allowed.contains(key) && !kept.contains(where: { $0.0 == key }) {
            if let value = HTMLRules.value(HTMLReference.decoded(value), of: key) {
                kept.append((key, value))
            }
        }
        // A picture without a source has nothing to show.
        if name == "img", !kept.contains(where: { $0.0 == "src" }) { return }
        append("<" + name)
        for (key, value) in kept { append(" \(key)=\"\(HTMLReference.escaped(value))\"") }
        append(">")
        if isVoid {
            if name != "br" { isVisible = true }
        } else {
            open.append(name)
        }
    }

    mutating func end(_ name: String) {
        guard let index = open.lastIndex(of: name) else { return }
        while open.count > index { close() }
    }

    /// Closes all elements and returns the result; `nil` when nothing of it can be seen.
    mutating func finish() -> String? {
        while !open.isEmpty { close() }
        return isVisible ? String(decoding: result, as: UTF8.self) : nil
    }

    private mutating func close() {
        if let name = open.popLast() { append("</\(name)>") }
    }

    private mutating func append(_ text: String) { result += text.utf8 }
}
