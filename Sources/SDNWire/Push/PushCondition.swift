import HeraldJSON

/// One condition of a push rule, parsed once. An unknown or malformed condition is kept unchanged and never holds (SDN sheet 6.3). It is a class,
/// because every event is checked against many conditions, and a copy of their parts would take longer than most checks.
package final class PushCondition: Sendable, Hashable {
    /// The condition as on the wire.
    package let json: JSONValue
    private let test: Test

    private enum Test: Sendable, Equatable {
        case matches(PropertyPath, PushPattern, isBody: Bool)
        case propertyIs(PropertyPath, JSONValue)
        case propertyContains(PropertyPath, JSONValue)
        case containsDisplayName
        case memberCount(MemberCountTest)
        case senderMayNotify(String)
        case never
    }

    package init(_ json: JSONValue) {
        self.json = json
        self.test = Self.read(json)
    }

    package static func == (left: PushCondition, right: PushCondition) -> Bool {
        left.json == right.json && left.test == right.test
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(json) }

    /// Returns the condition of a content rule: `content.body` matches the pattern.
    package static func body(contains pattern: String) -> PushCondition {
        PushCondition(["kind": "event_match", "key": "content.body", "pattern": .string(pattern)])
    }

    /// Returns the condition of a room rule or sender rule: a member equals this text.
    package static func property(_ key: String, is text: String) -> PushCondition {
        PushCondition(["kind": "event_property_is", "key": .string(key), "value": .string(text)])
    }

    package func holds(for event: PushEvent, facts: PushRoomFacts, user: PushUser) -> Bool {
        switch test {
        case .matches(let path, let pattern, let isBody):
            if isBody { return event.body.map { Self.matches(pattern, body: $0, event.work) } ?? false }
            guard let text = event.value(at: path)?.stringValue else { return false }
            return Self.matches(pattern, whole: text, path, event.work)
        case .propertyIs(let path, let value):
            return event.value(at: path).map { Self.isSame($0, value) } ?? false
        case .propertyContains(let path, let value):
            guard let list = event.value(at: path)?.arrayValue else { return false }
            let find = { list.contains { Self.isSame($0, value) } }
            let cost = list.count * (1 + (value.stringValue?.utf8.count ?? 0) / 16)
            return event.work.map { $0.answer(.contains(path, value), cost: cost, find) } ?? find()
        case .containsDisplayName:
            guard let name = user.displayName, let body = event.body else { return false }
            let find = { name.lies(in: body) }
            return event.work.map { $0.answer(.name(user: user.id), cost: body.scalars.count, find) } ?? find()
        case .memberCount(let count):
            return count.holds(for: facts.joinedMembers)
        case .senderMayNotify(let key):
            return facts.senderMayNotify(key)
        case .never:
            return false
        }
    }

    /// True when the condition searches a text or a list, which costs time even when the condition is short. Such conditions are limited in number.
    package var isSearch: Bool {
        switch test {
        case .matches(_, let pattern, let isBody): isBody || pattern.hasWildcards
        case .propertyContains: true
        default: false
        }
    }

    /// The estimated memory size, in bytes. The strings and values of `test` share memory with `json`.
    package var weight: Int {
        let held = HeldBytes.buffer + MemoryLayout<(JSONValue, Test)>.stride + HeldBytes.of(json)
        return switch test {
        case .matches(let path, let pattern, _): held + path.weight + pattern.weight
        case .propertyIs(let path, _), .propertyContains(let path, _): held + path.weight
        case .containsDisplayName, .memberCount, .senderMayNotify, .never: held
        }
    }

    private static func matches(_ pattern: PushPattern, body: FoldedText, _ work: PushWork?) -> Bool {
        guard let work else { return pattern.matches(body, .words) }
        // Most patterns are plain words. A look-up in the set of the body's words shows if the pattern's first word occurs. If that word
        // does not occur, no search is needed.
        if let word = pattern.firstWord, !work.holds(word: word, in: body) { return false }
        return work.answer(.body(pattern), cost: pattern.cost(over: body.scalars.count)) {
            pattern.matches(body, .words)
        }
    }

    /// Texts of up to this many bytes, such as types and IDs, are compared without counting the work.
    private static let short = 512

    private static func matches(_ pattern: PushPattern, whole text: String, _ path: PropertyPath, _ work: PushWork?)
        -> Bool
    {
        guard let work, pattern.hasWildcards || text.utf8.count > short else { return pattern.matchesWhole(text) }
        guard let folded = work.folded(path, text) else { return false }
        guard pattern.hasWildcards else { return pattern.matches(folded, .whole) }
        return work.answer(.whole(path, pattern), cost: pattern.cost(over: folded.scalars.count)) {
            pattern.matches(folded, .whole)
        }
    }

    private static func read(_ json: JSONValue) -> Test {
        let key = json["key"]?.stringValue
        switch json["kind"]?.stringValue {
        case "event_match":
            guard let key, let pattern = json["pattern"]?.stringValue.flatMap(PushPattern.init) else { return .never }
            return .matches(PropertyPath(key), pattern, isBody: key == "content.body")
        case "event_property_is":
            guard let key, let value = scalar(json["value"]) else { return .never }
            return .propertyIs(PropertyPath(key), value)
        case "event_property_contains":
            guard let key, let value = scalar(json["value"]) else { return .never }
            return .propertyContains(PropertyPath(key), value)
        case "contains_display_name": return .containsDisplayName
        case "room_member_count":
            return json["is"]?.stringValue.flatMap(MemberCountTest.init).map(Test.memberCount) ?? .never
        case "sender_notification_permission": return key.map(Test.senderMayNotify) ?? .never
        default: return .never
        }
    }

    private static func scalar(_ value: JSONValue?) -> JSONValue? {
        switch value {
        case .string, .int, .bool, .null: value
        default: nil
        }
    }

    /// Compares strings byte by byte, because Swift's `==` also treats canonically equivalent strings as equal.
    private static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if case .string(let a) = left, case .string(let b) = right { return a.utf8.elementsEqual(b.utf8) }
        return left == right
    }
}
