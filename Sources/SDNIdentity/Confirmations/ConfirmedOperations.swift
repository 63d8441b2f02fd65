import HeraldJSON
import HeraldKeys
import SDNWire

/// The operations that a wallet confirms. Node and gateway ask for the same texts.
package enum ConfirmedOperations {
    /// The most devices that one request deletes.
    static let deviceLimit = 1_000
    /// The most devices that the text to sign names.
    private static let namedLimit = 16
    /// The most bytes of device IDs in the text to sign.
    private static let namedBytes = 2_048
    /// The most bytes of a device ID, the same as for a login.
    static let deviceIDLimit = 255

    /// Returns the deletion of devices. The text to sign names the devices, so that nobody can trick users into signing for one device and losing
    /// another.
    /// - Throws: `WireError` naming `devices` if there are too many, or if an ID is too long or cannot be stored.
    package static func removal(ofDevices ids: [String]) throws(WireError) -> InteractiveAuth.Operation {
        guard ids.count <= deviceLimit else {
            throw WireError(.tooLong, field: "devices", reason: "at most \(deviceLimit) at once")
        }
        for id in ids {
            _ = try StoredText.checked(id, field: "devices")
            guard id.utf8.count <= deviceIDLimit else {
                throw WireError(.tooLong, field: "devices", reason: "a device ID has at most \(deviceIDLimit) bytes")
            }
        }
        let sorted = Set(ids).sorted()
        var named: [String] = [], bytes = 0
        for name in sorted.prefix(namedLimit).map({ JSONText.quoted($0) }) {
            bytes += name.count
            guard named.isEmpty || bytes <= namedBytes else { break }
            named.append(String(decoding: name, as: UTF8.self))
        }
        let more = sorted.count > named.count ? " and \(sorted.count - named.count) more" : ""
        // The key identifies the whole list of devices, also those that the text does not name. It is a hash, because a session stores the key and
        // the IDs can be long.
        return InteractiveAuth.Operation(
            purpose: .removeDevices, subject: "devices: \(named.joined(separator: ", "))\(more)",
            key: hash(.array(sorted.map(JSONValue.string))))
    }

    /// Returns the deactivation of the account.
    package static func deactivation(erase: Bool) -> InteractiveAuth.Operation {
        InteractiveAuth.Operation(
            purpose: .deactivate, subject: erase ? "erase: name, picture and settings" : nil, key: "\(erase)")
    }

    /// Returns the replacement of the keys for cross-signing. A session allows it once.
    /// - Parameter keys: the new keys by their roles. The text to sign names the hash of all, and the session is for them alone.
    package static func replacement(ofKeys keys: JSONObject) -> InteractiveAuth.Operation {
        let hash = hash(.object(keys))
        return InteractiveAuth.Operation(
            purpose: .replaceKeys, subject: "keys: SHA-256 \(hash)", key: hash, isRepeatable: false)
    }

    private static func hash(_ value: JSONValue) -> String { Hex.encode(HeraldSHA256.hash(value.serialized())) }
}

extension InteractiveAuth.Operation {
    /// Returns the same operation, which only the session with this access token may confirm.
    package func bound(toToken token: String) -> Self {
        let hash = Hex.encode(HeraldSHA256.hash(Array(token.utf8)))
        return Self(purpose: purpose, subject: subject, key: "\(key)/\(hash)", isRepeatable: isRepeatable)
    }
}
