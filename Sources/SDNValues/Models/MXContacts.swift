import HeraldJSON

/// A user's contacts (SDN sheet 2.1).
public struct MXContactsListResponse: JSONModel, Hashable {
    /// The IDs of the rooms among the contacts.
    public let rooms: [String]
    /// The users among the contacts.
    public let people: [MXContactPeopleData]

    package init(json: JSONReader) throws {
        rooms = try json.optionalStrings("rooms") ?? []
        people = try json.optionalObjects("people")?.map(MXContactPeopleData.init(json:)) ?? []
    }

    /// True when there is no contact at all.
    public var isEmpty: Bool { rooms.isEmpty && people.isEmpty }
}

/// A user among a user's contacts.
public struct MXContactPeopleData: JSONModel, Hashable {
    /// The user's ID.
    public let contactId: String
    /// The user's name; `nil` when there is none.
    public let displayname: String?
    /// The avatar, an `mxc://` URL; `nil` when there is none.
    public let avatarUrl: String?
    /// The tags under which the contact was filed.
    public let tags: [String]
    /// More facts about the user from the network; empty on nodes that send none.
    public let extendedFields: MXContactExtendedFields

    package init(json: JSONReader) throws {
        contactId = try json.string("contact_id")
        displayname = try json.optionalString("displayname").flatMap { $0.isEmpty ? nil : $0 }
        avatarUrl = AvatarAddress.checked(try json.optionalString("avatar_url"))
        tags = try json.optionalStrings("tags") ?? []
        extendedFields = MXContactExtendedFields(json.value["extended_fields"]?.objectValue ?? [:])
    }
}

/// The network's other facts about a contact, kept unchanged.
public struct MXContactExtendedFields: Sendable, Hashable {
    /// A name of the Ethereum Name Service; `nil` when there is none.
    public let ens: String?
    /// True when the avatar is a trial NFT.
    public let nftIsTrial: Bool
    /// The end of the trial, in milliseconds since 1970; 0 without a trial.
    public let nftTrialValidUntil: Int64
    /// All members as the node sent them.
    public let json: JSONObject

    init(_ json: JSONObject) {
        ens = json["ens"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        // Some nodes send booleans as numbers.
        nftIsTrial = json["nft_is_trial"]?.boolValue ?? (json["nft_is_trial"]?.intValue == 1)
        nftTrialValidUntil = json["nft_trial_valid_until_ms"]?.intValue ?? 0
        self.json = json
    }
}

/// The answer to the question whether a user or room is a contact (SDN sheet 2.2).
public struct MXContactVerifyResponse: Sendable, Hashable {
    /// True when the user or room is a contact.
    public let isFavorite: Bool

    package init(isFavorite: Bool) { self.isFavorite = isFavorite }
}
