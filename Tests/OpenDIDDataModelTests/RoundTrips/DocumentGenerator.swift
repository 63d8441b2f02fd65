import HeraldJSON
import TestSupport

/// Makes documents of a type out of its schema: any optional member there or not, or there with its default, or `null`; unknown
/// members at every level; texts of every script.
struct DocumentGenerator {
    var random: SeededGenerator
    /// All optional members and nothing unknown.
    var isFull = false

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// A document with every member and nothing unknown: the sample of a type.
    static func sample(_ schema: ObjectSchema, seed: UInt64 = 1) -> JSONValue {
        var generator = DocumentGenerator(seed: seed)
        generator.isFull = true
        return generator.object(schema)
    }

    mutating func object(_ schema: ObjectSchema) -> JSONValue {
        var object = JSONObject()
        if !isFull, random.chance(percent: 30) { addUnknown(to: &object) }
        for member in schema.members {
            object[member.key] = nil
            if !member.isOptional || isFull || random.chance(percent: 50) {
                object[member.key] = value(member.schema)
            } else if random.chance(percent: 10) {
                object[member.key] = .null
            }
        }
        // This request needs one of its two forms.
        if schema.name == "RetrieveKyc", !(object["kycTxId"].map { !$0.isNull } ?? false) {
            object["kycTxId"] = .string("kyc")
        }
        return .object(object)
    }

    private mutating func value(_ schema: Schema) -> JSONValue {
        switch schema {
        case .string: return .string(text())
        case .datetime: return .string(datetime())
        case .version: return .string(random.pick(["1", "2", "9", "10", "4294967296", "184467440737095516160"]))
        case .integer: return .int(random.pick([0, 1, -1, 42, 1 << 31, (1 << 53) - 1]))
        case .bool: return .bool(random.chance(percent: 50))
        case .bits: return .int(random.pick([0, 1, 2, 4, 6, 0x8006, 0x10]))
        case .enumeration(_, let raws): return random.pick(raws)
        case .object(let schema): return object(schema)
        case .array(let element):
            let count = isFull ? 2 : random.pick([0, 1, 1, 2, 3])
            return .array((0..<count).map { _ in value(element) })
        case .map(let element):
            var object = JSONObject()
            for _ in 0..<(isFull ? 2 : random.pick([0, 1, 2])) {
                let name = random.pick(Self.names)
                // A dictionary of the model refuses a second name that is this one to Swift.
                if let other = object.keys.first(where: { $0 == name }) { object[other] = nil }
                object[name] = value(element)
            }
            return .object(object)
        }
    }

    private mutating func addUnknown(to object: inout JSONObject) {
        for _ in 0..<random.pick([1, 1, 2, 4]) { object[random.pick(Self.names)] = anything(depth: 0) }
    }

    private mutating func anything(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth < 3 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(random.chance(percent: 50))
        case 2: return .int(random.pick([0, -7, (1 << 53) - 1, 1 - (1 << 53)]))
        case 3, 4: return .string(text())
        case 5, 6: return .array((0..<random.pick([0, 1, 3])).map { _ in anything(depth: depth + 1) })
        default:
            var object = JSONObject()
            for _ in 0..<random.pick([0, 1, 2]) { object[random.pick(Self.names)] = anything(depth: depth + 1) }
            return .object(object)
        }
    }

    private mutating func text() -> String {
        if isFull { return random.pick(["did:omn:issuer", "zText", "서울특별시"]) }
        return (0..<random.pick([0, 1, 1, 2, 3])).map { _ in random.pick(Self.pieces) }.joined()
    }

    private mutating func datetime() -> String {
        random.pick([
            "2024-08-28T09:30:00Z", "2024-02-29T23:59:59.1Z", "1999-12-31T00:00:00.123456Z",
            "2030-01-01T00:00:00.123456789Z",
            "2024-08-28T09:30:00+09:00", "2024-08-28T09:30:00.5-11:30", "0001-01-01T00:00:00Z",
        ])
    }

    /// Names of unknown members and of entries. None is a member of a type, but for the one that must not be taken for the property.
    private static let names = [
        "x", "추가", "zusätzlich", "a b", "unknownMembers", "@type", "€", "\u{1F511}", "x/y", "", "ko", "en-GB", "Z",
        "\u{7F}",
        // The same to Swift's String, two names to JSON.
        "\u{E9}", "e\u{301}", "K", "\u{212A}",
    ]

    private static let pieces = [
        "plain", "홍길동", "Ünïcode ✓", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "/", "\"", "\\",
        "\n\t\r",
        "\u{0}\u{1F}",
        "=<>&'", "\u{2028}\u{2029}", "did:omn:issuer?versionId=1#assert",
        "mAhF+8wNo7Dvmy9Qs/tyROiqgmUd0ZSxeuQJm0fvh2CfN", " ",
        "\u{FEFF}", "\u{10FFFF}", "null", "1",
    ]
}
