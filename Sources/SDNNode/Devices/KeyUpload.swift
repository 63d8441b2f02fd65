import HeraldJSON
import SDNWire

/// The keys that a device uploads, checked against the limits before anything is written.
struct KeyUpload: Sendable {
    /// The device keys as compact JSON; `nil` if the request has none.
    let deviceKeys: [UInt8]?
    let oneTimeKeys: [(name: KeyName, key: [UInt8])]
    let fallbackKeys: [(name: KeyName, key: [UInt8])]

    /// - Throws: `M_TOO_LARGE` if a key is too large; `M_BAD_JSON` if the body is nested too deeply; `WireError` or `JSONError` naming the member.
    init(_ body: JSONReader, of caller: Caller, _ limits: KeyLimits) throws {
        guard JSONValue.object(body.value).isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "The content has more than \(EventFormat.depthLimit) levels.")
        }
        deviceKeys = try body.optionalObject("device_keys").map { try Self.deviceKeys($0, of: caller, limits) }
        oneTimeKeys = try Self.named("one_time_keys", in: body, atMost: limits.oneTimeKeys, limits)
        fallbackKeys = try Self.named("fallback_keys", in: body, atMost: limits.algorithms, limits)
    }

    private static func deviceKeys(_ keys: JSONReader, of caller: Caller, _ limits: KeyLimits) throws -> [UInt8] {
        guard try keys.string("user_id") == caller.userID, try keys.string("device_id") == caller.deviceID else {
            throw WireError(.invalid, field: "device_keys", reason: "the keys belong to another user or device")
        }
        try DeviceKeyForm.check(keys)
        for (member, count) in [
            ("algorithms", keys.value["algorithms"]?.arrayValue?.count),
            ("keys", keys.value["keys"]?.objectValue?.count),
        ] {
            guard count ?? 0 <= limits.algorithms else {
                throw WireError(
                    .tooLong, field: "device_keys.\(member)", reason: "at most \(limits.algorithms) are allowed")
            }
        }
        var object = keys.value
        if let signatures = object["signatures"]?.objectValue {
            // Only the owner's signatures are stored. Other users upload their signatures themselves, with `keys/signatures/upload`.
            let own = signatures[caller.userID]
            guard own?.objectValue?.count ?? 0 <= limits.signatures else {
                throw WireError(
                    .tooLong, field: "device_keys.signatures", reason: "at most \(limits.signatures) are allowed")
            }
            var kept = JSONObject()
            kept[caller.userID] = own
            object["signatures"] = .object(kept)
        }
        let bytes = JSONValue.object(object).serialized()
        guard bytes.count <= limits.deviceKeys else {
            throw MatrixError(.tooLarge, "device_keys: at most \(limits.deviceKeys) bytes are allowed.")
        }
        return bytes
    }

    private static func named(
        _ field: String, in body: JSONReader, atMost limit: Int, _ limits: KeyLimits
    ) throws -> [(name: KeyName, key: [UInt8])] {
        guard let keys = try body.optionalObject(field) else { return [] }
        guard keys.value.count <= limit else {
            throw WireError(.tooLong, field: field, reason: "a device has at most \(limit)")
        }
        return try keys.value.keys.map { name in
            let bytes = try keys.value(name).serialized()
            guard bytes.count <= limits.oneTimeKey else {
                throw MatrixError(.tooLarge, "\(field): a key has at most \(limits.oneTimeKey) bytes.")
            }
            return (try KeyName(name, field: field), bytes)
        }
    }
}
