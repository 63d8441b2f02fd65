import OpenDID_DataModel

/// A version of the holder's DID document on its way into the registry: the wallet keeps it apart until the TAS has confirmed it.
enum PendingDocument {
    /// The TAS has it: the wallet turns to it.
    static var promotion: FlowChanges { FlowChanges([.promotePendingDocument(.holder)]) }
    /// The registry is said not to have it. That has no signature, so document and keys are kept, out of the way.
    static var retirement: FlowChanges { FlowChanges([.retirePendingDocument(.holder)]) }
    /// It was never sent.
    static var removal: FlowChanges { FlowChanges([.setPendingDocument(.holder, nil)]) }

    /// Keeps it before it is sent.
    static func keeping(_ document: DIDDocument) -> FlowChanges { FlowChanges([.setPendingDocument(.holder, document)]) }

    /// Finds out from the registry whether the document got there.
    static func settle(_ document: DIDDocument?, _ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        guard let document else { return .undone(removal) }
        let found = try await tools.trust.registered(document.id)
        return FlowChecks.isRegistered(document, as: found) ? .done(promotion) : .undone(retirement)
    }
}
