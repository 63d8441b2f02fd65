import HeraldJSON
import SDNWire

/// The form that Matrix requires of the JSON in requests about keys. The node checks only the form, because it cannot use the keys.
enum DeviceKeyForm {
    /// Checks the members of device keys that Matrix requires.
    /// - Throws: `M_BAD_JSON` naming the member that is absent or has the wrong type.
    static func check(_ keys: JSONReader) throws(MatrixError) {
        let object = keys.value
        guard let algorithms = object["algorithms"]?.arrayValue, algorithms.allSatisfy({ $0.stringValue != nil }) else {
            throw malformed("algorithms", "a list of names is expected")
        }
        for member in ["keys", "signatures"] {
            guard object[member]?.objectValue != nil else { throw malformed(member, "an object is expected") }
        }
    }

    /// Reads the IDs of the devices of one user in a query. An empty list stands for all devices of the user.
    /// - Throws: `M_BAD_JSON` if the value is no list of texts.
    static func devices(_ value: JSONValue) throws(MatrixError) -> Set<String> {
        guard let list = value.arrayValue else {
            throw MatrixError(.badJSON, "device_keys: a list of device IDs is expected for each user.")
        }
        var devices: Set<String> = []
        for entry in list {
            guard let device = entry.stringValue else {
                throw MatrixError(.badJSON, "device_keys: a device ID is a text.")
            }
            devices.insert(device)
        }
        return devices
    }

    private static func malformed(_ member: String, _ reason: String) -> MatrixError {
        MatrixError(.badJSON, "device_keys.\(member): \(reason).")
    }
}
