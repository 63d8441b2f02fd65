import HeraldKeys

/// Collects the faults of a document, one member after the other (OpenDID sheet 1.2, 1.5). It finds only faults that are visible without
/// other data.
struct FormErrors {
    /// The length of every nonce and of every initialisation vector of the protocol, in bytes.
    static let nonceByteCount = 16
    /// The length of a SHA-256 digest, in bytes.
    static let hashByteCount = 32

    private(set) var errors: [DataModelError] = []

    mutating func refuse(_ code: DataModelError.Code, _ field: String, _ reason: String) {
        errors.append(DataModelError(code, field: field, reason: reason))
    }

    mutating func text(_ text: String, _ field: String) {
        if text.isEmpty { refuse(.missing, field, "a text expected") }
    }

    mutating func did(_ text: String, _ field: String) {
        if !DID.isWellFormed(text) { refuse(.did, field, "a DID expected") }
    }

    mutating func bytes(_ count: Int, in text: String, _ field: String) {
        // A base58 text with more than two characters for each expected byte is refused without decoding. A byte takes less than two
        // characters.
        if (try? Multibase.decode(text, base58Limit: 2 * count).bytes)?.count != count {
            refuse(.invalidValue, field, "\(count) bytes in multibase expected")
        }
    }

    mutating func nonce(_ text: String, _ field: String) { bytes(Self.nonceByteCount, in: text, field) }

    /// Adds the faults of the DID document that an envelope contains.
    mutating func envelope(
        _ field: String, _ open: () throws(DataModelError) -> MultibaseEnvelope.Contents<DIDDocument>
    ) {
        do {
            inside(field, try open().value.validationErrors())
        } catch {
            errors.append(error)
        }
    }

    /// Adds the faults of a part of the document. The path of the part is put before the path of each fault.
    mutating func inside(_ field: String, _ part: [DataModelError]) {
        errors += part.map { DataModelError($0.code, field: "\(field).\($0.field)", reason: $0.reason) }
    }
}
