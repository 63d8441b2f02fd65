import HeraldJSON
import SDNIdentity

/// Requires the bearer of a token to prove control of the account before an operation that cannot be undone (SDN sheet 7.7): with a wallet's signature,
/// or with the account's password.
struct CallerProof: Sendable {
    let auth: InteractiveAuth
    let passwords: PasswordAccounts

    /// - Throws: `InteractiveAuthRequired` with the required stage if the proof is missing or wrong; `M_FORBIDDEN` if the session belongs to another
    ///   operation.
    func require(_ proof: JSONObject?, of caller: Caller, for operation: InteractiveAuth.Operation) async throws {
        let passwords = passwords
        try await auth.require(proof, of: caller.userID, for: operation) { body in
            try await passwords.verify(body, is: caller)
        }
    }
}
