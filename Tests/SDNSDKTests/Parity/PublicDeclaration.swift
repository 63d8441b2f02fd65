import Foundation

/// A public method, initialiser or property of a type, as the sources declare it.
struct PublicDeclaration {
    struct Parameter {
        let label: String
        let isClosure: Bool
        let hasDefault: Bool
    }

    let type: String
    let name: String
    /// Nil for a property.
    let parameters: [Parameter]?

    /// The parameters that are no handlers of an outcome, nor the place for an echo that comes with one.
    private var given: [Parameter] {
        let handlers: Set = ["completion", "success", "failure", "_", "onComplete", "callback", "done"]
        guard var rest = parameters else { return [] }
        while let last = rest.last, last.isClosure, handlers.contains(last.label) { rest.removeLast() }
        if rest.last?.label == "localEcho" { rest.removeLast() }
        return rest
    }

    /// True if the declaration passes its result to closures.
    var isClosureForm: Bool { given.count < (parameters?.count ?? 0) }

    /// True if a call with these labels can be written, because all other parameters have defaults.
    func takes(labels: [String]) -> Bool {
        [given, parameters ?? []].contains { parameters in
            var wanted = labels[...]
            for parameter in parameters {
                if parameter.label == wanted.first {
                    wanted.removeFirst()
                } else if !parameter.hasDefault {
                    return false
                }
            }
            return wanted.isEmpty
        }
    }

    /// The labels of the parameters that a call gives; nil when the call is of something else.
    func labels(givenBy call: TestedCall) -> [String]? {
        guard let parameters else { return call.labels == nil ? [] : nil }
        guard var wanted = call.labels?[...] else { return nil }
        var trailing = call.trailing[...], given: [String] = []
        for parameter in parameters {
            if parameter.label == wanted.first {
                wanted.removeFirst()
            } else if wanted.isEmpty, parameter.isClosure, let first = trailing.first,
                first == "_" || first == parameter.label
            {
                trailing.removeFirst()
            } else if parameter.hasDefault {
                continue
            } else {
                return nil
            }
            given.append(parameter.label)
        }
        return wanted.isEmpty && trailing.isEmpty ? given : nil
    }

    /// Every public declaration of a module.
    static func all(in folder: String) throws -> [PublicDeclaration] {
        try SwiftTokens.files(under: folder).flatMap { try declarations(of: SwiftTokens(file: $0).tokens) }
    }

    private static let modifiers: Set = [
        "public", "final", "static", "override", "convenience", "nonisolated", "weak", "package", "private", "internal",
        "set", "(", ")",
        "discardableResult", "@", "mutating", "lazy", "required", "unsafe",
    ]

    private static func declarations(of tokens: [String]) -> [PublicDeclaration] {
        var found: [PublicDeclaration] = []
        var depth = 0, type = ""
        for (index, token) in tokens.enumerated() {
            switch token {
            case "{": depth += 1
            case "}": depth -= 1
            case "class", "struct", "extension", "actor", "protocol", "enum":
                if depth == 0, index + 1 < tokens.count { type = tokens[index + 1] }
            case "func", "init", "var", "let":
                guard depth == 1, isPublic(tokens, before: index), index + 1 < tokens.count else { continue }
                let name = token == "init" ? "init" : tokens[index + 1]
                guard token == "func" || token == "init" else {
                    found.append(PublicDeclaration(type: type, name: name, parameters: nil))
                    continue
                }
                guard let open = tokens[index...].firstIndex(of: "(") else { continue }
                found.append(PublicDeclaration(type: type, name: name, parameters: parameters(tokens, from: open)))
            default: continue
            }
        }
        return found
    }

    private static func isPublic(_ tokens: [String], before index: Int) -> Bool {
        var at = index - 1
        while at >= 0, modifiers.contains(tokens[at]) {
            if tokens[at] == "public" { return true }
            at -= 1
        }
        return false
    }

    private static func parameters(_ tokens: [String], from open: Int) -> [Parameter] {
        var parts: [[String]] = [[]], depth = 0, at = open + 1
        while at < tokens.count {
            let token = tokens[at]
            if token == ")", depth == 0 { break }
            if ["(", "[", "{", "<"].contains(token) { depth += 1 }
            if [")", "]", "}"].contains(token) || (token == ">" && tokens[at - 1] != "-") { depth -= 1 }
            if token == ",", depth == 0 { parts.append([]) } else { parts[parts.count - 1].append(token) }
            at += 1
        }
        return parts.filter { !$0.isEmpty }.map { part in
            let words = part.first == "@" ? part.dropFirst(2) : part[...]
            let isClosure =
                zip(part, part.dropFirst()).contains { $0 == "-" && $1 == ">" }
                || part.contains { $0.hasPrefix("MXOn") }
            return Parameter(label: words.first ?? "_", isClosure: isClosure, hasDefault: part.contains("="))
        }
    }
}
