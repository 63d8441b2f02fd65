import Foundation

/// The properties of one file.
///
/// Read line by line: it takes declarations as this project writes them, and a parser of all of Swift would be a dependency.
struct SourceFile {
    private(set) var properties: [SourceProperty] = []
    private var types: [(indent: Int, name: Substring)] = []
    private var comment: [Substring] = []

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "private", "fileprivate", "final", "indirect", "private(set)", "static",
        "override", "convenience",
        "nonisolated", "lazy", "weak", "mutating", "required",
    ]
    private static let kinds: Set<Substring> = ["struct", "enum", "class", "actor", "extension"]
    /// The most lines of one declaration.
    private static let longest = 40

    init(_ text: String) {
        let lines = text.components(separatedBy: "\n")
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            // Further in there are bodies.
            guard !line.isEmpty, !line.hasPrefix("            ") else { continue }
            let indent = line.hasPrefix("        ") ? 8 : line.hasPrefix("    ") ? 4 : 0
            let written = line.dropFirst(indent)
            if written.hasPrefix("///") {
                comment.append(written.dropFirst(3).drop { $0 == " " })
                continue
            }
            defer { comment = [] }
            let code = SourceText.code(of: written)
            if code != "}", code != "{" { types.removeAll { $0.indent >= indent } }
            let words = code.split(separator: " ").drop { Self.modifiers.contains($0) || $0.hasPrefix("@") }
            guard let first = words.first else { continue }
            if Self.kinds.contains(first), let name = words.dropFirst().first {
                types.append((indent, name.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }))
                continue
            }
            let isProperty = first == "let" || first == "var",
                isInitialiser = ["init(", "init?(", "init<"].contains { first.hasPrefix($0) }
            guard isProperty || isInitialiser, types.last?.indent == indent - 4 else { continue }
            var statement = words.joined(separator: " ")
            let end = min(index + Self.longest, lines.count)
            while index < end, SourceText.isOpen(statement) {
                statement += " " + SourceText.code(of: lines[index].trimmingCharacters(in: .whitespaces))
                index += 1
            }
            if isProperty {
                addProperties(statement, isFixed: code.contains("static let "))
            } else {
                addParameters(statement)
            }
        }
    }

    /// Several may stand in one line.
    private mutating func addProperties(_ statement: String, isFixed: Bool) {
        for piece in SourceText.pieces(statement.dropFirst(4)) {
            let name = String(piece.prefix { $0.isLetter || $0.isNumber || $0 == "_" }),
                said = comment.joined(separator: " ")
            let value = piece.components(separatedBy: " = ").dropFirst().joined(separator: " = ")
            let number = SourceNumber(value)
            add(name, said, isFixed || number?.isStart == false ? number : nil)
            guard isFixed, number == nil else { continue }
            for (label, number) in SourceNumber.arguments(of: value) where !number.isStart {
                add("\(name).\(label)", said, number)
            }
        }
    }

    /// The parameters of an initialiser that have a number by default, under the names of the properties that they set.
    private mutating func addParameters(_ statement: String) {
        for piece in SourceText.pieces(SourceText.group(in: statement)) {
            let parts = piece.components(separatedBy: " = ")
            guard parts.count == 2, let number = SourceNumber(parts[1]), !number.isStart,
                let name = parts[0].components(separatedBy: ": ").first?.split(separator: " ").last
            else { continue }
            add(String(name), parameterComment(name), number)
        }
    }

    /// Returns the doc comment's text about a parameter, with its further lines.
    private func parameterComment(_ name: Substring) -> String {
        let beginnings = ["- \(name): ", "- Parameter \(name): "]
        guard let start = comment.firstIndex(where: { line in beginnings.contains { line.hasPrefix($0) } }) else {
            return ""
        }
        let further = comment[(start + 1)...].prefix { !$0.hasPrefix("- ") }
        let said = ([comment[start].drop { $0 != ":" }.dropFirst(2)] + further).joined(separator: " ")
        return said.prefix(1).uppercased() + said.dropFirst()
    }

    /// If a property has no comment, its parameter may have one.
    private mutating func add(_ name: String, _ comment: String, _ constant: SourceNumber?) {
        let key = (types.map { String($0.name) } + [name]).joined(separator: ".")
        guard let index = properties.firstIndex(where: { $0.key == key }) else {
            properties.append(SourceProperty(key: key, comment: comment, constant: constant))
            return
        }
        let known = properties[index]
        properties[index] = SourceProperty(
            key: key, comment: known.comment.isEmpty ? comment : known.comment, constant: known.constant ?? constant)
    }
}
