import Crypto
import HeraldJSON
import SDNWire

/// An event before the node accepts it, with the members that its sender decides.
struct EventDraft: Sendable {
    var type: String
    /// The state key; `nil` for a message-like event.
    var stateKey: String?
    var sender: String
    var content: JSONObject {
        didSet { preparation = nil }
    }
    /// The event that a redaction redacts.
    var redacts: String?
    /// Values that were computed from ``content`` in advance.
    private(set) var preparation: PreparedMessage?

    init(type: String, stateKey: String? = nil, sender: String, content: JSONObject, redacts: String? = nil) {
        self.type = type
        self.stateKey = stateKey
        self.sender = sender
        self.content = content
        self.redacts = redacts
    }

    /// Returns the draft with all that is computed from its content alone. The write that appends it then takes less time.
    func prepared() -> EventDraft {
        var draft = self
        draft.preparation = PreparedMessage(content)
        return draft
    }

    /// - Throws: the errors of ``CanonicalContent/init(_:)``.
    func canonicalContent() throws -> CanonicalContent { try preparation?.content.get() ?? CanonicalContent(content) }

    static func member(_ user: String, _ membership: Membership, by sender: String, _ more: JSONObject = [:])
        -> EventDraft
    {
        var content = more
        content["membership"] = .string(membership.rawValue)
        return EventDraft(type: EventType.member, stateKey: user, sender: sender, content: content)
    }
}

/// The device that sent an event, and its transaction ID. The node sends them only to that device (SDN sheet 7.3).
struct EventOrigin: Sendable, Hashable {
    let deviceID: String
    let transactionID: String?
}

/// An event in the form that is hashed (SDN sheet 7.5 and 7.6).
///
/// The form is that of room versions 3 to 12. Versions 1 and 2 have another form between servers, in which an event contains its ID. This node
/// uses the later form for them as well, because no other server reads its events.
///
/// Only this node stores its rooms. The history is linear, so `prev_events` has one entry. `signatures` is left out, because no second server
/// checks them. The hashes do not cover signatures, so signatures can be added later, when events leave the node.
struct EventFormat: Sendable {
    /// The largest event in canonical form, in bytes.
    static let sizeLimit = 65_536
    /// The longest type, state key, sender and room ID, in bytes.
    static let identifierLimit = 255
    /// The most levels of nesting in the content of an event. A sync answer adds levels around the content, and readers refuse JSON with more than
    /// 128 levels.
    static let depthLimit = 100

    let version: RoomVersion
    /// The ID of the room. It does not matter for the `m.room.create` of a room whose ID is the hash of this event.
    let roomID: String
    let draft: EventDraft
    let timestamp: Timestamp
    let depth: Int64
    let previous: String?
    let authorizing: [String]

    /// The parts of an event that are computed: its ID, canonical content and hash.
    struct Identified {
        let eventID: String
        /// The content in canonical form, as it is stored.
        let content: [UInt8]
        /// Unpadded base64 of the content hash.
        let contentHash: String
    }

    /// Checks size and form, and computes the hashes.
    /// - Throws: `M_TOO_LARGE` if the event or a name is too large; `M_BAD_JSON` if the content is nested too deeply; `M_INVALID_PARAM` if a name
    ///   contains U+0000; `JSONError` if the content has no canonical form, such as with a floating-point number.
    func identified() throws -> Identified {
        try Self.check(draft.type, "type")
        if let key = draft.stateKey { try Self.check(key, "state_key") }
        try Self.check(draft.sender, "sender")
        try Self.check(roomID, "room_id")
        let content = try draft.canonicalContent().bytes
        // From room version 11 on, the hash covers the target of a redaction as part of the content. The top-level `redacts` is then added only for
        // clients and is not hashed.
        let redacts = version.keepsRedactsInContent ? nil : draft.redacts
        let hashed = canonical(content: content, redacts: redacts, contentHash: nil)
        let contentHash = HashText.base64(SHA256.hash(data: hashed))
        let size = hashed.count + Self.hashes.before.utf8.count + contentHash.utf8.count + Self.hashes.after.utf8.count
        guard size <= Self.sizeLimit else { throw Self.tooLarge }
        let kept = JSONValue.object(version.redactedContent(draft.content, type: draft.type)).serialized()
        return Identified(
            eventID: referenceID(content: kept, contentHash: contentHash), content: content, contentHash: contentHash)
    }

    /// - Throws: `M_TOO_LARGE` or `M_INVALID_PARAM`, naming the field.
    private static func check(_ text: String, _ field: String) throws(MatrixError) {
        guard text.utf8.count <= identifierLimit else {
            throw MatrixError(.tooLarge, "\(field): at most \(identifierLimit) bytes are allowed.")
        }
        // A name with U+0000 is refused. SQLite ends a text there, so the rules would check another type or key than the tables store.
        guard !text.utf8.contains(0) else {
            throw MatrixError(.invalidParam, "\(field): the character U+0000 is not allowed.")
        }
    }

    /// Returns the event ID: `$` and the base64 of the SHA-256 of the redacted event, whose content is `content`. In room versions 1 and 2, the
    /// domain of the room ID follows, because event IDs have one there.
    func referenceID(content: [UInt8], contentHash: String) -> String {
        let hash = SHA256.hash(data: canonical(content: content, redacts: nil, contentHash: contentHash))
        return switch version.eventIDForm {
        case .withDomain: "$" + HashText.urlSafeBase64(hash) + ":" + roomID.drop { $0 != ":" }.dropFirst()
        case .standardHash: "$" + HashText.base64(hash)
        case .hash: "$" + HashText.urlSafeBase64(hash)
        }
    }

    /// True if the event is the one whose hash is the ID of its room. It cannot contain that ID.
    private var namesRoom: Bool { version.hashesRoomID && draft.type == EventType.create }

    /// Returns the canonical text, with keys in code point order. It is put together from parts, because the content is large and already canonical.
    func canonical(content: [UInt8], redacts: String?, contentHash: String?) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(content.count + 700)
        out.append(contentsOf: #"{"auth_events":["#.utf8)
        for (index, id) in authorizing.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            JSONText.appendQuoted(id, to: &out)
        }
        out.append(contentsOf: #"],"content":"#.utf8)
        out.append(contentsOf: content)
        out.append(contentsOf: #","depth":"#.utf8)
        out.append(contentsOf: String(depth).utf8)
        if let contentHash {
            out.append(contentsOf: Self.hashes.before.utf8)
            out.append(contentsOf: contentHash.utf8)
            out.append(contentsOf: Self.hashes.after.utf8)
        }
        out.append(contentsOf: #","origin_server_ts":"#.utf8)
        out.append(contentsOf: String(timestamp.milliseconds).utf8)
        out.append(contentsOf: #","prev_events":["#.utf8)
        if let previous { JSONText.appendQuoted(previous, to: &out) }
        out.append(contentsOf: #"],"#.utf8)
        if let redacts { appendMember("redacts", redacts, to: &out) }
        if !namesRoom { appendMember("room_id", roomID, to: &out) }
        appendMember("sender", draft.sender, to: &out)
        if let key = draft.stateKey { appendMember("state_key", key, to: &out) }
        out.append(contentsOf: #""type":"#.utf8)
        JSONText.appendQuoted(draft.type, to: &out)
        out.append(UInt8(ascii: "}"))
        return out
    }

    private func appendMember(_ key: String, _ value: String, to out: inout [UInt8]) {
        JSONText.appendQuoted(key, to: &out)
        out.append(UInt8(ascii: ":"))
        JSONText.appendQuoted(value, to: &out)
        out.append(UInt8(ascii: ","))
    }

    /// The member of the canonical text that holds the content hash: its text before and after the hash.
    private static let hashes = (before: #","hashes":{"sha256":""#, after: #""}"#)

    static let tooLarge = MatrixError(.tooLarge, "An event has at most \(sizeLimit) bytes.")
}

extension JSONValue {
    /// True if arrays and objects are nested at most `levels` deep.
    func isNested(within levels: Int) -> Bool {
        switch self {
        case .array(let elements): levels > 0 && elements.allSatisfy { $0.isNested(within: levels - 1) }
        case .object(let object): levels > 0 && object.allSatisfy { $0.value.isNested(within: levels - 1) }
        default: true
        }
    }
}
