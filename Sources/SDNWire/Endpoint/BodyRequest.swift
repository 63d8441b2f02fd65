import HeraldJSON

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
