import GRDB
import HeraldJSON
import SDNWire

/// The part of a member event that comes from the user's profile.
enum MemberProfile {
    static func content(of userID: String, in db: Database) throws -> JSONObject {
        let profile = try AccountStore.profile(of: userID, in: db)
        var content = JSONObject()
        content.set("displayname", profile.displayname)
        content.set("avatar_url", profile.avatarURL)
        return content
    }
}
