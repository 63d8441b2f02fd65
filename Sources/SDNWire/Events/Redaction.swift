import HeraldJSON

extension RoomVersion {
    /// Returns the event as a redaction leaves it, by the algorithm of this room version (SDN sheet 7.6).
    ///
    /// The algorithm removes `unsigned`. The caller adds `unsigned.redacted_because` if it has the redaction event.
    public func redacted(_ event: JSONObject) -> JSONObject {
        let type = event["type"]?.stringValue ?? ""
        var kept = JSONObject()
        for (key, value) in event where topLevelKeysKept.contains(key) { kept[key] = value }
        kept["content"] = .object(redactedContent(event["content"]?.objectValue ?? [:], type: type))
        return kept
    }

    /// Returns the content that remains after an event of this type is redacted.
    public func redactedContent(_ content: JSONObject, type: String) -> JSONObject {
        guard let keys = contentKeysKept(type: type) else { return content }
        var kept = JSONObject()
        for (key, value) in content where keys.contains(key) { kept[key] = value }
        // From room version 11 on, only the part of a third-party invite that the identity server signed is kept.
        if keepsSignedInvitation, type == EventType.member, let signed = content["third_party_invite"]?["signed"] {
            kept["third_party_invite"] = ["signed": signed]
        }
        return kept
    }
}
