import SDNWire

/// The members of every login body that describe the device.
package enum DeviceFields {
    /// - Throws: `WireError` naming `device_id` if the text is too long or has control characters.
    package static func deviceID(_ text: String?) throws(WireError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= 255 else {
            throw WireError(.tooLong, field: "device_id", reason: "a device ID has at most 255 bytes")
        }
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
            throw WireError(.invalid, field: "device_id", reason: "a device ID has no control characters")
        }
        return text
    }

    /// - Throws: `WireError` naming `field` if the text is too long or contains U+0000.
    package static func displayName(
        _ text: String?, field: String = "initial_device_display_name"
    ) throws(WireError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard text.utf8.count <= 512 else {
            throw WireError(.tooLong, field: field, reason: "a device name has at most 512 bytes")
        }
        return try StoredText.checked(text, field: field)
    }
}
