@testable import OpenDIDServices

/// With which code a server refuses a message with one member changed (OpenDID sheet 5.3): the same for every message, but for the members
/// that only one has.
struct ExpectedCodes: Sendable {
    /// The body cannot be taken.
    let body: ServiceErrorCode
    /// The transaction is not known.
    let transaction: ServiceErrorCode
    /// A signature does not hold.
    let signature: ServiceErrorCode
    /// A member is missing, under the status that the server has for it.
    var missing = FrontError.validation
    /// By the descriptions of mutations.
    var others: [String: ServiceErrorCode] = [:]

    /// Messages to an issuer.
    static func issuer(_ others: [String: ServiceErrorCode] = [:]) -> ExpectedCodes {
        ExpectedCodes(
            body: IssuerError.bodyUnreadable, transaction: IssuerError.transactionUnknown,
            signature: IssuerError.signatureInvalid, others: others)
    }

    /// Messages to a verifier.
    static func verifier(_ others: [String: ServiceErrorCode] = [:]) -> ExpectedCodes {
        ExpectedCodes(
            body: VerifierError.bodyUnreadable, transaction: VerifierError.transactionUnknown,
            signature: VerifierError.signatureInvalid,
            missing: ServiceError(FrontError.validation).under(400).code, others: others)
    }

    func code(for mutation: JSONMutation) -> ServiceErrorCode {
        if let other = others[mutation.description] { return other }
        let name = mutation.path.last ?? ""
        let isProof = name == "proofs" || mutation.path.dropLast().last == "proofs"
        switch mutation.change {
        case .otherKind: return body
        case .dropped: return isProof || name == "proof" || name == "proofValue" ? signature : missing
        case .emptied:
            if name == "txId" { return transaction }
            if ["created", "proofPurpose", "type"].contains(name) { return body }
            // An object without its members, and an id that is none.
            let isObject = ["accE2e", "holder", "proof", "request"].contains(name) || isProof && name != "proofs"
            return isObject || name == "id" ? missing : signature
        case .swapped: return signature
        }
    }
}
