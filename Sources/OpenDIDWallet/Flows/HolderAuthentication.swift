import OpenDID_DataModel

/// The keys with which the user signs in a run. The user unlocked them for this run.
public struct HolderAuthentication: Codable, Sendable, Hashable {
    /// The names of the keys, `pin` before `bio`.
    public let keys: [String]

    /// Creates the value.
    /// - Parameter keys: `pin`, `bio` or both.
    public init(keys: [DIDKeyName]) { self.keys = [DIDKeyName.pin, .bio].filter(keys.contains).map(\.rawValue) }

    /// Returns the name of the key that signs a DIDAuth. A DIDAuth has only one proof, so only one key signs it.
    func single() throws(WalletError) -> String {
        guard let first = keys.first else {
            throw WalletError(
                .keyUnlock, field: "unlock", reason: "the user has to authenticate with PIN or biometrics")
        }
        return first
    }

    /// Returns as few keys as possible that meet the peer's requirement (OpenDID sheet 3.4).
    func keys(meeting required: VerifyAuthType) throws(WalletError) -> [String] {
        let types: [String: AuthType] = [DIDKeyName.pin.rawValue: .pin, DIDKeyName.bio.rawValue: .bio]
        let choices = keys.map { [$0] } + (keys.count > 1 ? [keys] : [])
        for choice in choices where required.isSatisfied(by: Set(choice.compactMap { types[$0] })) { return choice }
        throw WalletError(
            .keyUnlock, field: "authType",
            reason: "the peer requires an authentication that the user has not given (\(required.rawValue))")
    }
}
