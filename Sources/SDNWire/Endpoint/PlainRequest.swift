import HeraldJSON

/// A request whose parts are sent as the caller wrote them. It is for endpoints whose content Herald's client does not interpret.
package struct PlainRequest: WireRequest, Hashable {
    private let all: RequestParts

    package init(path: [String: String] = [:], query: [String: String] = [:], body: JSONObject? = nil) {
        self.init(parts: RequestParts(path: path, query: query, body: body.map(JSONValue.object)))
    }
    package init(parts: RequestParts) { all = parts }
    package func parts() -> RequestParts { all }
}

extension PlainRequest: RedactedValue {
    package var description: String { "PlainRequest(\(all))" }
}

/// A request that consists of a JSON body, which the caller wrote.
package struct BodyRequest: WireRequest, Hashable {
    package var body: JSONObject
    package init(_ body: JSONObject) { self.body = body }
    package init(parts: RequestParts) throws { self.body = try parts.object().value }
    package func parts() -> RequestParts { RequestParts(body: .object(body)) }
}

extension BodyRequest: RedactedValue {
    package var description: String { "BodyRequest(\(body.count) members)" }
}
