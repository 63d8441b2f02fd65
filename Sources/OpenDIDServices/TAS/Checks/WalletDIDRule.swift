import HeraldKeys
import OpenDID_DataModel

/// The DIDs that a wallet may register for its device and its holder. Their ids are base58 of 20 random bytes (OpenDID sheet 1.5).
///
/// Providers have words as ids. Without this rule, anybody could register the DID of a provider that enrols later, or a DID of another method,
/// whose owner is another party.
enum WalletDIDRule {
    /// The fewest characters of an id. 20 bytes have at least as many. Other wallets may use more bytes.
    private static let fewest = 20

    /// Returns the fault of a document's DID, or `nil` if a wallet may register it.
    /// - Parameter controller: the trust agent's DID, whose method is expected.
    static func fault(in document: DIDDocument, controller: String) -> DataModelError? {
        guard let did = try? DID(document.id), let trustAgent = try? DID(controller) else {
            return DataModelError(.did, field: "id", reason: "a DID expected")
        }
        guard did.method == trustAgent.method else {
            return DataModelError(.did, field: "id", reason: "a DID of the method \(trustAgent.method) expected")
        }
        let id = did.methodSpecificId
        guard id.utf8.count >= fewest, (try? Base58.decode(id)) != nil else {
            return DataModelError(.did, field: "id", reason: "base58 of \(DID.randomByteCount) random bytes expected")
        }
        return nil
    }
}
