import Foundation
import HeraldJSON
import MYKEYWire

/// Converts between JSON values and values of type `Any`, which older code uses.
enum FoundationJSON {
    private static let limits = JSONLimits(maxBytes: 48 * 1024, maxDepth: 16)

    /// Returns the members of a JSON text. The result is empty if the text is not a JSON object.
    static func members(of text: String) -> [String: Any] {
        guard let value = try? JSONValue(parsing: text, limits: limits), let object = value.objectValue else {
            return [:]
        }
        return members(of: object)
    }

    static func members(of object: JSONObject) -> [String: Any] {
        var members: [String: Any] = [:]
        for (key, value) in object { members[key] = any(value) }
        return members
    }

    static func any(_ value: JSONValue) -> Any {
        switch value {
        case .null: NSNull()
        case .bool(let value): value
        case .int(let value): Int(exactly: value) ?? Double(value)
        case .double(let value): value
        case .string(let value): value
        case .array(let values): values.map(any)
        case .object(let members): Self.members(of: members)
        }
    }

    /// Converts a value of the app: a string, a number, a boolean, an array or dictionary of these, or a `JSONValue`.
    /// - Throws: ``MYKEYWalletError`` 10012 naming the value that has no JSON form.
    static func value(_ any: Any, field: String, depth: Int = 0) throws(MYKEYWalletError) -> JSONValue {
        guard depth < limits.maxDepth else { throw .refused(field, "nested too deeply") }
        switch any {
        case let value as JSONValue: return value
        case let value as JSONObject: return .object(value)
        case let value as String: return .string(value)
        case is NSNull: return .null
        case let values as [Any]:
            var array: [JSONValue] = []
            for (index, element) in values.enumerated() {
                array.append(try value(element, field: "\(field)[\(index)]", depth: depth + 1))
            }
            return .array(array)
        case let members as [String: Any]:
            var object = JSONObject()
            for (key, member) in members { object[key] = try value(member, field: "\(field).\(key)", depth: depth + 1) }
            return .object(object)
        default: return try number(any, field: field)
        }
    }

    /// Converts a number. The type is checked first, because on Apple systems Swift numbers and `NSNumber` cast to each other, and `1` casts to
    /// `true`.
    private static func number(_ any: Any, field: String) throws(MYKEYWalletError) -> JSONValue {
        if type(of: any) == Bool.self, let flag = any as? Bool { return .bool(flag) }
        if let integer = any as? any FixedWidthInteger {
            guard let exact = Int64(exactly: integer) else { throw .refused(field, "an integer of more than 64 bits") }
            return .int(exact)
        }
        if let number = any as? any BinaryFloatingPoint { return try finite(Double(number), field: field) }
        if let number = any as? NSNumber {
            if type(of: number) == type(of: NSNumber(value: true)), type(of: number) != NSNumber.self {
                return .bool(number.boolValue)
            }
            if let exact = Int64(exactly: number.doubleValue), number.int64Value == exact { return .int(exact) }
            return try finite(number.doubleValue, field: field)
        }
        throw .refused(field, "\(type(of: any)) has no JSON form")
    }

    private static func finite(_ number: Double, field: String) throws(MYKEYWalletError) -> JSONValue {
        guard number.isFinite else { throw .refused(field, "JSON has no infinite numbers") }
        return .double(number)
    }
}
