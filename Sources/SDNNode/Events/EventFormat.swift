import Crypto
import Foundation
import HeraldJSON
import SDNWire

/// An event in the form that its hashes are taken over, room versions 4 to 11 (SDN sheet 7.5 and 7.6).
///
/// The node is alone with its rooms: history is one line, so `prev_events` has one entry, and `signatures` stay away because no
/// second server checks them. The hashes do not cover signatures, so they can be added when events leave the node.
struct EventFormat: Sendable {
    /// The largest event in canonical form, in bytes.
    static let sizeLimit = 65_536
    /// The longest type, state key, sender and room id, in bytes.
    static let identifierLimit = 255
    /// How deep content may be nested. A sync answer adds levels around it, and a reader's limit of 128 must not be reached by one event.
    static let depthLimit = 100

    let version: RoomVersion
    let roomID: String
    let draft: EventDraft
    let timestamp: Int64
    let depth: Int64
    let previous: String?
    let authorizing: [String]

    /// An event with its identity.
    struct Identified {
        let eventID: String
        /// The content in canonical form, as it is stored.
        let content: [UInt8]
        /// Unpadded base64 of the content hash.
        let contentHash: String
    }

    /// Checks size and form and computes the hashes.
    /// - Throws: `M_TOO_LARGE`; `M_INVALID_PARAM` for U+0000 in a name; `JSONError` for content without a canonical form, such as a float.
    func identified() throws -> Identified {
        for (field, text) in [("type", draft.type), ("state_key", draft.stateKey ?? ""), ("sender", draft.sender), ("room_id", roomID)] {
            guard text.utf8.count <= Self.identifierLimit else {
                throw MatrixError(.tooLarge, "\(field): at most \(Self.identifierLimit) bytes are allowed.")
            }
            // SQLite ends a text at U+0000: the rules would judge another type or key than the tables hold.
            guard !text.utf8.contains(0) else { throw MatrixError(.invalidParam, "\(field): the character U+0000 is not allowed.") }
        }
        guard JSONValue.object(draft.content).isNested(within: Self.depthLimit) else {
            throw MatrixError(.badJSON, "content: more than \(Self.depthLimit) levels.")
        }
        let content = try JSONValue.object(draft.content).canonicalBytes()
        guard content.count <= Self.sizeLimit else { throw Self.tooLarge }
        // From version 11 on the target stands in the content; at the top level it is then only for clients.
        let redacts = version.keepsRedactsInContent ? nil : draft.redacts
        let contentHash = base64(SHA256.hash(data: canonical(content: content, redacts: redacts, contentHash: nil)))
        let size = canonical(content: content, redacts: redacts, contentHash: contentHash).count
        guard size <= Self.sizeLimit else { throw Self.tooLarge }
        let kept = JSONValue.object(version.redactedContent(draft.content, type: draft.type)).serialized()
        return Identified(eventID: referenceID(content: kept, contentHash: contentHash), content: content, contentHash: contentHash)
    }

    /// `$` and the URL-safe base64 of the SHA-256 of the redacted event, whose content is `content`.
    func referenceID(content: [UInt8], contentHash: String) -> String {
        let hash = base64(SHA256.hash(data: canonical(content: content, redacts: nil, contentHash: contentHash)))
        return "$" + hash.replacing("+", with: "-").replacing("/", with: "_")
    }

    /// The canonical text, spliced from parts because the content is large and already canonical. Keys in code point order.
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
        out.append(contentsOf: #","depth":\#(depth)"#.utf8)
        if let contentHash {
            out.append(contentsOf: #","hashes":{"sha256":"\#(contentHash)"}"#.utf8)
        }
        out.append(contentsOf: #","origin_server_ts":\#(timestamp),"prev_events":["#.utf8)
        if let previous { JSONText.appendQuoted(previous, to: &out) }
        out.append(contentsOf: #"],"#.utf8)
        if let redacts { appendMember("redacts", redacts, to: &out) }
        appendMember("room_id", roomID, to: &out)
        appendMember("sender", draft.sender, to: &out)
        if let key = draft.stateKey { appendMember("state_key", key, to: &out) }
        out.append(contentsOf: #""type":"#.utf8)
        JSONText.appendQuoted(draft.type, to: &out)
        out.append(UInt8(ascii: "}"))
        return out
    }

    private func appendMember(_ key: String, _ value: String, to out: inout [UInt8]) {
        out.append(contentsOf: "\"\(key)\":".utf8)
        JSONText.appendQuoted(value, to: &out)
        out.append(UInt8(ascii: ","))
    }

    private func base64(_ digest: SHA256Digest) -> String {
        var text = Data(digest).base64EncodedString()
        while text.last == "=" { text.removeLast() }
        return text
    }

    private static let tooLarge = MatrixError(.tooLarge, "An event has at most \(sizeLimit) bytes.")
}

extension JSONValue {
    /// Whether arrays and objects are nested at most `levels` deep.
    func isNested(within levels: Int) -> Bool {
        switch self {
        case .array(let elements): levels > 0 && elements.allSatisfy { $0.isNested(within: levels - 1) }
        case .object(let object): levels > 0 && object.values.allSatisfy { $0.isNested(within: levels - 1) }
        default: true
        }
    }
}
