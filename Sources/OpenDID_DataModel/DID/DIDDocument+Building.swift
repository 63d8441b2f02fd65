import HeraldKeys

extension DIDDocument {
    /// The only `@context` of a DID document (OpenDID sheet 3.1).
    public static let standardContext = ["https://www.w3.org/ns/did/v1"]

    /// The first version of a document, without proof (OpenDID sheet 3.1): created and updated are the same, lists without a key are
    /// left out.
    /// - Parameters:
    ///   - did: whose document it is.
    ///   - controller: the DID of who controls it; of the TAS for devices and holders.
    ///   - keys: in the order in which the document lists them.
    ///   - services: services of the document. Defaults to none.
    ///   - created: the time, written in whole seconds.
    ///   - encoding: of the keys. Defaults to base58btc, as wallets write it (OpenDID sheet 1.1).
    /// - Throws: `DataModelError` for the first rule of ``validationErrors(_:)`` that does not hold.
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

    /// The names of the keys that are listed for a purpose.
    public func keyNames(for purpose: ProofPurpose) -> [String] {
        switch purpose {
        case .assertionMethod: assertionMethod ?? []
        case .authentication: authentication ?? []
        case .keyAgreement: keyAgreement ?? []
        case .capabilityInvocation: capabilityInvocation ?? []
        case .capabilityDelegation: capabilityDelegation ?? []
        }
    }

    /// Sets the list of a purpose; an empty one is left out of the document.
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

    /// The document as the ledger keeps it: without the owner's proofs (OpenDID sheet 3.1).
    public var withoutProofs: DIDDocument {
        var document = self
        document.setProofs([])
        return document
    }

    /// The document with `deactivated` set and without proofs. The version stays: only keys and services make a new one
    /// (OpenDID sheet 3.1).
    public func with(deactivated: Bool) -> DIDDocument {
        var document = withoutProofs
        document.deactivated = deactivated
        return document
    }
}
