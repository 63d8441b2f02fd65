import OpenDID_DataModel

/// The keys that the DID document of a device or a holder may have (OpenDID sheet 1.6).
///
/// Only keys with certain names must prove the document (``KeyProofsRule``). Other names are not allowed, because their keys would be registered
/// without a proof. Each key must have its name's authType and purposes, because verifiers rely on them.
struct NamedKeysRule: Sendable {
    let allowed: [DIDKeyName]
    let required: [DIDKeyName]

    /// A device has exactly these three keys.
    static let device = NamedKeysRule(allowed: [.assert, .auth, .keyagree], required: [.assert, .auth, .keyagree])
    /// A holder also has `pin` or `bio`, see ``fault(in:controller:)``.
    static let holder = NamedKeysRule(allowed: [.keyagree, .pin, .bio], required: [.keyagree])

    /// Returns the first fault, or `nil` if there is none. A holder's document without `pin` and `bio` has no proof, which another check finds.
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
                return DataModelError(
                    .invalidValue, field: "verificationMethod", reason: "the key \(name.rawValue) has another authType")
            }
            if document.purposes(ofKey: name.rawValue) != Set(name.purposes) {
                return DataModelError(
                    .purpose, field: "verificationMethod",
                    reason: "the key \(name.rawValue) is listed for other purposes")
            }
        }
        let present = Set(document.verificationMethod.map(\.id))
        if let missing = required.first(where: { !present.contains($0.rawValue) }) {
            return DataModelError(
                .missing, field: "verificationMethod", reason: "the key \(missing.rawValue) is missing")
        }
        return nil
    }

    private func names(_ names: [DIDKeyName]) -> String { names.map(\.rawValue).joined(separator: ", ") }
}
