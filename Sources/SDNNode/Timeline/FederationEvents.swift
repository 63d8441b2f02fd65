import HeraldJSON

/// Events with the members that servers exchange, for clients that ask for the format `federation`.
extension ClientEventWriter {
    /// Adds the members to the JSON of an event.
    func federationForm(of json: [UInt8], _ event: StoredEvent) throws -> [UInt8] {
        guard let members = try FederationRows.members(of: event.ord, room: room.rowID, in: db) else { return json }
        var object = JSONObjectWriter()
        object.add("auth_events", JSONValue.array(members.auth.map(JSONValue.string)).serialized())
        object.add("depth", "\(members.depth)")
        object.add("hashes", JSONValue.object(["sha256": .string(members.hash)]).serialized())
        object.add(
            "prev_events", JSONValue.array([members.previous].compactMap(\.self).map(JSONValue.string)).serialized())
        // No other server checks the events, so they are not signed.
        object.add("signatures", "{}")
        return object.bytes + [UInt8(ascii: ",")] + json.dropFirst()
    }
}
