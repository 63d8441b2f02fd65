import HeraldJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value that can be converted to JSON and back (OpenDID sheet 4.8).
///
/// ```swift
/// let credential = try VerifiableCredential(from: text)
/// let bytes = try credential.canonicalBytes()
/// ```
///
/// Every requirement has a default implementation that uses `JSONModelDecoder` and `JSONModelEncoder`. Errors are of type `JSONError`, and
/// name the JSON path, the expected value and the found value.
public protocol Jsonable: Codable {
    /// Reads one JSON text in UTF-8.
    /// - Throws: `JSONError` if the text is not JSON or does not have this type's form.
    init(from jsonData: Data) throws
    /// Reads one JSON text.
    /// - Throws: `JSONError` if the text is not JSON or does not have this type's form.
    init(from jsonString: String) throws
    /// Returns the canonical JSON of OpenDID sheet 2.1. If `isPretty` is true, line breaks and indentation are added.
    /// - Throws: `JSONError` if the value has no canonical form.
    func toJsonData(isPretty: Bool) throws -> Data
    /// Returns the canonical JSON of OpenDID sheet 2.1. If `isPretty` is true, line breaks and indentation are added.
    /// - Throws: `JSONError` if the value has no canonical form.
    func toJson(isPretty: Bool) throws -> String
}

extension Jsonable {
    /// Reads one JSON text in UTF-8 of at most 16 MiB and 64 levels. A repeated member is refused.
    /// - Throws: `JSONError` if the text is not JSON, exceeds a limit or does not have this type's form.
    public init(from jsonData: Data) throws {
        try self.init(jsonBytes: [UInt8](jsonData))
    }

    /// Reads one JSON text of at most 16 MiB and 64 levels. A repeated member is refused.
    /// - Throws: `JSONError` if the text is not JSON, exceeds a limit or does not have this type's form.
    public init(from jsonString: String) throws {
        try self.init(jsonBytes: Array(jsonString.utf8))
    }

    /// Reads one JSON text in UTF-8 of at most 16 MiB and 64 levels. A repeated member is refused.
    /// - Throws: `JSONError` if the text is not JSON, exceeds a limit or does not have this type's form.
    public init(jsonBytes: [UInt8]) throws(JSONError) {
        self = try JSONModelDecoder().decode(Self.self, from: jsonBytes)
    }

    /// Returns the canonical JSON of OpenDID sheet 2.1. If `isPretty` is true, line breaks and indentation are added.
    /// - Parameter isPretty: defaults to false.
    /// - Throws: `JSONError` for a value without a canonical form, such as a fraction in an unknown member.
    public func toJsonData(isPretty: Bool = false) throws -> Data {
        Data(isPretty ? try JSONModelEncoder().prettyBytes(self) : try canonicalBytes())
    }

    /// Returns the canonical JSON of OpenDID sheet 2.1. If `isPretty` is true, line breaks and indentation are added.
    /// - Parameter isPretty: defaults to false.
    /// - Throws: `JSONError` for a value without a canonical form, such as a fraction in an unknown member.
    public func toJson(isPretty: Bool = false) throws -> String {
        String(decoding: isPretty ? try JSONModelEncoder().prettyBytes(self) : try canonicalBytes(), as: UTF8.self)
    }

    /// Returns the canonical form of OpenDID sheet 2.1 in UTF-8. Digests and signatures are calculated over it.
    /// - Throws: `JSONError` for a value without a canonical form, such as a fraction in an unknown member.
    public func canonicalBytes() throws(JSONError) -> [UInt8] {
        try JSONModelEncoder().canonicalBytes(self)
    }
}

/// A JSON object of the model. It preserves members that the model does not know, so that decoding and encoding again loses nothing
/// (OpenDID sheet 2.1 and 4).
///
/// Equality and hashing compare texts as Swift does: "é" as one code point is equal to "é" as two code points. To compare two documents as
/// a signature does, compare their ``Jsonable/canonicalBytes()``.
public protocol ModelObject: Jsonable, KeepsUnknownMembers, Sendable, Hashable {}
