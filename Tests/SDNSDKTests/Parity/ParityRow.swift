import Foundation
import TestSupport

/// A line of `Tests/Facts/sdn-methods.txt`: what the iOS SDK has.
struct ParityRow {
    let part: String
    let priority: String
    let type: String
    let name: String
    /// Nil for a property.
    let labels: [String]?

    var signature: String { labels.map { labels in "\(name)(\(labels.map { $0 + ":" }.joined()))" } ?? name }
    var key: String { "\(type).\(signature)" }

    static func all() throws -> [ParityRow] {
        let file = PackageFiles.url("Tests/Facts/sdn-methods.txt")
        var part = ""
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
            if line.hasPrefix("#") { return nil }
            if line.hasPrefix("[") {
                part = String(line.dropFirst().dropLast())
                return nil
            }
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard words.count == 3 else { return nil }
            let halves = words[2].split(separator: "(", maxSplits: 1).map(String.init)
            let labels = halves.count == 2 ? halves[1].dropLast().split(separator: ":").map(String.init) : nil
            return ParityRow(part: part, priority: words[0], type: words[1], name: halves[0], labels: labels)
        }
    }

    /// The declarations that are this row's.
    func declarations(among all: [PublicDeclaration]) -> [PublicDeclaration] {
        all.filter { declaration in
            guard declaration.name == name,
                declaration.type == type || ParityNotes.parents[type]?.contains(declaration.type) == true
            else { return false }
            guard let labels else { return declaration.parameters == nil }
            // A method without arguments became a property where nothing is asked of a server.
            guard declaration.parameters != nil else { return labels.isEmpty }
            return declaration.takes(labels: labels)
        }
    }

    /// The first test in which one of these declarations works, with every label of the row: a call that leaves one out shows nothing of it.
    func test(of declarations: [PublicDeclaration], among calls: [String: [TestedCall]], refused: Bool = false)
        -> String?
    {
        let types = Set(declarations.map(\.type)).union([type])
        return (calls[name] ?? []).first { call in
            guard refused || !call.isRefused, let receiver = call.receiver, types.contains(receiver) else {
                return false
            }
            return declarations.contains { declaration in
                guard let given = declaration.labels(givenBy: call) else { return false }
                var wanted = (labels ?? [])[...]
                for label in given where label == wanted.first { wanted.removeFirst() }
                return wanted.isEmpty
            }
        }?.test
    }
}
