import HeraldKeys

extension DIDDocument {
    /// The value of `@context` that every DID document has (OpenDID sheet 3.1).
    public static let standardContext = ["https://www.w3.org/ns/did/v1"]

    /// Creates the first version of a document, without a proof (OpenDID sheet 3.1). `created` and `updated` are equal. If a purpose has no
    /// key, its list is omitted.
    /// - Parameters:
    ///   - did: the DID of the document.
    ///   - controller: the DID of the controller. For devices and holders it is the TAS.
    ///   - keys: the keys, in the order of the document.
    ///   - services: the services of the document. Defaults to none.
    ///   - created: the time of the first version, which is written in whole seconds.
    ///   - encoding: the encoding of the keys. Defaults to base58btc, as wallets write it (OpenDID sheet 1.1).
    /// - Throws: `DataModelError` for the first fault of ``validationErrors(_:)``.
    public init(
        did: DID, controller: String, keys: [DIDKeyEntry], services: [Service] = [], created: UTCInstant,
        encoding: Multibase.Base = .base58btc
    ) throws(DataModelError) {
        self.init(
            context: Self.standardContext, id: did.text, controller: controller,
            verificationMethod: keys.map { $0.method(controller: controller, encoding: encoding) },
            service: services.isEmpty ? nil : services, created: created.text, updated: created.text, versionId: "1",
            deactivated: false)
        for key in keys {
            for purpose in key.purposes { setKeyNames(keyNames(for: purpose) + [key.id], for: purpose) }
        }
        try validate(.registration)
    }

    /// Returns the names of the keys that are listed for a purpose.
    public func keyNames(for purpose: ProofPurpose) -> [String] {
        switch purpose {
        case .assertionMethod: assertionMethod ?? []
        case .authentication: authentication ?? []
        case .keyAgreement: keyAgreement ?? []
        case .capabilityInvocation: capabilityInvocation ?? []
        case .capabilityDelegation: capabilityDelegation ?? []
        }
    }

    /// Sets the list of keys for a purpose. If there are no names, the list is removed from the document.
    mutating func setKeyNames(_ names: [String], for purpose: ProofPurpose) {
        let list = names.isEmpty ? nil : names
        switch purpose {
        case .assertionMethod: assertionMethod = list
        case .authentication: authentication = list
        case .keyAgreement: keyAgreement = list
        case .capabilityInvocation: capabilityInvocation = list
        case .capabilityDelegation: capabilityDelegation = list
        }
    }

    /// The document as the ledger stores it: without the owner's proofs (OpenDID sheet 3.1).
    public var withoutProofs: DIDDocument {
        var document = self
        document.setProofs([])
        return document
    }

    /// Returns the document with another value of `deactivated`, without proofs. The version number stays the same, because only changes of
    /// keys and services create a new version (OpenDID sheet 3.1).
    public func with(deactivated: Bool) -> DIDDocument {
        var document = withoutProofs
        document.deactivated = deactivated
        return document
    }
}
