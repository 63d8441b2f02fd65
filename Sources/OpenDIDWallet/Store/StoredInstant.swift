import OpenDID_DataModel

/// A moment in a stored record: a text with nanoseconds.
struct StoredInstant: Codable, Sendable, Hashable {
    let instant: UTCInstant

    init(_ instant: UTCInstant) { self.instant = instant }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let instant = try? UTCInstant(container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a datetime expected")
        }
        self.instant = instant
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(instant.text(fractionDigits: 9))
    }
}
