import Foundation
import HeraldHTTP
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire

/// The requests in which SendingNetwork's clients write names of their own for those of Matrix (SDN sheet 0.2 and 8.4). The content of events is never
/// changed.
struct RenamedEndpoints: Sendable {
    private static let root = "/_matrix/client/v3"
    private static let sdn = "org.sdn.", matrix = "org.matrix."
    /// The proposals whose paths the homeserver may serve under Matrix's unstable name.
    static let proposals = [
        "msc2697.v2", "msc3391", "msc3575", "simplified_msc3575", "msc3720", "msc3814.v1", "msc3882",
    ]

    let client: HomeserverClient

    func register(in table: inout OwnEndpoints) {
        let client = client
        // A client of Matrix needs no other names, so its requests are passed on as they are.
        table.pass(Endpoints.versions, root: .api) { _, call in
            let answer = try await client.ask("GET", "/_matrix/client/versions", token: call.token)
            guard answer.status == 200 else { return try OwnAnswer(answer) }
            var versions = try HomeserverClient.object(answer)
            versions["unstable_features"] = versions["unstable_features"].map(Self.withBothNames)
            return OwnAnswer(body: JSONValue.object(versions).serialized())
        }
        table.pass(Endpoints.redact.taking(Redaction.self), access: .open, root: .api) { request, call in
            try await Self.redact("PUT", request, client, call)
        }
        table.pass(Endpoints.redactOnce.taking(Redaction.self), access: .open, root: .api) { request, call in
            try await Self.redact("POST", request, client, call)
        }
        table.pass(Endpoints.setPusher.taking(BodyRequest.self), access: .open) { request, call in
            var body = Self.renamed(request.body)
            if let data = body["data"]?.objectValue { body["data"] = .object(PushAddress.forHomeserver(data)) }
            return try OwnAnswer(
                try await client.ask(
                    "POST", "\(Self.root)/pushers/set", token: call.token, body: JSONValue.object(body).serialized()))
        }
        table.pass(Endpoints.pushers, access: .open) { _, call in
            let answer = try await client.ask("GET", "\(Self.root)/pushers", token: call.token)
            guard answer.status == 200 else { return try OwnAnswer(answer) }
            var object = try HomeserverClient.object(answer)
            object["pushers"] = .array(
                (object["pushers"]?.arrayValue ?? []).map { pusher in
                    guard var pusher = Self.withBothNames(pusher).objectValue else { return pusher }
                    if let data = pusher["data"]?.objectValue { pusher["data"] = .object(PushAddress.forClient(data)) }
                    return .object(pusher)
                })
            return OwnAnswer(body: JSONValue.object(object).serialized())
        }
    }

    private static func redact(
        _ method: String, _ request: Redaction, _ client: HomeserverClient, _ call: OwnCall
    ) async throws -> OwnAnswer {
        let path = request.path.map { PercentEncoding.encodeSegment($0) }
        let target = "\(root)/rooms/\(path[0])/redact/\(path.dropFirst().joined(separator: "/"))"
        return try OwnAnswer(
            try await client.ask(
                method, target, token: call.token, body: JSONValue.object(renamed(request.body)).serialized()))
    }

    /// Returns an object whose members have Matrix's names. A member that is present under both names stays as it is.
    static func renamed(_ object: JSONObject) -> JSONObject {
        var result = object
        for (name, value) in object where name.hasPrefix(sdn) {
            let other = matrix + name.dropFirst(sdn.count)
            guard object[other] == nil else { continue }
            result[name] = nil
            result[other] = value
        }
        return result
    }

    /// Returns an object that has each member with an unstable name of Matrix under SendingNetwork's name too. A client knows only one of the two.
    static func withBothNames(_ value: JSONValue) -> JSONValue {
        guard let object = value.objectValue else { return value }
        var result = object
        for (name, value) in object where name.hasPrefix(matrix) {
            let other = sdn + name.dropFirst(matrix.count)
            if object[other] == nil { result[other] = value }
        }
        return .object(result)
    }
}

/// A redaction as the client wrote it.
private struct Redaction: WireRequest {
    /// The room, the event and perhaps the transaction.
    let path: [String]
    let body: JSONObject

    init(parts: RequestParts) throws {
        path = try [parts.pathValue("roomId"), parts.pathValue("eventId")] + (parts.path["txnId"].map { [$0] } ?? [])
        body = try parts.object().value
    }
    func parts() -> RequestParts { RequestParts(body: .object(body)) }
}

/// The address of a push gateway in the member `data` of a pusher (SDN sheet 6.1). Homeservers accept only Matrix's path, so they receive it in place
/// of SendingNetwork's. The push gateway is the one that the client named: this gateway sends no notifications itself.
private enum PushAddress {
    private static let sdnPath = "/_api/push/v1/notify", matrixPath = "/_matrix/push/v1/notify"
    /// The member with the client's own URL.
    private static let original = "org.sdn.url"

    /// Returns the data for the homeserver.
    static func forHomeserver(_ data: JSONObject) -> JSONObject {
        guard let url = data["url"]?.stringValue, let changed = forHomeserver(url) else { return data }
        var data = data
        data["url"] = .string(changed)
        data[original] = .string(url)
        return data
    }

    /// Returns the data as the client sent it.
    static func forClient(_ data: JSONObject) -> JSONObject {
        guard let url = data[original]?.stringValue, let changed = forHomeserver(url), data["url"] == .string(changed)
        else { return data }
        var data = data
        data["url"] = .string(url)
        data[original] = nil
        return data
    }

    private static func forHomeserver(_ url: String) -> String? {
        guard var parts = URLComponents(string: url), parts.path == sdnPath else { return nil }
        parts.path = matrixPath
        return parts.string
    }
}
