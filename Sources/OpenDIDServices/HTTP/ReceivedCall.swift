import HeraldJSON
import OpenDID_DataModel

/// The body and the origin of a request. Handlers receive them together with the decoded request.
package struct ReceivedCall: Sendable {
    /// The body exactly as it was received. A repeated request has the same bytes, and signatures are checked over them.
    package let body: [UInt8]
    /// The body as a document with signed parts, or `nil` for a GET.
    package let document: SignedDocument?
    /// The origin of the request.
    package let origin: ServiceRequest.Origin
    /// The client whose limits apply to the request, or `nil` if no limits apply.
    package let client: String?

    /// Returns a signed part of the body as it was received. The path consists of member names, such as `["seed", "walletInfo"]`.
    /// - Parameter model: the value that was decoded from this part. Defaults to none.
    /// - Throws: `JSONError` if the part is absent or not an object. The router answers this error with the server's own code.
    package func part(_ path: String..., decodedAs model: (any Sendable)? = nil) throws -> SignedDocument {
        guard let view = document?[path] else {
            throw JSONError(.missingMember, path: path.joined(separator: "."), reason: "the member is missing")
        }
        return try SignedDocument(view, decodedAs: model)
    }
}

extension ReceivedCall {
    /// Checks that the request has an `id`, as every message of the protocol does. It may be any text that is not empty (OpenDID sheet
    /// 1.4).
    /// - Throws: ``ServiceError`` 9999.
    func requireMessageID() throws(ServiceError) {
        guard let id = document?[["id"]]?.string, !id.isEmpty else {
            throw FrontError.validation("id: a text expected")
        }
    }
}

/// An answer in encoded form. The answer of a step is stored in this form, and is sent again byte for byte.
package struct EncodedAnswer<Value: Sendable>: Sendable, Hashable {
    /// The bytes of the JSON text.
    package let bytes: [UInt8]

    /// Creates the value from a stored answer.
    package init(stored bytes: [UInt8]) { self.bytes = bytes }

    /// Encodes a new answer in canonical form.
    /// - Throws: `JSONError` if the value has no canonical form.
    package init(_ value: Value) throws(JSONError) where Value: Encodable {
        bytes = try JSONModelEncoder().canonicalBytes(value)
    }
}
