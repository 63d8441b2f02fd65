import HeraldJSON

/// The members that a type reads from JSON, found by letting it read.
indirect enum Schema: Sendable {
    case string
    case datetime
    case version
    case integer
    case bool
    /// A set of bits in one number.
    case bits
    case enumeration(name: String, raws: [JSONValue])
    case array(Schema)
    case map(Schema)
    case object(ObjectSchema)

    var kind: JSONKind {
        switch self {
        case .string, .datetime, .version: .string
        case .integer, .bits: .number
        case .bool: .bool
        case .enumeration(_, let raws): raws.first?.kind ?? .null
        case .array: .array
        case .map, .object: .object
        }
    }
}

struct ObjectSchema: Sendable {
    /// As Swift calls the type, without the module.
    let name: String
    let members: [MemberSchema]

    subscript(_ key: String) -> MemberSchema? { members.first { $0.key == key } }
}

struct MemberSchema: Sendable {
    let key: String
    let schema: Schema
    let isOptional: Bool
}
