import HeraldJSON
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("Faulty documents are refused with the place of the fault")
struct DecodeErrorTests {
    private static func error(_ type: any ModelObject.Type, _ tree: JSONValue) -> JSONError? {
        func decode<T: ModelObject>(_ type: T.Type) throws(JSONError) { _ = try T(jsonBytes: tree.serialized()) }
        do {
            try decode(type)
            return nil
        } catch {
            return error
        }
    }

    private static func expect(
        _ entry: ObjectEntry, _ place: Place, _ value: JSONValue?, _ tree: JSONValue, code: JSONError.Code,
        naming words: [String] = []
    ) {
        let changed = place.setting(value, in: tree)
        guard let error = error(entry.type, changed) else {
            Issue.record("\(entry.name): \(place.path) may be \(String(describing: value))")
            return
        }
        #expect(error.code == code, "\(entry.name) \(place.path): \(error)")
        #expect(error.path == place.path, "\(entry.name): \(error)")
        for word in words { #expect(error.reason.contains(word), "\(entry.name) \(place.path): \(error.reason)") }
    }

    @Test("a required member that is absent or null is refused", arguments: Catalogue.objects.indices)
    func missing(index: Int) {
        let entry = Catalogue.objects[index]
        let tree = DocumentGenerator.sample(entry.schema)
        for place in Place.all(of: entry.schema, in: tree) where place.isRequired {
            Self.expect(entry, place, nil, tree, code: .missingMember, naming: ["expected"])
            let null = place.setting(.null, in: tree)
            #expect(Self.error(entry.type, null)?.path == place.path, "\(entry.name)")
        }
    }

    @Test("an optional member may be absent or null", arguments: Catalogue.objects.indices)
    func optional(index: Int) {
        let entry = Catalogue.objects[index]
        let tree = DocumentGenerator.sample(entry.schema)
        for place in Place.all(of: entry.schema, in: tree) {
            guard !place.isRequired, case .key(let key)? = place.steps.last, entry.schema[key]?.isOptional ?? false,
                place.steps.count == 1
            else { continue }
            #expect(Self.error(entry.type, place.setting(nil, in: tree)) == nil, "\(entry.name) \(place.path)")
            #expect(Self.error(entry.type, place.setting(.null, in: tree)) == nil, "\(entry.name) \(place.path)")
        }
    }

    @Test("a member of another kind is refused", arguments: Catalogue.objects.indices)
    func wrongKind(index: Int) {
        let entry = Catalogue.objects[index]
        let tree = DocumentGenerator.sample(entry.schema)
        let others: [JSONValue] = [.bool(true), .int(7), .string("text"), .array([]), .object([:])]
        for place in Place.all(of: entry.schema, in: tree) {
            for other in others where other.kind != place.schema.kind {
                Self.expect(entry, place, other, tree, code: .wrongKind, naming: ["expected", other.kind.description])
            }
        }
    }

    @Test("a number that is not an integer or too large is refused", arguments: Catalogue.objects.indices)
    func numbers(index: Int) {
        let entry = Catalogue.objects[index]
        let tree = DocumentGenerator.sample(entry.schema)
        for place in Place.all(of: entry.schema, in: tree) where place.schema.kind == .number {
            for number in [1.5, 1e300, -2.25] {
                Self.expect(entry, place, .double(number), tree, code: .outOfRange, naming: ["expected"])
            }
        }
    }

    @Test("an unknown value of an enumeration is refused", arguments: Catalogue.objects.indices)
    func unknownValues(index: Int) {
        let entry = Catalogue.objects[index]
        let tree = DocumentGenerator.sample(entry.schema)
        for place in Place.all(of: entry.schema, in: tree) {
            guard case .enumeration(_, let raws) = place.schema else { continue }
            let known = raws.map { String(decoding: $0.serialized(), as: UTF8.self) }
            let unknown: JSONValue = place.schema.kind == .string ? .string("Nobody") : .int(99)
            let shown = String(decoding: unknown.serialized(), as: UTF8.self)
            Self.expect(entry, place, unknown, tree, code: .invalidValue, naming: known + [shown])
            if case .string(let raw)? = raws.first {
                Self.expect(entry, place, .string(raw.uppercased() + "!"), tree, code: .invalidValue)
            }
        }
    }

    @Test("an unknown value of an enumeration on its own is refused", arguments: Catalogue.enumerations.indices)
    func enumerations(index: Int) {
        let entry = Catalogue.enumerations[index]
        guard let decode = entry.decode else { return }
        for (_, raw) in entry.cases { #expect(decode(raw) == nil, "\(entry.name)") }
        let unknown: JSONValue = entry.cases.first?.raw.kind == .string ? .string("Nobody") : .int(99)
        #expect(decode(unknown)?.code == .invalidValue, "\(entry.name)")
        #expect(decode(.bool(true))?.code == .wrongKind, "\(entry.name)")
        #expect(decode(.null)?.code == .wrongKind, "\(entry.name)")
    }

    @Test("a malformed datetime, version or set of bits is refused", arguments: Catalogue.objects.indices)
    func malformed(index: Int) {
        let entry = Catalogue.objects[index]
        let tree = DocumentGenerator.sample(entry.schema)
        for place in Place.all(of: entry.schema, in: tree) {
            switch place.schema {
            case .datetime:
                for text in ["", "2024-08-28", "2024-02-30T00:00:00Z"] {
                    Self.expect(
                        entry, place, .string(text), tree, code: .invalidValue, naming: ["datetime", "\"\(text)\""])
                }
            case .version:
                for text in ["", "0", "01", "1.0", "one"] {
                    Self.expect(entry, place, .string(text), tree, code: .invalidValue)
                }
            case .bits: Self.expect(entry, place, .int(-1), tree, code: .invalidValue)
            default: break
            }
        }
    }

    @Test("a request about the user's identity must name the user in one of its two ways")
    func identity() throws {
        let head = #"{"id":"1","serverToken":"t","txId":"x""#
        #expect(try RetrieveKyc(from: head + #","kycToken":"k"}"#).kycTxId == nil)
        let error = #expect(throws: JSONError.self) { try RetrieveKyc(from: head + "}") }
        #expect(error?.code == .missingMember && error?.path == "kycTxId")
    }

    @Test("a repeated member, deep nesting and a text that is too long are refused")
    func limits() {
        let twice = #expect(throws: JSONError.self) { try Wallet(from: #"{"id":"a","did":"b","id":"c"}"#) }
        #expect(twice?.code == .duplicateMember)
        let deep = #expect(throws: JSONError.self) {
            try Wallet(
                from: #"{"id":"a","did":"b","x":"# + String(repeating: "[", count: 64)
                    + String(repeating: "]", count: 64) + "}")
        }
        #expect(deep?.code == .tooDeep)
        let long = #expect(throws: JSONError.self) {
            try Wallet(jsonBytes: [UInt8](repeating: 0x20, count: (16 << 20) + 1))
        }
        #expect(long?.code == .tooLarge)
    }

    @Test("a damaged text is read or refused, and never ends the program", arguments: Catalogue.objects.indices)
    func damaged(index: Int) {
        let entry = Catalogue.objects[index]
        func read<T: ModelObject>(_ type: T.Type, _ bytes: [UInt8]) {
            if let value = try? T(jsonBytes: bytes), let written = try? value.canonicalBytes() {
                #expect((try? T(jsonBytes: written)) == value)
            }
        }
        var random = SeededGenerator(seed: UInt64(index) &+ 77)
        let bytes = DocumentGenerator.sample(entry.schema).serialized()
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<random.pick([1, 1, 2, 5]) {
                let place = Int.random(in: 0..<max(damaged.count, 1), using: &random)
                switch random.pick([0, 1, 2, 3]) {
                case 0 where !damaged.isEmpty: damaged[place] = UInt8.random(in: 0...255, using: &random)
                case 1 where !damaged.isEmpty: damaged.remove(at: place)
                case 2: damaged.insert(random.pick(Array("{}[]\",:0-9.eEntf\\u".utf8)), at: min(place, damaged.count))
                default: damaged.removeLast(min(random.pick([1, 3, 20]), damaged.count))
                }
            }
            read(entry.type, damaged)
        }
    }
}
