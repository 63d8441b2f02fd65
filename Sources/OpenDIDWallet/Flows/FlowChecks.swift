import HeraldKeys
import OpenDID_DataModel

/// Checks of answers that several protocols share.
enum FlowChecks {
    /// Checks that the answer belongs to the transaction.
    static func transaction(_ received: String, is expected: String) throws(WalletError) {
        guard received == expected else {
            throw WalletError(.answer, field: "txId", reason: "the answer belongs to another transaction")
        }
    }

    /// Checks that a server has named the transaction that it opened, and returns the transaction's id.
    static func opened(_ txId: String) throws(WalletError) -> String {
        guard !txId.isEmpty else {
            throw WalletError(.answer, field: "txId", reason: "the server opened no transaction")
        }
        return txId
    }

    /// Decodes multibase text and checks the length.
    /// - Parameter isShort: true for a nonce or a key. If this is true or `count` is given, long text is refused before it is decoded.
    ///   Decoding base58 takes time that grows with the square of the length.
    static func bytes(_ text: String, count: Int? = nil, isShort: Bool = false, _ field: String) throws(WalletError)
        -> [UInt8]
    {
        let limit = count != nil || isShort ? Multibase.shortLimit : Base58.defaultLimit
        let bytes = try translating(.answer, field) { try Multibase.decode(text, base58Limit: limit).bytes }
        guard count == nil || bytes.count == count else {
            throw WalletError(.answer, field: field, reason: "\(count ?? 0) bytes expected, \(bytes.count) found")
        }
        return bytes
    }

    /// Checks that two texts encode the same bytes.
    static func same(_ left: String, _ right: String, _ field: String) throws(WalletError) {
        guard try ConstantTime.equals(bytes(left, isShort: true, field), bytes(right, isShort: true, field)) else {
            throw WalletError(.verification, field: field, reason: "the two nonces differ")
        }
    }

    /// True if the DID document in the registry has the same keys and the same version as `document`.
    static func isRegistered(_ document: DIDDocument, as found: ResolvedDID?) -> Bool {
        guard let found, found.document.id == document.id, found.document.versionId == document.versionId else {
            return false
        }
        return Set(found.document.verificationMethod.map(KeyIdentity.init))
            == Set(document.verificationMethod.map(KeyIdentity.init))
    }

    private struct KeyIdentity: Hashable {
        let id: String
        let bytes: [UInt8]?

        init(_ method: DIDDocument.VerificationMethod) {
            id = method.id
            bytes = try? Multibase.decode(method.publicKeyMultibase, base58Limit: Multibase.shortLimit).bytes
        }
    }
}
