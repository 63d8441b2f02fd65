import HeraldJSON
import HeraldKeys

extension DIDDocument {
    /// True if two documents have the same content. Keys are compared as bytes and dates as points in time, because senders encode keys and
    /// dates differently (OpenDID sheet 1.1). Proofs are ignored. `deactivated` is ignored because the registry changes it. Unknown members
    /// are ignored because a registry may drop them.
    func says(theSameAs other: DIDDocument) -> Bool {
        guard verificationMethod.count == other.verificationMethod.count, let own = comparableBytes,
            let others = other.comparableBytes
        else { return false }
        return own == others
    }

    private var comparableBytes: [UInt8]? {
        var document = withoutProofs
        document.deactivated = false
        document.unknownMembers = UnknownMembers()
        document.created = $created?.text ?? created
        document.updated = $updated?.text ?? updated
        for index in document.verificationMethod.indices {
            document.verificationMethod[index].unknownMembers = UnknownMembers()
            let text = document.verificationMethod[index].publicKeyMultibase
            guard let key = try? Multibase.decode(text, base58Limit: VerificationKey.textLimit).bytes else {
                return nil
            }
            document.verificationMethod[index].publicKeyMultibase = Multibase.encode(key, as: .base16)
        }
        for index in (document.service ?? []).indices { document.service?[index].unknownMembers = UnknownMembers() }
        return try? document.canonicalBytes()
    }
}
