import OpenDID_DataModel

/// Which keys the DID document of a device or a holder may have (OpenDID sheet 1.6).
///
/// Only keys of certain names prove a document (``KeyProofsRule``): a key of another name would get into the registry unproven, so there is
/// none. Each key has the authType and the purposes of its name, because verifiers judge by them.
struct NamedKeysRule: Sendable {
    let allowed: [DIDKeyName]
    let required: [DIDKeyName]

    /// A device has these three.
    static let device = NamedKeysRule(allowed: [.assert, .auth, .keyagree], required: [.assert, .auth, .keyagree])
    /// A holder also has `pin` or `bio`; see ``fault(in:controller:)``.
    static let holder = NamedKeysRule(allowed: [.keyagree, .pin, .bio], required: [.keyagree])

    /// What is wrong; `nil` when nothing is. Without `pin` and `bio` a holder's document has no proof, which is found elsewhere.
    func fault(in document: DIDDocument, controller: String) -> DataModelError? {
        if document.controller != controller {
            return DataModelError(.invalidValue, field: "controller", reason: "the trust agent's DID expected")
        }
        for method in document.verificationMethod {
            guard let name = DIDKeyName(rawValue: method.id), allowed.contains(name) else {
                return DataModelError(
                    .invalidValue, field: "verificationMethod", reason: "only the keys \(names(allowed)) may be here")
            }
            if method.authType != name.authType {
                return DataModelError(.invalidValue, field: "verificationMethod", reason: "the key \(name.rawValue) has another authType")
            }
            if document.purposes(ofKey: name.rawValue) != Set(name.purposes) {
                return DataModelError(.purpose, field: "verificationMethod", reason: "the key \(name.rawValue) is listed for other purposes")
            }
        }
        let present = Set(document.verificationMethod.map(\.id))
        if let missing = required.first(where: { !present.contains($0.rawValue) }) {
            return DataModelError(.missing, field: "verificationMethod", reason: "the key \(missing.rawValue) is missing")
        }
        return nil
    }

    private func names(_ names: [DIDKeyName]) -> String { names.map(\.rawValue).joined(separator: ", ") }
}
