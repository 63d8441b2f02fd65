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
