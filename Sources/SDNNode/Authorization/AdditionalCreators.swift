import HeraldJSON
import SDNWire

/// The users whom the `additional_creators` of `m.room.create` name. They have no meaning before room version 12.
struct AdditionalCreators: Sendable, Hashable {
    /// The name of the member in the content of `m.room.create`.
    static let member = "additional_creators"
    static let none = AdditionalCreators([])

    let userIDs: [String]
    /// The user IDs as bytes, because `String` treats canonically equivalent texts as equal.
    private let bytes: Set<[UInt8]>

    init(_ userIDs: [String]) {
        self.userIDs = userIDs
        self.bytes = Set(userIDs.map { Array($0.utf8) })
    }

    /// Reads the additional creators from the content of `m.room.create`. Before room version 12, there are none.
    init(in content: JSONObject, version: RoomVersion) {
        guard version.putsCreatorsAboveLevels, let list = content[Self.member]?.arrayValue, !list.isEmpty else {
            self = .none
            return
        }
        self.init(list.compactMap(\.stringValue))
    }

    init(of create: StoredEvent?, version: RoomVersion) {
        // The content is not parsed in versions in which it does not matter.
        guard version.putsCreatorsAboveLevels, let create else {
            self = .none
            return
        }
        self.init(in: create.contentObject, version: version)
    }

    func contains(_ user: String) -> Bool { !bytes.isEmpty && bytes.contains(Array(user.utf8)) }

    /// True if a value can be the `additional_creators` of a room: a list of user IDs whose servers have valid names.
    static func isValid(_ value: JSONValue?) -> Bool {
        guard let value else { return true }
        guard let list = value.arrayValue else { return false }
        return list.allSatisfy { item in
            guard let text = item.stringValue, let user = try? UserID(text) else { return false }
            return isServerName(user.domain)
        }
    }

    /// True if a text has the form of a server name: a DNS name or an IP address, and optionally a port.
    private static func isServerName(_ text: String) -> Bool {
        var host = Substring(text)
        if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") {
            let port = host[host.index(after: colon)...]
            guard (1...5).contains(port.utf8.count), port.utf8.allSatisfy(isDigit) else { return false }
            host = host[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = host.dropFirst().dropLast()
            return (2...45).contains(address.utf8.count)
                && address.utf8.allSatisfy { isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        }
        return !host.isEmpty
            && host.utf8.allSatisfy {
                isDigit($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: ".")
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
