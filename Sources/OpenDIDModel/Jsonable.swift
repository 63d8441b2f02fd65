import HeraldJSON

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Model to JSON and back (OpenDID sheet 4.8).
///
/// Every requirement has an implementation over `JSONModelDecoder` and `JSONModelEncoder`: a type conforms by saying so. Errors are
/// `JSONError`s that name the JSON path, what was expected and what was found.
public protocol Jsonable: Codable {
    /// Reads one JSON text in UTF-8.
    init(from jsonData: Data) throws
    /// Reads one JSON text.
    init(from jsonString: String) throws
    /// The canonical form of OpenDID sheet 2.1, or the same with line breaks and indentation when `isPretty`.
    func toJsonData(isPretty: Bool) throws -> Data
    /// The canonical form of OpenDID sheet 2.1, or the same with line breaks and indentation when `isPretty`.
    func toJson(isPretty: Bool) throws -> String
}

extension Jsonable {
    /// Reads one JSON text in UTF-8, of at most 16 MiB and 64 levels, no member named twice.
    /// - Throws: `JSONError`.
    public init(from jsonData: Data) throws {
        try self.init(jsonBytes: [UInt8](jsonData))
    }

    /// Reads one JSON text, of at most 16 MiB and 64 levels, no member named twice.
    /// - Throws: `JSONError`.
    public init(from jsonString: String) throws {
        try self.init(jsonBytes: Array(jsonString.utf8))
    }

    /// Reads one JSON text in UTF-8, of at most 16 MiB and 64 levels, no member named twice.
    public init(jsonBytes: [UInt8]) throws(JSONError) {
        self = try JSONModelDecoder().decode(Self.self, from: jsonBytes)
    }

    /// The canonical form of OpenDID sheet 2.1, or the same with line breaks and indentation when `isPretty`.
    /// - Throws: `JSONError` for a value without canonical form, such as a fraction in an unknown member.
    public func toJsonData(isPretty: Bool = false) throws -> Data {
        Data(isPretty ? try JSONModelEncoder().prettyBytes(self) : try canonicalBytes())
    }

    /// The canonical form of OpenDID sheet 2.1, or the same with line breaks and indentation when `isPretty`.
    /// - Throws: `JSONError` for a value without canonical form, such as a fraction in an unknown member.
    public func toJson(isPretty: Bool = false) throws -> String {
        String(decoding: isPretty ? try JSONModelEncoder().prettyBytes(self) : try canonicalBytes(), as: UTF8.self)
    }

    /// The canonical form of OpenDID sheet 2.1 in UTF-8: what is hashed.
    public func canonicalBytes() throws(JSONError) -> [UInt8] {
        try JSONModelEncoder().canonicalBytes(self)
    }
}

/// A JSON object of the model: a value that keeps the members it does not know, so that decoding and encoding loses nothing
/// (OpenDID sheet 2.1 and 4).
///
/// Equality and hashing take texts as Swift does: "é" in one code point and in two are the same. Whether two documents are the same
/// to a signature is a matter of their ``Jsonable/canonicalBytes()``.
public protocol ModelObject: Jsonable, KeepsUnknownMembers, Sendable, Hashable {}
