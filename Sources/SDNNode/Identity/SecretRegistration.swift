import Crypto
import Foundation
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire

/// The registration of accounts by an operator's programs, which know the node's secret. It is that of Synapse, so that the operators' scripts work.
struct SecretRegistration: Sendable {
    let secret: RegistrationSecret
    let passwords: PasswordAccounts
    let nonces: RegistrationNonces

    /// Creates an account, and opens a session unless the body says otherwise. No rate limit for new accounts applies.
    /// - Throws: `M_FORBIDDEN` if the code is wrong; `M_UNKNOWN` if the nonce has expired or was used; errors that name a member.
    func register(_ body: JSONReader, _ call: Call) async throws -> RawJSON {
        let nonce = try body.string("nonce"), username = try body.string("username")
        let password = try body.string("password"), isAdministrator = try body.optionalBool("admin") ?? false
        guard let deadline = nonces.deadline(of: nonce) else {
            throw MatrixError(.unknown, "The nonce is unknown or has expired.")
        }
        let parts = [nonce, username, password, isAdministrator ? "admin" : "notadmin"]
        guard isValid(try body.string("mac"), for: parts + (try body.optionalString("user_type").map { [$0] } ?? []))
        else {
            throw MatrixError(.forbidden, "The code is wrong.")
        }
        guard try body.optionalString("user_type") == nil else {
            throw WireError(.unsupported, field: "user_type", reason: "this node has no kinds of users")
        }
        try PasswordAccounts.check(password, field: "password")
        let displayName = try body.optionalString("displayname").map { text throws(WireError) in
            try DisplayName.checked(text, field: "displayname")
        }
        let registration = Registration(
            userID: try passwords.userID(forNew: username), password: nil,
            opensSession: try body.optionalBool("inhibit_login") != true,
            deviceID: try DeviceFields.deviceID(body.optionalString("device_id")),
            deviceDisplayName: try DeviceFields.displayName(body.optionalString("initial_device_display_name")),
            wantsRefreshToken: try body.optionalBool("refresh_token") ?? false, upgradesGuest: false)
        try await passwords.requireFree(registration.userID)
        guard nonces.use(nonce, until: deadline) else { throw MatrixError(.unknown, "The nonce was already used.") }
        let hash = try await passwords.hasher.hash(
            password, for: PasswordHasher.Client(source: call.remoteAddress))
        let (userID, now) = (registration.userID, passwords.services.now())
        return try await passwords.answer(to: registration, call) { db in
            try AccountStore.create(userID, passwordHash: hash, now: now, in: db)
            if isAdministrator { try AdministratorStore.insert(userID, in: db) }
            if let displayName { _ = try ProfileStore.setDisplayname(displayName, of: userID, in: db) }
        }.json
    }

    /// True if a code is the HMAC-SHA1 of the parts, which zero bytes separate. Synapse's scripts use this hash.
    private func isValid(_ mac: String, for parts: [String]) -> Bool {
        guard let code = try? Hex.decode(mac.lowercased()) else { return false }
        return HMAC<Insecure.SHA1>.isValidAuthenticationCode(
            Data(code), authenticating: Data(parts.joined(separator: "\u{0}").utf8),
            using: SymmetricKey(data: Data(secret.text.utf8)))
    }
}
