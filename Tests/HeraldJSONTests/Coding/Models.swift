import HeraldJSON

/// Types as a data model has them, with everything the compiler writes for `Codable`.
struct Credential: Codable, Hashable, KeepsUnknownMembers {
    enum Status: String, Codable, CaseIterable { case active, revoked }

    struct Issuer: Codable, Hashable, KeepsUnknownMembers {
        var id: String
        var name: String?
        var unknownMembers = UnknownMembers()
    }

    struct Claim: Codable, Hashable, KeepsUnknownMembers {
        var unknownMembers = UnknownMembers()
        var code: String
        var value: String
        var hideValue: Bool?
    }

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, issuer, status, version, claims, byName, note, unknownMembers
    }

    var context: [String]
    var id: String
    var issuer: Issuer
    var status: Status
    var version: Int
    var claims: [Claim]?
    var byName: [String: Claim]?
    var note: String?
    var unknownMembers = UnknownMembers()

    static let text = """
        {"@context":["a","b"],"byName":{"x":{"code":"c1","value":"v1"}},"claims":[{"code":"c2","hideValue":false,"value":""},\
        {"code":"c3","value":"v/3 é\\n"}],"id":"1","issuer":{"id":"did:omn:issuer"},"status":"active","version":1}
        """
}

/// Every scalar.
struct Scalars: Codable, Hashable {
    var bool = true
    var string = "s"
    var int = Int.min
    var int8 = Int8.min
    var int16 = Int16.max
    var int32 = Int32.min
    var int64 = Int64.max
    var uint = UInt.max
    var uint8 = UInt8.max
    var uint16 = UInt16.max
    var uint32 = UInt32.max
    var uint64 = UInt64.max
    var double = 0.1
    var float: Float = 1.5
    var none: Int?
    var some: Int? = 0
}

/// Nests in itself.
indirect enum Chain: Codable, Hashable {
    case end
    case link(Chain)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .end : .link(try container.decode([String: Chain].self)["next"] ?? .end)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .end: try container.encodeNil()
        case .link(let next): try container.encode(["next": next])
        }
    }
}

extension JSONModelDecoder {
    func decode<T: Decodable>(_ type: T.Type, text: String) throws(JSONError) -> T {
        try decode(type, from: Array(text.utf8))
    }
}

extension JSONModelEncoder {
    func canonicalText(_ value: some Encodable) throws(JSONError) -> String {
        String(decoding: try canonicalBytes(value), as: UTF8.self)
    }
}
