import OpenDID_DataModel

/// With which keys the user signs: those that were opened for this run.
public struct HolderAuthentication: Codable, Sendable, Hashable {
    /// The names of the keys, `pin` before `bio`.
    public let keys: [String]

    /// - Parameter keys: `pin`, `bio` or both.
    public init(keys: [DIDKeyName]) { self.keys = [DIDKeyName.pin, .bio].filter(keys.contains).map(\.rawValue) }

    /// The key for a DIDAuth, which carries one proof.
    func single() throws(WalletError) -> String {
        guard let first = keys.first else {
            throw WalletError(.keyUnlock, field: "unlock", reason: "the user has to authenticate with PIN or biometrics")
        }
        return first
    }

    /// The keys that meet what the other side asks for (OpenDID sheet 3.4): as few as will do.
    func keys(meeting required: VerifyAuthType) throws(WalletError) -> [String] {
        let types: [String: AuthType] = [DIDKeyName.pin.rawValue: .pin, DIDKeyName.bio.rawValue: .bio]
        let choices = keys.map { [$0] } + (keys.count > 1 ? [keys] : [])
        for choice in choices where required.isSatisfied(by: Set(choice.compactMap { types[$0] })) { return choice }
        throw WalletError(
            .keyUnlock, field: "authType", reason: "the other side asks for an authentication that was not given (\(required.rawValue))")
    }
}
