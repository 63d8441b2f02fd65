import OpenDID_DataModel

/// Changes of the vault for a new version of the holder's DID document that is not registered yet. The wallet stores this version
/// separately until the TAS has confirmed it.
enum PendingDocument {
    /// The changes that make the new document the wallet's current document, after the TAS has registered it.
    static var promotion: FlowChanges { FlowChanges([.promotePendingDocument(.holder)]) }
    /// The changes that set the new document and its keys aside, after the registry has answered that it does not have the document. That
    /// answer is not signed, so the document and its keys are not deleted.
    static var retirement: FlowChanges { FlowChanges([.retirePendingDocument(.holder)]) }
    /// The changes that delete the new document. They are used if the document was never sent.
    static var removal: FlowChanges { FlowChanges([.setPendingDocument(.holder, nil)]) }

    /// Returns the changes that store the new document, before it is sent.
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
