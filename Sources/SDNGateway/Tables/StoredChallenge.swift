import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire

/// The values of a challenge and of an interactive authentication, as JSON in one column. Their nonces and DIDs also have columns.
enum StoredChallenge {
    /// Returns the bytes for a column.
    static func bytes(_ challenge: Challenge) -> [UInt8] { json(challenge).serialized() }

    /// Reads the bytes of a column.
    /// - Throws: errors for bytes that a newer program wrote.
    static func challenge(_ bytes: [UInt8]) throws -> Challenge { try challenge(JSONReader(JSONValue(parsing: bytes))) }

    private static func json(_ challenge: Challenge) -> JSONValue {
        var object: JSONObject = [
            "nonce": .string(challenge.nonce), "did": .string(challenge.did.hex),
            "operation": .string(challenge.operation.rawValue), "purpose": .string(challenge.purpose.rawValue),
            "ids": .array(challenge.ids.map(JSONValue.string)), "updated": .string(challenge.updated),
            "message": .string(challenge.message),
        ]
        object.set("address", challenge.address?.lowercaseHex)
        return .object(object)
    }

    private static func challenge(_ json: JSONReader) throws -> Challenge {
        Challenge(
            nonce: try json.string("nonce"), did: try SDNDID(hex: json.string("did")),
            address: try json.optionalString("address").map { try EthereumAddress(bytes: Hex.decode($0)) },
            operation: try value(json, "operation"), purpose: try value(json, "purpose"), ids: try json.strings("ids"),
            updated: try json.string("updated"), message: try json.string("message"))
    }

    /// Returns the bytes for a column, without the session's ID, user and completion.
    static func bytes(_ session: AuthSession) -> [UInt8] {
        var object: JSONObject = [
            "purpose": .string(session.operation.purpose.rawValue), "key": .string(session.operation.key),
            "repeatable": .bool(session.operation.isRepeatable), "stage": .string(session.stage),
        ]
        object.set("subject", session.operation.subject)
        object.set("challenge", session.challenge.map(json))
        return JSONValue.object(object).serialized()
    }

    /// Reads the bytes of a column.
    /// - Throws: errors for bytes that a newer program wrote.
    static func session(_ bytes: [UInt8], id: String, user: String, isComplete: Bool) throws -> AuthSession {
        let json = try JSONReader(JSONValue(parsing: bytes))
        let operation = InteractiveAuth.Operation(
            purpose: try value(json, "purpose"), subject: try json.optionalString("subject"),
            key: try json.string("key"), isRepeatable: try json.bool("repeatable"))
        return AuthSession(
            id: id, user: user, operation: operation,
            challenge: try json.optionalObject("challenge").map { try challenge($0) },
            stage: try json.string("stage"), isComplete: isComplete)
    }

    private static func value<Value: RawRepresentable<String>>(_ json: JSONReader, _ field: String) throws -> Value {
        guard let value = Value(rawValue: try json.string(field)) else {
            throw GatewayDatabaseError(isTemporary: false, reason: "a stored challenge has an unknown \(field)")
        }
        return value
    }
}
