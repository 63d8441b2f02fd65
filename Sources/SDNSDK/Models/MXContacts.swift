import HeraldJSON

/// A user's contacts (SDN sheet 2.1).
public struct MXContactsListResponse: JSONModel, Hashable {
    /// Room ids.
    public let rooms: [String]
    /// Users.
    public let people: [MXContactPeopleData]

    init(json: JSONReader) throws {
        rooms = try json.optionalStrings("rooms") ?? []
        people = try json.optionalObjects("people")?.map(MXContactPeopleData.init(json:)) ?? []
    }

    /// Whether there is no contact at all.
    public var isEmpty: Bool { rooms.isEmpty && people.isEmpty }
}

/// A user among one's contacts.
public struct MXContactPeopleData: JSONModel, Hashable {
    /// The user's id.
    public let contactId: String
    /// The user's name; `nil` when there is none.
    public let displayname: String?
    /// An `mxc://` URL; `nil` when there is none.
    public let avatarUrl: String?
    /// What the contact was filed under.
    public let tags: [String]
    /// What the network knows of the user beside; empty on nodes that do not say.
    public let extendedFields: MXContactExtendedFields

    init(json: JSONReader) throws {
        contactId = try json.string("contact_id")
        displayname = try json.optionalString("displayname").flatMap { $0.isEmpty ? nil : $0 }
        avatarUrl = try json.optionalString("avatar_url").flatMap { $0.isEmpty ? nil : $0 }
        tags = try json.optionalStrings("tags") ?? []
        extendedFields = MXContactExtendedFields(json.value["extended_fields"]?.objectValue ?? [:])
    }
}

/// What the network knows of a contact, kept as it comes.
public struct MXContactExtendedFields: Sendable, Hashable {
    /// A name of the Ethereum name service; `nil` when there is none.
    public let ens: String?
    /// Whether the picture is a token on trial.
    public let nftIsTrial: Bool
    /// Until when the trial lasts, in milliseconds since 1970; 0 without one.
    public let nftTrialValidUntil: Int64
    /// All of it.
    public let json: JSONObject

    init(_ json: JSONObject) {
        ens = json["ens"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        // Truth values come as numbers from some nodes.
        nftIsTrial = json["nft_is_trial"]?.boolValue ?? (json["nft_is_trial"]?.intValue == 1)
        nftTrialValidUntil = json["nft_trial_valid_until_ms"]?.intValue ?? 0
        self.json = json
    }
}

/// Whether somebody or a room is a contact (SDN sheet 2.2).
public struct MXContactVerifyResponse: Sendable, Hashable {
    /// Whether it is one.
    public let isFavorite: Bool

    init(isFavorite: Bool) { self.isFavorite = isFavorite }
}
