import OpenDID_DataModel

/// A point in time in stored JSON, in whole seconds since 1970.
struct StoredSeconds: Codable, Sendable, Hashable {
    let instant: UTCInstant

    init(_ instant: UTCInstant) { self.instant = UTCInstant(seconds: instant.seconds) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let instant = UTCInstant(exactly: try container.decode(Int64.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "seconds of the years 0000 to 9999 expected")
        }
        self.instant = instant
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(instant.seconds)
    }
}
