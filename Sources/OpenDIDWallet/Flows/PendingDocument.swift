import OpenDID_DataModel

/// The changes for a version of the holder's DID document that is not registered yet. The wallet stores it separately until the TAS has
/// confirmed it.
enum PendingDocument {
    /// The TAS has registered it, and the wallet uses it from now on.
    static var promotion: FlowChanges { FlowChanges([.promotePendingDocument(.holder)]) }
    /// The registry is said not to have it. That answer is not signed, so the document and its keys are set aside.
    static var retirement: FlowChanges { FlowChanges([.retirePendingDocument(.holder)]) }
    /// The document was never sent, and is deleted.
    static var removal: FlowChanges { FlowChanges([.setPendingDocument(.holder, nil)]) }

    /// Stores the document before it is sent.
    static func keeping(_ document: DIDDocument) -> FlowChanges {
        FlowChanges([.setPendingDocument(.holder, document)])
    }

    /// Asks the registry if it has the document.
    static func settle(_ document: DIDDocument?, _ tools: FlowTools) async throws(WalletError) -> FlowSettlement {
        guard let document else { return .undone(removal) }
        let found = try await tools.trust.registered(document.id)
        return FlowChecks.isRegistered(document, as: found) ? .done(promotion) : .undone(retirement)
    }
}
