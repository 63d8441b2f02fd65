import Foundation
import HeraldJSON

extension JSONValue {
    /// The value as Foundation's JSON objects: `NSNull`, `Bool`, `Int`, `Double`, `String`, `[Any]`, `[String: Any]`.
    package var foundationObject: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .int(let value): Int(exactly: value) ?? Double(value)
        case .double(let value): value
        case .string(let value): value
        case .array(let values): values.map(\.foundationObject)
        case .object(let members): members.foundationObject
        }
    }

    /// Converts a value of Foundation's JSON objects, so that it can be sent to another task.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument`, naming the value that has no JSON form.
    package init(foundation value: Any, field: String = "") throws(SDNSDKError) {
        self = try Self.converted(value, field: field, depth: 0)
    }

    private static func converted(_ value: Any, field: String, depth: Int) throws(SDNSDKError) -> JSONValue {
        // The depth is limited, because a tree is serialized and freed recursively. A node would refuse a deeper tree anyway.
        guard depth < JSONLimits.standard.maxDepth else { throw invalid(field, "nested too deeply") }
        switch value {
        case let value as JSONValue: return value
        case let value as JSONObject: return .object(value)
        case let value as String: return .string(value)
        case is NSNull: return .null
        case let values as [Any]:
            var array: [JSONValue] = []
            for (index, element) in values.enumerated() {
                array.append(try converted(element, field: "\(field)[\(index)]", depth: depth + 1))
            }
            return .array(array)
        case let members as [String: Any]:
            var object = JSONObject()
            for (key, member) in members {
                object[key] = try converted(member, field: field.isEmpty ? key : "\(field).\(key)", depth: depth + 1)
            }
            return .object(object)
        default:
            return try number(value, field: field)
        }
    }

    /// Converts a number or a Boolean. On Apple systems, a cast cannot distinguish numbers from Booleans: `1` can be cast to `true`. The
    /// type of the value is therefore tested first.
    private static func number(_ value: Any, field: String) throws(SDNSDKError) -> JSONValue {
        if type(of: value) == Bool.self, let flag = value as? Bool { return .bool(flag) }
        if let integer = value as? any FixedWidthInteger {
            guard let exact = Int64(exactly: integer) else { throw invalid(field, "an integer of more than 64 bits") }
            return .int(exact)
        }
        if let number = value as? any BinaryFloatingPoint { return try finite(Double(number), field: field) }
        if let number = value as? NSNumber {
            if type(of: number) == type(of: NSNumber(value: true)), type(of: number) != NSNumber.self {
                return .bool(number.boolValue)
            }
            if let exact = Int64(exactly: number.doubleValue), number.int64Value == exact { return .int(exact) }
            return try finite(number.doubleValue, field: field)
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional, mirror.children.isEmpty { return .null }
        throw invalid(field, "\(type(of: value)) has no JSON form")
    }

    private static func finite(_ number: Double, field: String) throws(SDNSDKError) -> JSONValue {
        guard number.isFinite else { throw invalid(field, "JSON has no infinite numbers") }
        return .double(number)
    }

    private static func invalid(_ field: String, _ reason: String) -> SDNSDKError {
        SDNSDKError(.invalidArgument, field: field, reason: reason)
    }
}

extension JSONObject {
    /// The members as `[String: Any]`.
    package var foundationObject: [String: Any] {
        var result: [String: Any] = [:]
        for (key, value) in self { result[key] = value.foundationObject }
        return result
    }

    /// Converts a dictionary of Foundation's JSON objects.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument`, naming the value that has no JSON form.
    package init(foundation dictionary: [String: Any]) throws(SDNSDKError) {
        guard case .object(let object) = try JSONValue(foundation: dictionary) else {
            throw SDNSDKError(.invalidArgument, reason: "a dictionary is a JSON object")
        }
        self = object
    }
}
