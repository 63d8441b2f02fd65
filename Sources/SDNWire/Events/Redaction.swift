import HeraldJSON

extension RoomVersion {
    /// The event as it looks after a redaction, by this version's algorithm (SDN sheet 7.6).
    ///
    /// `unsigned` is dropped with the rest; the caller adds `redacted_because` where it has one.
    public func redacted(_ event: JSONObject) -> JSONObject {
        let type = event["type"]?.stringValue ?? ""
        var kept = JSONObject()
        for (key, value) in event where topLevelKeysKept.contains(key) { kept[key] = value }
        kept["content"] = .object(redactedContent(event["content"]?.objectValue ?? [:], type: type))
        return kept
    }

    /// The content that survives a redaction of an event of this type.
    public func redactedContent(_ content: JSONObject, type: String) -> JSONObject {
        guard let keys = contentKeysKept(type: type) else { return content }
        var kept = JSONObject()
        for (key, value) in content where keys.contains(key) { kept[key] = value }
        // From 11 on, of a third-party invite only what the identity server signed survives.
        if self == .v11, type == EventType.member, let signed = content["third_party_invite"]?["signed"] {
            kept["third_party_invite"] = ["signed": signed]
        }
        return kept
    }
}
