import HeraldJSON
import OpenDID_DataModel

/// A request's body and origin, beside its decoded value.
package struct ReceivedCall: Sendable {
    /// The body exactly as received. Repeated requests are recognized by it, and signatures are checked over it.
    package let body: [UInt8]
    /// The body as a document with signed parts, or `nil` for a GET.
    package let document: SignedDocument?
    /// The origin of the request.
    package let origin: ServiceRequest.Origin
    /// The client whose limits apply, or `nil` if none apply.
    package let client: String?

    /// Returns a signed part of the body as received, by its path, such as `["seed", "walletInfo"]`.
    /// - Throws: `JSONError` if the part is absent or not an object. The router answers with the server's code for that.
    package func part(_ path: String...) throws -> SignedDocument {
        guard let view = document?[path] else {
            throw JSONError(.missingMember, path: path.joined(separator: "."), reason: "the member is missing")
        }
        return try SignedDocument(view)
    }
}

extension ReceivedCall {
    /// Requires the `id` that every message of the protocol has. It may be any text that is not empty (OpenDID sheet 1.4).
    /// - Throws: ``ServiceError`` 9999.
    func requireMessageID() throws(ServiceError) {
        guard let id = document?[["id"]]?.string, !id.isEmpty else {
            throw FrontError.validation("id: a text expected")
        }
    }
}

/// An encoded answer. The stored answer of a step is sent again byte for byte.
package struct EncodedAnswer<Value: Sendable>: Sendable, Hashable {
    /// The JSON.
    package let bytes: [UInt8]

    /// Creates the value from a stored answer.
    package init(stored bytes: [UInt8]) { self.bytes = bytes }

    /// Encodes a new answer in canonical form.
    /// - Throws: `JSONError` if the value has no canonical form.
    package init(_ value: Value) throws(JSONError) where Value: Encodable {
        bytes = try JSONModelEncoder().canonicalBytes(value)
    }
}
