import HeraldJSON
import SDNValues
import SDNWire

// The profiles of the members that a response names.
extension RoomFold {
    mutating func takeProfile(_ event: MXReceivedEvent) {
        guard event.type == EventType.member, let userId = event.stateKey, let content = event.content,
            content["membership"]?.equals(text: "join") ?? false
                || content["membership"]?.equals(text: "invite") ?? false
        else { return }
        func text(_ key: String) -> String? { content[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        profiles.append(
            MXUserProfile(
                userId: userId, displayname: text("displayname"),
                avatarUrl: AvatarAddress.checked(text("avatar_url"))))
    }

    mutating func takeProfile(_ event: MXEvent) {
        if let member = MXRoomMember(event), member.isPresent {
            profiles.append(
                MXUserProfile(userId: member.userId, displayname: member.displayname, avatarUrl: member.avatarUrl))
        }
    }
}
