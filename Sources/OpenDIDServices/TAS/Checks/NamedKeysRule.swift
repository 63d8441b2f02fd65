import OpenDID_DataModel

/// The keys that the DID document of a device or a holder may have (OpenDID sheet 1.6).
///
/// Keys with certain names must sign the document (``KeyProofsRule``). Other names are not allowed, because keys with other names would be
/// registered without a proof. Each key must have the authType and the purposes that belong to its name, because verifiers rely on them.
struct NamedKeysRule: Sendable {
    let allowed: [DIDKeyName]
    let required: [DIDKeyName]

    /// The rule for a device: it has exactly these three keys.
    static let device = NamedKeysRule(allowed: [.assert, .auth, .keyagree], required: [.assert, .auth, .keyagree])
    /// The rule for a holder: the document may also have `pin` and `bio`, see ``fault(in:controller:)``.
    static let holder = NamedKeysRule(allowed: [.keyagree, .pin, .bio], required: [.keyagree])

    /// Returns the first fault in the keys of a document, or `nil` if there is none. A holder's document with neither `pin` nor `bio` is
    /// not refused here, because the check of its proofs refuses it.
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
