/// The version of a DID document: a decimal number that is stored as text and compared as a number (OpenDID sheet 1.5, 4.7).
///
/// Decoding accepts only `[1-9][0-9]*`. The comparison is correct for numbers of any length: "9" comes before "10".
///
/// OpenDID sheet 4.9, #35: the original text does not define this wrapper. The original implementation crashes on a malformed version. This
/// one does not.
@propertyWrapper
public struct DIDVersionId: Sendable, Hashable, Comparable {
    /// The text as it was read or set.
    public var wrappedValue: String

    /// Creates a version from any text, without checking it. ``init(validating:)`` checks the text.
    public init(wrappedValue: String) { self.wrappedValue = wrappedValue }

    /// Creates a version from a well-formed text, `[1-9][0-9]*`.
    /// - Throws: ``DataModelError`` with code `versionId` if the text is malformed.
    public init(validating text: String) throws(DataModelError) {
        guard Self.isWellFormed(text) else {
            throw DataModelError(
                .versionId, field: "versionId", reason: "a decimal number without leading zero expected")
        }
        wrappedValue = text
    }

    /// The version itself, which can be compared as a number: `old.$versionId < new.$versionId`.
    public var projectedValue: DIDVersionId { self }

    /// True if the text is `[1-9][0-9]*`.
    public var isWellFormed: Bool { Self.isWellFormed(wrappedValue) }

    /// The version that follows this one, or `nil` if this one is malformed.
    public var next: DIDVersionId? {
        guard isWellFormed else { return nil }
        var digits = Array(wrappedValue.utf8)
        for index in digits.indices.reversed() {
            guard digits[index] == UInt8(ascii: "9") else {
                digits[index] += 1
                return DIDVersionId(wrappedValue: String(decoding: digits, as: UTF8.self))
            }
            digits[index] = UInt8(ascii: "0")
        }
        return DIDVersionId(wrappedValue: "1" + String(decoding: digits, as: UTF8.self))
    }

    /// Compares two versions as numbers. Malformed texts come before all well-formed versions. Among themselves, they are in the order of
    /// their bytes.
    public static func < (left: DIDVersionId, right: DIDVersionId) -> Bool {
        let (a, b) = (left.wrappedValue.utf8, right.wrappedValue.utf8)
        switch (left.isWellFormed, right.isWellFormed) {
        case (true, true): return a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
        case (false, false): return a.lexicographicallyPrecedes(b)
        case (let wellFormed, _): return !wellFormed
        }
    }

    package static func isWellFormed(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "0") else { return false }
        return text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }
}

extension DIDVersionId: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard Self.isWellFormed(text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "a version is a decimal number without leading zero"))
        }
        wrappedValue = text
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
