import HeraldJSON
import OpenDID_DataModel

/// Finds a type's ``Schema`` by decoding it from nothing and noting what it asks for. What the tests know of a type is then what the
/// type does, and not a list beside it.
enum SchemaProbe {
    static func object<T: Decodable>(_ type: T.Type) throws -> ObjectSchema {
        guard case .object(let schema) = try probe(type).0 else { throw ProbeError(what: "\(type) is not an object") }
        return schema
    }

    /// The schema, and some value of the type for its owner to go on with.
    fileprivate static func probe<T: Decodable>(_ type: T.Type) throws -> (Schema, T) {
        switch type {
        case is String.Type: return (.string, try cast("text"))
        case is Int.Type: return (.integer, try cast(1))
        case is Bool.Type: return (.bool, try cast(true))
        case is UTCDatetime<String>.Type:
            return (.datetime, try cast(UTCDatetime(wrappedValue: "2024-08-28T09:30:00Z")))
        case is UTCDatetime<String?>.Type: return (.datetime, try cast(UTCDatetime<String?>(wrappedValue: nil)))
        case is DIDVersionId.Type: return (.version, try cast(DIDVersionId(wrappedValue: "1")))
        case is VerifyAuthType.Type: return (.bits, try cast(VerifyAuthType.pin))
        case is VerifiableCredential.Evidence.Type:
            let (schema, value) = try probe(VerifiableCredential.DocumentVerificationEvidence.self)
            return (schema, try cast(VerifiableCredential.Evidence.documentVerification(value)))
        case let type as any Collected.Type:
            let (schema, value) = try type.probed()
            return (schema, try cast(value))
        case let type as any (CaseIterable & RawRepresentable).Type:
            let (raws, value) = cases(of: type)
            return (.enumeration(name: name(of: T.self), raws: raws), try cast(value))
        default:
            let log = MemberLog()
            let value = try T(from: RecordingDecoder(log: log))
            return (.object(ObjectSchema(name: name(of: type), members: log.members)), value)
        }
    }

    static func name(of type: Any.Type) -> String {
        let full = String(reflecting: type)
        return full.hasPrefix("OpenDIDModel.") ? String(full.dropFirst("OpenDIDModel.".count)) : full
    }

    static func cases<E: CaseIterable & RawRepresentable>(of type: E.Type) -> ([JSONValue], Any) {
        let raws = E.allCases.map { value -> JSONValue in
            switch value.rawValue {
            case let text as String: .string(text)
            case let number as Int: .int(Int64(number))
            default: .null
            }
        }
        return (raws, E.allCases.first as Any)
    }

    private static func cast<T>(_ value: Any) throws -> T {
        guard let value = value as? T else { throw ProbeError(what: "no value of \(T.self)") }
        return value
    }
}

struct ProbeError: Error { let what: String }

private protocol Collected { static func probed() throws -> (Schema, Any) }

extension Array: Collected where Element: Decodable {
    fileprivate static func probed() throws -> (Schema, Any) {
        (.array(try SchemaProbe.probe(Element.self).0), [Element]())
    }
}

extension Dictionary: Collected where Key == String, Value: Decodable {
    fileprivate static func probed() throws -> (Schema, Any) {
        (.map(try SchemaProbe.probe(Value.self).0), [String: Value]())
    }
}

private final class MemberLog {
    var members: [MemberSchema] = []
    var optional: Set<String> = []
}

private struct RecordingDecoder: Decoder {
    let log: MemberLog
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RecordingContainer(log: log))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ProbeError(what: "an array of its own") }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw ProbeError(what: "a single value") }
}

private struct RecordingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let log: MemberLog
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    /// Asked before an optional member is decoded, and then only.
    func contains(_ key: Key) -> Bool {
        log.optional.insert(key.stringValue)
        return true
    }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let (schema, value) = try SchemaProbe.probe(type)
        let isOptional = log.optional.contains(key.stringValue)
        log.members.append(MemberSchema(key: key.stringValue, schema: schema, isOptional: isOptional))
        return value
    }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try noted(type, key) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try noted(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try noted(type, key) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try noted(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try noted(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try noted(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try noted(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try noted(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try noted(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try noted(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try noted(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try noted(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try noted(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try noted(type, key) }

    private func noted<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
        guard type is String.Type || type is Int.Type || type is Bool.Type else {
            throw ProbeError(what: "a number of type \(type)")
        }
        return try decode(type, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        throw ProbeError(what: "a nested container")
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw ProbeError(what: "a nested container")
    }
    func superDecoder() throws -> any Decoder { throw ProbeError(what: "a super decoder") }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw ProbeError(what: "a super decoder") }
}
