/// The SDK's type of a value in the tests, found by a declaration that names the type, or by the expression that creates the value.
struct ReceiverTypes {
    private static let known: Set = ["MXRestClient", "MXSession", "MXRoom", "MXEventTimeline"]

    /// The types of members and functions with these names, in the SDK and in the tests' own fixtures.
    private var results: [String: Set<String>] = [:]

    /// Learns from every `var name: Type` and `func name(…) -> Type`.
    mutating func learn(from tokens: [String]) {
        for (index, token) in tokens.enumerated() where index + 2 < tokens.count {
            switch token {
            case "var", "let":
                if tokens[index + 2] == ":", let type = Self.type(tokens, at: index + 3) {
                    results[tokens[index + 1], default: []].insert(type)
                }
            case "func":
                guard let open = tokens[index...].prefix(60).firstIndex(of: "(") else { continue }
                var at = Self.after(tokens, bracket: open)
                while at < tokens.count, ["async", "throws", "rethrows"].contains(tokens[at]) { at += 1 }
                guard at + 2 < tokens.count, tokens[at] == "-", tokens[at + 1] == ">",
                    let type = Self.type(tokens, at: at + 2)
                else { continue }
                results[tokens[index + 1], default: []].insert(type)
            default: continue
            }
        }
    }

    /// The types of a file's names: parameters and variables that say theirs, and those made by an expression whose type is known.
    func names(in tokens: [String]) -> [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for (index, token) in tokens.enumerated()
        where index > 0 && index + 1 < tokens.count && Self.isWord(tokens[index - 1]) {
            let type: String? =
                switch token {
                case ":": Self.type(tokens, at: index + 1)
                case "=" where tokens[index + 1] != "=": madeBy(tokens, from: index + 1)
                default: nil
                }
            if let type { names[tokens[index - 1], default: []].insert(type) }
        }
        return names
    }

    /// The type of what stands before a dot at `dot`; nil when it cannot be told.
    func receiver(_ tokens: [String], before dot: Int, names: [String: Set<String>]) -> String? {
        var at = dot - 1
        while at > 0, ["?", "!"].contains(tokens[at]) { at -= 1 }
        guard at >= 0 else { return nil }
        guard tokens[at] == ")" else { return type(of: tokens[at], names: names) }
        let open = Self.before(tokens, bracket: at)
        guard open > 0 else { return nil }
        // `try #require(…)` gives what is between its brackets.
        if tokens[open - 1] == "require" || !Self.isWord(tokens[open - 1]) {
            return madeBy(tokens, from: open + 1) ?? receiver(tokens, before: at, names: names)
        }
        if Self.known.contains(tokens[open - 1]) { return tokens[open - 1] }
        return madeByType(tokens, at: open - 1) ?? single(results[tokens[open - 1]])
    }

    /// The type of `Type.function`, when one of the functions of this name gives it.
    private func madeByType(_ tokens: [String], at name: Int) -> String? {
        guard name >= 2, tokens[name - 1] == ".", results[tokens[name]]?.contains(tokens[name - 2]) == true else {
            return nil
        }
        return tokens[name - 2]
    }

    private func type(of name: String, names: [String: Set<String>]) -> String? {
        if let type = single(names[name]) ?? single(results[name]) { return type }
        let words = ["timeline": "MXEventTimeline", "session": "MXSession", "room": "MXRoom", "client": "MXRestClient"]
        return words.first { name.lowercased().hasSuffix($0.key) }?.value
    }

    private func single(_ types: Set<String>?) -> String? { types?.count == 1 ? types?.first : nil }

    /// The type of an expression: that of the last of its members.
    private func madeBy(_ tokens: [String], from start: Int) -> String? {
        var at = start, last: String?, place = start
        while at < tokens.count {
            switch tokens[at] {
            case "try", "await", "?", "!", ".", "#": at += 1
            case "require" where at + 1 < tokens.count && tokens[at + 1] == "(" && last == nil: at += 2
            case "(", "[":
                guard last != nil else { return nil }
                at = Self.after(tokens, bracket: at)
            case let word where Self.isWord(word):
                // A word after a word begins the next statement.
                if last != nil, tokens[at - 1] != "." { return result(last, tokens, place) }
                (last, place) = (word, at)
                at += 1
            default: return result(last, tokens, place)
            }
        }
        return result(last, tokens, place)
    }

    private func result(_ name: String?, _ tokens: [String], _ place: Int) -> String? {
        guard let name else { return nil }
        return Self.known.contains(name) ? name : madeByType(tokens, at: place) ?? single(results[name])
    }

    private static func type(_ tokens: [String], at index: Int) -> String? {
        guard index < tokens.count, known.contains(tokens[index]) else { return nil }
        return index + 1 < tokens.count && tokens[index + 1] == "." ? nil : tokens[index]
    }

    private static func isWord(_ token: String) -> Bool { token.first.map { $0.isLetter || $0 == "_" } ?? false }

    /// The place after the bracket that closes the one at `open`.
    static func after(_ tokens: [String], bracket open: Int) -> Int {
        var depth = 0, at = open
        while at < tokens.count {
            if ["(", "[", "{"].contains(tokens[at]) { depth += 1 }
            if [")", "]", "}"].contains(tokens[at]) { depth -= 1 }
            at += 1
            if depth == 0 { break }
        }
        return at
    }

    /// The place of the bracket that the one at `close` closes; -1 without one.
    static func before(_ tokens: [String], bracket close: Int) -> Int {
        var depth = 0, at = close
        while at >= 0 {
            if [")", "]", "}"].contains(tokens[at]) { depth += 1 }
            if ["(", "[", "{"].contains(tokens[at]) { depth -= 1 }
            if depth == 0 { return at }
            at -= 1
        }
        return -1
    }
}
