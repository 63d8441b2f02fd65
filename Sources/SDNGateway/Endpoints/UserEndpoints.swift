import HeraldHTTP
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire
import Synchronization

/// The endpoints of contacts, of texts about users and of the introduction (SDN sheet 2). The gateway stores their data by user ID.
struct UserEndpoints: Sendable {
    /// The most contacts of a user, and the most bytes of their IDs and tags, because one answer has all of them.
    static let contactsPerUser = 5_000, contactBytesPerUser = 1 << 20
    /// The most tags of a contact, and the most bytes of a tag.
    static let tagsPerContact = 50, tagBytes = 100
    /// The most characters and the most bytes of the text about a user.
    static let signatureCharacters = 100, signatureBytes = 4_000
    /// The most bytes of a step of the introduction.
    static let stepBytes = 4_096

    let database: any GatewayDatabase
    let store: DatabaseDIDStore
    let client: HomeserverClient
    let meetingServerURL: String?

    func register(in table: inout OwnEndpoints) {
        registerContacts(in: &table)
        registerProfiles(in: &table)
        let (database, meetingServerURL) = (database, meetingServerURL)
        table.on(Endpoints.meetingServer) { _, _ in
            guard let meetingServerURL else { throw MatrixError(.notFound, "This server has no meeting server.") }
            return MeetingServerResponse(url: meetingServerURL)
        }
        table.on(Endpoints.setGuideStep) { request, call in
            let user = try call.authenticated(), step = request.step.serialized()
            guard step.count <= Self.stepBytes else {
                throw WireError(.tooLong, field: "step", reason: "at most \(Self.stepBytes) bytes are allowed")
            }
            try await database.write { rows in try rows.setGuideStep(step, of: user) }
            return EmptyObject()
        }
    }

    private func registerContacts(in table: inout OwnEndpoints) {
        let database = database
        table.on(Endpoints.contactsList) { request, call in
            let user = try call.owner(of: request.userID)
            let contacts = try await database.read { rows in try rows.contacts(of: user) }
            return RawJSON(assembled: try Self.json(contacts).serialized())
        }
        table.on(Endpoints.setContact) { request, call in
            let user = try call.owner(of: request.userID)
            let contact = StoredContact(
                id: try Self.contactID(request), isRoom: request.isRoom, tags: try Self.tags(request.tags))
            try await database.write { rows in
                try rows.lock("contacts/\(user)")
                let others = try rows.contactUse(of: user, without: contact.id, isRoom: contact.isRoom)
                guard others.count < Self.contactsPerUser,
                    others.bytes + contact.id.utf8.count + contact.tags.count <= Self.contactBytesPerUser
                else {
                    throw MatrixError(
                        .resourceLimitExceeded,
                        "A user has at most \(Self.contactsPerUser) contacts with \(Self.contactBytesPerUser) bytes of IDs and tags."
                    )
                }
                try rows.setContact(contact, of: user, now: rows.now())
            }
            return EmptyObject()
        }
        table.on(Endpoints.removeContact) { request, call in
            let user = try call.owner(of: request.userID), id = try Self.contactID(request)
            try await database.write { rows in try rows.removeContact(id, isRoom: request.isRoom, of: user) }
            return EmptyObject()
        }
        table.on(Endpoints.isContact) { request, call in
            let user = try call.owner(of: request.userID), id = try Self.contactID(request)
            return IsContactResponse(
                isContact: try await database.read { rows in try rows.hasContact(id, isRoom: request.isRoom, of: user) }
            )
        }
    }

    private func registerProfiles(in table: inout OwnEndpoints) {
        let (database, client) = (database, client)
        let additions = ProfileAdditions(database: database, store: store)
        table.pass(Endpoints.profile, access: .open) { request, call in
            let user = try UserID(request.userID, field: "userId").text
            let answer = try await client.ask(
                "GET", "/_matrix/client/v3/profile/\(PercentEncoding.encodeSegment(user))", token: call.token)
            guard answer.status == 200 else { return try OwnAnswer(answer) }
            var profile = try HomeserverClient.object(answer)
            let (wallet, signature) = try await additions.read(user)
            profile.set("wallet_address", wallet)
            if !signature.isEmpty { profile["signature"] = .string(signature) }
            return OwnAnswer(body: JSONValue.object(profile).serialized())
        }
        table.on(Endpoints.profileSignature, access: .open) { request, _ in
            let user = try UserID(request.userID, field: "userId").text
            return ProfileSignature(signature: try await database.read { rows in try rows.signature(of: user) })
        }
        table.on(Endpoints.setProfileSignature) { request, call in
            let user = try call.owner(of: request.userID)
            let text = try StoredText.checked(request.signature, field: "signature")
            guard text.count <= Self.signatureCharacters, text.utf8.count <= Self.signatureBytes else {
                throw WireError(
                    .tooLong, field: "signature",
                    reason:
                        "at most \(Self.signatureCharacters) characters and \(Self.signatureBytes) bytes are allowed"
                )
            }
            try await database.write { rows in try rows.setSignature(text, of: user) }
            return EmptyObject()
        }
    }

    private static func contactID(_ request: ContactRequest) throws -> String {
        let id =
            request.isRoom
            ? try RoomID(request.contactID, field: "contact_id").text
            : try UserID(request.contactID, field: "contact_id").text
        return try StoredText.checked(id, field: "contact_id")
    }

    private static func tags(_ tags: [String]?) throws -> [UInt8] {
        let tags = tags ?? []
        guard tags.count <= tagsPerContact, tags.allSatisfy({ $0.utf8.count <= tagBytes }) else {
            throw WireError(
                .tooLong, field: "tags",
                reason: "at most \(tagsPerContact) tags with \(tagBytes) bytes each are allowed")
        }
        return JSONValue.array(tags.map(JSONValue.string)).serialized()
    }

    private static func json(_ contacts: [StoredContact]) throws -> JSONValue {
        let people = try contacts.filter { !$0.isRoom }.map { contact -> JSONValue in
            [
                "contact_id": .string(contact.id), "tags": try JSONValue(parsing: contact.tags),
                // The gateway looks up no names or pictures on a blockchain, so these members have fixed values.
                "extended_fields": ["ens": "", "nft_is_trial": false, "nft_trial_valid_until_ms": 0],
            ]
        }
        return [
            "rooms": .array(contacts.filter(\.isRoom).map { .string($0.id) }), "people": .array(people),
        ]
    }
}

/// Reads what the gateway adds to a profile. Clients of Matrix need profiles too, so they get them without it while the database does not answer.
private final class ProfileAdditions: Sendable {
    /// The time for which the database is not asked again, so that requests do not all wait for it.
    private static let pause = Duration.seconds(5)

    private let database: any GatewayDatabase
    private let store: DatabaseDIDStore
    private let silentUntil = Mutex<ContinuousClock.Instant?>(nil)

    init(database: any GatewayDatabase, store: DatabaseDIDStore) {
        self.database = database
        self.store = store
    }

    /// Returns the wallet of a user, by which clients of SendingNetwork know the user, and the text about the user.
    func read(_ user: String) async throws -> (wallet: String?, signature: String) {
        if let end = silentUntil.withLock({ $0 }), end > .now { return (nil, "") }
        do {
            // The domain of the user ID is not the DID, so clients cannot derive the wallet from it.
            let wallet = try await store.document(ofUser: user)?.provenAddresses.first?.checksummed
            return (wallet, try await database.read { rows in try rows.signature(of: user) })
        } catch let error as GatewayDatabaseError where error.isTemporary {
            silentUntil.withLock { $0 = .now + Self.pause }
            return (nil, "")
        }
    }
}
