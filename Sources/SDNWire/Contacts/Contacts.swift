import HeraldJSON

extension Endpoints {
    /// Lists the caller's contacts, both users and rooms (SDN sheet 2.1).
    package static let contactsList = Endpoint<ProfileRequest, RawJSON>(
        .get, .client(.r0), "contacts_list/{userId}", history: .sdn)
    /// Adds a user or a room as a contact. Replaces the tags if the contact exists (SDN sheet 2.1).
    package static let setContact = Endpoint<ContactRequest, EmptyObject>(
        .put, .client(.r0), "contact/{userId}", history: .sdn)
    /// Removes a contact. The body names the contact to remove (SDN sheet 2.1).
    package static let removeContact = Endpoint<ContactRequest, EmptyObject>(
        .delete, .client(.r0), "contact/{userId}", history: .sdn)
    /// Returns true if a user or a room is a contact of the caller (SDN sheet 2.2).
    package static let isContact = Endpoint<ContactRequest, IsContactResponse>(
        .post, .client(.r0), "contact/{userId}", limit: .reads, history: .sdn)
    /// Returns the base URL for video meetings (SDN sheet 2.1).
    package static let meetingServer = Endpoint<NoInput, MeetingServerResponse>(
        .get, .clientUnversioned, "get_meeting_svr", history: .sdn)
}

/// One contact of a user.
package struct ContactRequest: WireRequest, Hashable {
    /// The user who has the contact.
    package var userID: String
    /// A user ID or a room ID.
    package var contactID: String
    /// True when the contact is a room. It is written as `0` or `1`. A Boolean is read as well.
    package var isRoom: Bool
    package var tags: [String]?

    package init(userID: String, contactID: String, isRoom: Bool, tags: [String]? = nil) {
        self.userID = userID
        self.contactID = contactID
        self.isRoom = isRoom
        self.tags = tags
    }
    package init(parts: RequestParts) throws {
        let body = try parts.object()
        self.userID = try parts.pathValue("userId")
        self.contactID = try body.string("contact_id")
        switch body.optionalValue("is_room") {
        case nil, .int(0), .bool(false): self.isRoom = false
        case .int(1), .bool(true): self.isRoom = true
        default: throw WireError(.invalid, field: "is_room", reason: "expected 0 or 1")
        }
        self.tags = try body.optionalStrings("tags")
    }
    package func parts() -> RequestParts {
        var object: JSONObject = ["contact_id": .string(contactID), "is_room": .int(isRoom ? 1 : 0)]
        object.set("tags", tags)
        return RequestParts(path: ["userId": userID], body: .object(object))
    }
}

/// The response `{"is_favorite":…}`.
package struct IsContactResponse: WireObject, Hashable {
    package var isContact: Bool
    package init(isContact: Bool) { self.isContact = isContact }
    package init(json: JSONReader) throws { self.isContact = try json.bool("is_favorite") }
    package var json: JSONValue { ["is_favorite": .bool(isContact)] }
}

/// The response `{"svrurl":…}`.
package struct MeetingServerResponse: WireObject, Hashable {
    package var url: String
    package init(url: String) { self.url = url }
    package init(json: JSONReader) throws { self.url = try json.string("svrurl") }
    package var json: JSONValue { ["svrurl": .string(url)] }
}
