import HeraldJSON

extension MXRoomState {
    /// The display names of the joined and invited members, by user ID. The contents of the member events are not stored, because a large
    /// room has many.
    package var presentNames: [String: String] {
        var names: [String: String] = [:]
        for event in stateEvents(with: .roomMember) {
            guard let userId = event.stateKey, let content = (try? JSONDocument(event.rawBytes))?.root["content"],
                let membership = content["membership"],
                membership.equals(text: "join") || membership.equals(text: "invite"),
                let name = content["displayname"]?.string, !name.isEmpty
            else { continue }
            names[userId] = name
        }
        return names
    }
}
