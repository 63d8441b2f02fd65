import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import SDNWire

/// The scripted node's answers when no fault is set.
extension ScriptedNode {
    func respond(to request: TransportRequest) async throws -> TransportResponse {
        let parts = request.url.path.split(separator: "/").map(String.init)
        var query: [String: String] = [:]
        for item in URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? [] {
            query[item.name] = item.value
        }
        if parts.last == "upload" { return answer(["content_uri": .string(keep(request.body ?? []))]) }
        let body = try request.body.flatMap { try JSONValue(parsing: $0).objectValue } ?? [:]
        switch (request.method, parts.last ?? "") {
        case ("POST", "filter"):
            let number = state.withLock { state in
                state.filters += 1
                return state.filters
            }
            return answer(["filter_id": .string("f\(number)")])
        case ("GET", "sync"):
            state.withLock { $0.syncsUnderWay += 1 }
            defer { state.withLock { $0.syncsUnderWay -= 1 } }
            return answer(try await sync(since: query["since"], timeout: query["timeout"] ?? "0"))
        case ("GET", "messages"):
            return answer(
                messages(from: query["from"], direction: query["dir"] ?? "b", limit: Int(query["limit"] ?? "10") ?? 10))
        case ("GET", let eventId) where parts.contains("context"):
            guard let context = context(of: eventId, limit: Int(query["limit"] ?? "10") ?? 10) else {
                return answer(["errcode": "M_NOT_FOUND", "error": "no such event"], status: 404)
            }
            return answer(context)
        case ("GET", "m.room.encryption"):
            let content = state.withLock { $0.log.last { $0["type"] == "m.room.encryption" }?["content"] }
            return answer(
                content ?? ["errcode": "M_NOT_FOUND", "error": "no such state"], status: content == nil ? 404 : 200)
        case ("POST", "leave"):
            state.withLock { $0.isLeft = true }
            add("m.room.member", ["membership": "leave"], sender: Self.me, stateKey: Self.me)
            return answer([:])
        case ("PUT", _) where parts.contains("send") || parts.contains("redact"):
            return answer(["event_id": .string(put(parts, body))])
        default: return answer(["errcode": "M_UNRECOGNIZED", "error": "not scripted"], status: 404)
        }
    }

    private func keep(_ file: [UInt8]) -> String {
        state.withLock { state in
            state.files.append(file)
            return "mxc://node.example/file\(state.files.count)"
        }
    }

    private func put(_ parts: [String], _ body: JSONObject) -> String {
        let (kind, type, txn) = (parts[parts.count - 3], parts[parts.count - 2], parts[parts.count - 1])
        if let known = state.withLock({ $0.transactions[txn] }) { return known }
        let id =
            kind == "redact"
            ? add("m.room.redaction", body, sender: Self.me, redacts: type, txn: txn)
            : add(type, body, sender: Self.me, txn: txn)
        state.withLock { $0.transactions[txn] = id }
        return id
    }

    private func sync(since: String?, timeout: String) async throws -> JSONValue {
        let start = since.flatMap { Int($0.dropFirst()) } ?? 0
        while timeout != "0", state.withLock({ $0.log.count <= start && !$0.isDown }) { try await wait() }
        return state.withLock { state in
            let end = state.log.count
            let from = max(min(start, end), end - state.limit)
            var room = JSONObject()
            if end > start || since == nil {
                let timeline = state.log[from..<end]
                var before: [String: JSONObject] = [:]
                for event in state.log[min(since == nil ? 0 : start, from)..<from] {
                    if let key = Self.stateKey(event) { before[key] = event }
                }
                room["state"] = ["events": .array(before.values.map(JSONValue.object))]
                room["timeline"] = [
                    "events": .array(timeline.filter(state.isTold).map(JSONValue.object)),
                    "limited": .bool(from > start), "prev_batch": .string("s\(from)"),
                ]
                room["summary"] = ["m.joined_member_count": 2, "m.invited_member_count": 0]
            }
            let section = state.isLeft ? "leave" : "join"
            let rooms: JSONValue = room.isEmpty ? [:] : [section: [Self.room: .object(room)]]
            var answer: JSONObject = ["next_batch": .string("s\(end)"), "rooms": rooms]
            if let ignored = state.ignored {
                let list = JSONObject(uniqueKeysWithValues: ignored.map { ($0, [:] as JSONValue) })
                answer["account_data"] = [
                    "events": [["type": "m.ignored_user_list", "content": ["ignored_users": .object(list)]]]
                ]
            }
            return .object(answer)
        }
    }
}
