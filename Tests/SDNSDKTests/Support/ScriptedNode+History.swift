import HeraldJSON
import HeraldLocks

/// The scripted node's answers about its room's past. Each token names the event before which it stands.
extension ScriptedNode {
    static func stateKey(_ event: JSONObject) -> String? {
        guard let type = event["type"]?.stringValue, let key = event["state_key"]?.stringValue else { return nil }
        return type + "|" + key
    }

    func messages(from: String?, direction: String, limit: Int) -> JSONValue {
        state.withLock { state in
            let count = state.log.count
            let place = from.flatMap { Int($0.dropFirst()) }.map { min($0, count) }
            if direction == "f" {
                let begin = place ?? 0
                let end = min(count, begin + limit)
                var page: JSONObject = [
                    "start": .string("s\(begin)"),
                    "chunk": .array(state.log[begin..<end].filter(state.isTold).map(JSONValue.object)),
                ]
                if end < count { page["end"] = .string("s\(end)") }
                return .object(page)
            }
            let end = place ?? count
            let start = max(0, end - limit)
            var page: JSONObject = [
                "start": .string("s\(end)"),
                "chunk": .array(state.log[start..<end].reversed().filter(state.isTold).map(JSONValue.object)),
            ]
            if start > 0 { page["end"] = .string("s\(start)") }
            return .object(page)
        }
    }

    func context(of eventId: String, limit: Int) -> JSONValue? {
        state.withLock { state in
            guard let index = state.log.firstIndex(where: { $0["event_id"]?.stringValue == eventId }) else {
                return nil
            }
            let start = max(0, index - limit / 2)
            let end = min(state.log.count, index + 1 + limit / 2)
            var current: [String: JSONObject] = [:]
            for event in state.log[..<end] {
                if let key = Self.stateKey(event) { current[key] = event }
            }
            return [
                "event": .object(state.log[index]),
                "events_before": .array(state.log[start..<index].reversed().filter(state.isTold).map(JSONValue.object)),
                "events_after": .array(state.log[(index + 1)..<end].filter(state.isTold).map(JSONValue.object)),
                "state": .array(current.values.map(JSONValue.object)),
                "start": .string("s\(start)"), "end": .string("s\(end)"),
            ]
        }
    }

    func change(_ eventId: String, _ body: (inout JSONObject) -> Void) {
        state.withLock { state in
            guard let index = state.log.firstIndex(where: { $0["event_id"]?.stringValue == eventId }) else { return }
            body(&state.log[index])
        }
    }

    /// The state before each event, by the event's id: the ids and contents of the state events as they are now.
    var statesBefore: [String: [String: StateModel]] {
        state.withLock { state in
            var (current, before): ([String: StateModel], [String: [String: StateModel]]) = ([:], [:])
            for event in state.log {
                let id = event["event_id"]?.stringValue ?? ""
                before[id] = current
                if let key = Self.stateKey(event) {
                    current[key] = StateModel(eventId: id, content: event["content"]?.objectValue ?? [:])
                }
            }
            return before
        }
    }
}

/// A test's view of a piece of state.
struct StateModel: Equatable {
    let eventId: String
    let content: JSONObject
}

extension ScriptedNode.State {
    func isTold(_ event: JSONObject) -> Bool {
        guard leavesIgnoredOut, event["state_key"] == nil, let sender = event["sender"]?.stringValue else {
            return true
        }
        return !(ignored ?? []).contains(sender)
    }
}
