import HeraldJSON

/// A request to join a room with an invitation that an identity server signed (SDN sheet 3.2).
package struct SignedJoinRequest: WireRequest, Hashable {
    package var join: RoomActionRequest
    package var signed: JSONObject

    package init(_ join: RoomActionRequest, signed: JSONObject) {
        self.join = join
        self.signed = signed
    }
    package init(parts: RequestParts) throws {
        self.join = try RoomActionRequest(parts: parts)
        self.signed = try parts.object().object("third_party_signed").value
    }
    package func parts() -> RequestParts {
        var parts = join.parts()
        var body = parts.body?.objectValue ?? [:]
        body["third_party_signed"] = .object(signed)
        parts.body = .object(body)
        return parts
    }
}
