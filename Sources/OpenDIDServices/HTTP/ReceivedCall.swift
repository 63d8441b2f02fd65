import HeraldJSON
import OpenDID_DataModel

/// A request beside its decoded value.
package struct ReceivedCall: Sendable {
    /// The body exactly as it came: what makes a repeated request the same one, and what signatures are checked over.
    package let body: [UInt8]
    /// The body as a document whose signed parts can be checked; `nil` for a GET.
    package let document: SignedDocument?
    /// Where the request comes from.
    package let origin: ServiceRequest.Origin
    /// Whom the request counts for; `nil` for whoever is not limited.
    package let client: String?

    /// A signed part of the body as it came, by its path, such as `["seed", "walletInfo"]`.
    /// - Throws: `JSONError` when it is no object or not there; the front answers with the server's code for an unreadable body.
    package func part(_ path: String...) throws -> SignedDocument {
        guard let view = document?[path] else {
            throw JSONError(.missingMember, path: path.joined(separator: "."), reason: "the member is missing")
        }
        return try SignedDocument(view)
    }
}
