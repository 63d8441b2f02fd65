import Foundation

/// A property as it stands in the sources.
///
/// Read line by line: it takes declarations as this project writes them, and a parser of all of Swift would be a dependency.
struct SourceProperty: Sendable {
    /// The type's name with those that it is in, and the property's, such as `RateLimits.sendsPerUser`.
    let key: String
    /// The doc comment in one line.
    let comment: String
    /// What a `static let` is set to, where that is a number.
    let constant: Int?

    /// Every property of a module's sources, in the order of the files.
    static func all(of module: String, in root: URL) throws -> [SourceProperty] {
        let folder = root.appendingPathComponent("Sources/\(module)")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        return try files.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }.flatMap { file in
            properties(of: try String(contentsOf: file, encoding: .utf8))
        }
    }

    private static let modifiers: Set<Substring> = ["public", "package", "private", "fileprivate", "final", "indirect", "private(set)", "static"]
    private static let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "extension"]

    private static func properties(of text: String) -> [SourceProperty] {
        var found: [SourceProperty] = []
        var types: [(indent: Int, name: Substring)] = []
        var comment: [Substring] = []
        for line in text.components(separatedBy: "\n") where !line.isEmpty {
            // Further in there are bodies.
            guard !line.hasPrefix("            ") else { continue }
            let indent = line.hasPrefix("        ") ? 8 : line.hasPrefix("    ") ? 4 : 0
            let code = line.dropFirst(indent)
            if code.hasPrefix("///") {
                comment.append(code.dropFirst(3).drop { $0 == " " })
                continue
            }
            defer { comment = [] }
            if code != "}" { types.removeAll { $0.indent >= indent } }
            let words = code.split(separator: " ").drop { modifiers.contains($0) || $0.hasPrefix("@") }
            guard let first = words.first, let second = words.dropFirst().first else { continue }
            if kinds.contains(first) {
                types.append((indent, second.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }))
            } else if first == "let" || first == "var", types.last?.indent == indent - 4 {
                let owner = types.map(\.name).joined(separator: "."), isFixed = code.contains("static let ")
                // Several may stand in one line.
                for part in words.dropFirst().joined(separator: " ").components(separatedBy: ", ") {
                    let name = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                    let value = part.components(separatedBy: " = ").dropFirst().first
                    found.append(SourceProperty(
                        key: "\(owner).\(name)", comment: comment.joined(separator: " "), constant: isFixed ? value.flatMap(number) : nil))
                }
            }
        }
        return found
    }

    /// The value of such as `72 * 3_600_000` or `1 << 20`.
    private static func number(_ text: String) -> Int? {
        let words = text.replacingOccurrences(of: "_", with: "").split(separator: " ")
        guard var value = words.first.flatMap({ Int($0) }), words.count % 2 == 1 else { return nil }
        for place in stride(from: 1, to: words.count, by: 2) {
            guard let operand = Int(words[place + 1]) else { return nil }
            switch words[place] {
            case "*": value *= operand
            case "<<": value <<= operand
            default: return nil
            }
        }
        return value
    }
}
