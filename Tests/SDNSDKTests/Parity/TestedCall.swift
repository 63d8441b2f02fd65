import Foundation

/// A member of the SDK that a test of the package uses.
struct TestedCall {
    /// `Suite.test`.
    let test: String
    /// The type of the value before the dot; nil when it cannot be told.
    let receiver: String?
    let name: String
    /// The labels of the arguments in brackets, `_` for none; nil when nothing is called.
    let labels: [String]?
    /// The labels of the closures after the brackets, `_` for the first.
    let trailing: [String]
    /// True if the test expects the call to fail, which does not show that it works.
    let isRefused: Bool

    /// Every use in the tests, by name.
    /// - Parameter sources: the folders of the client, for what its members give.
    static func all(in folders: [String], sources: [String]) throws -> [String: [TestedCall]] {
        let files = try folders.flatMap(SwiftTokens.files).map { try SwiftTokens(file: $0).tokens }
        var types = ReceiverTypes()
        for tokens in files { types.learn(from: tokens) }
        for file in sources.flatMap(SwiftTokens.files) { types.learn(from: try SwiftTokens(file: file).tokens) }
        return Dictionary(grouping: files.flatMap { calls(of: $0, types: types) }, by: \.name)
    }

    static func calls(of tokens: [String], types: ReceiverTypes) -> [TestedCall] {
        let names = types.names(in: tokens), refused = refusals(in: tokens)
        var found: [TestedCall] = []
        var depth = 0, suite = "", test: String?, testDepth = 0, isTest = false
        for (index, token) in tokens.enumerated() where index + 1 < tokens.count {
            let next = tokens[index + 1]
            func append(receiver: String?, name: String, at place: Int) {
                guard let test else { return }
                let (labels, trailing) = arguments(tokens, after: place)
                found.append(
                    TestedCall(
                        test: "\(suite).\(test)", receiver: receiver, name: name, labels: labels, trailing: trailing,
                        isRefused: refused.contains { $0.contains(index) }))
            }
            switch token {
            case "{": depth += 1
            case "}": depth -= 1
            case "struct", "class", "enum", "extension", "actor":
                if depth == 0 { (suite, test) = (next, nil) }
            case "@" where next == "Test": isTest = true
            case "func":
                if isTest { (test, testDepth, isTest) = (next, depth, false) } else if depth <= testDepth { test = nil }
            case ".":
                guard next.first?.isLetter == true else { continue }
                append(receiver: types.receiver(tokens, before: index, names: names), name: next, at: index + 1)
            // An initialiser: the name of the type takes the place of the receiver.
            case let type where next == "(" && type.hasPrefix("MX"): append(receiver: type, name: "init", at: index)
            default: continue
            }
        }
        return found
    }

    /// The stretches of a file whose calls are expected to throw: `#expect(throws:)`, `#require(throws:)` and `failure { }`.
    private static func refusals(in tokens: [String]) -> [Range<Int>] {
        tokens.indices.dropLast(2).compactMap { index in
            switch tokens[index] {
            case "expect", "require":
                guard tokens[index + 1] == "(", tokens[index + 2] == "throws" else { return nil }
                let end = ReceiverTypes.after(tokens, bracket: index + 1)
                return
                    index..<(end < tokens.count && tokens[end] == "{" ? ReceiverTypes.after(tokens, bracket: end) : end)
            case "failure":
                guard tokens[index + 1] == "{" || tokens[index + 1] == "(", index > 0, tokens[index - 1] != "." else {
                    return nil
                }
                return index..<ReceiverTypes.after(tokens, bracket: index + 1)
            default: return nil
            }
        }
    }

    private static func arguments(_ tokens: [String], after name: Int) -> (labels: [String]?, trailing: [String]) {
        guard name + 1 < tokens.count else { return (nil, []) }
        var labels: [String]?, at = name + 1
        if tokens[at] == "(" {
            let end = ReceiverTypes.after(tokens, bracket: at)
            var found: [String] = []
            at += 1
            while at < end - 1 {
                found.append(at + 1 < end && tokens[at + 1] == ":" && tokens[at] != "\"" ? tokens[at] : "_")
                while at < end - 1, tokens[at] != "," {
                    at = ["(", "[", "{"].contains(tokens[at]) ? ReceiverTypes.after(tokens, bracket: at) : at + 1
                }
                at += 1
            }
            (labels, at) = (found, end)
        }
        var trailing: [String] = []
        guard at < tokens.count, tokens[at] == "{", !isHeader(tokens, before: name) else { return (labels, trailing) }
        trailing.append("_")
        at = ReceiverTypes.after(tokens, bracket: at)
        while at + 2 < tokens.count, tokens[at + 1] == ":", tokens[at + 2] == "{" {
            trailing.append(tokens[at])
            at = ReceiverTypes.after(tokens, bracket: at + 2)
        }
        return (labels ?? [], trailing)
    }

    /// True if the brace after the call is the body of the statement whose head has the call.
    private static func isHeader(_ tokens: [String], before name: Int) -> Bool {
        var at = name
        while at >= 0 {
            switch tokens[at] {
            case "if", "while", "for", "switch", "guard": return true
            case "{", "}", ";", "(", "[": return false
            case ")", "]": at = ReceiverTypes.before(tokens, bracket: at) - 1
            default: at -= 1
            }
        }
        return false
    }
}
