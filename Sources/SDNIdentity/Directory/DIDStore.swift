import HeraldKeys
import SDNWire

/// The directory of DIDs and the wallets that control them, in a server's database.
///
/// Each method is atomic. The rules are in this module: a store that writes locks the document (`SELECT … FOR UPDATE`, or SQLite's
/// only writer), asks ``SignedChange/edits(of:now:)`` or ``VerifiedLogin/edits(of:)`` for the edits, and writes their rows. If two creations of
/// one DID meet at the key of its row, the store begins the second one anew, which then finds the document.
package protocol DIDStore: Sendable {
    /// Returns the DIDs that a wallet has signed to control and that allow a login. The DID that the wallet most recently created or logged in to
    /// comes first. A login by address uses this DID.
    /// - Throws: errors of the store.
    func dids(of address: EthereumAddress) async throws -> [SDNDID]

    /// Returns the document of a DID, even if it is burned; `nil` if the DID does not exist.
    /// - Throws: errors of the store.
    func document(of did: SDNDID) async throws -> DIDDocument?

    /// Returns the document of a user's DID; `nil` if the user has none.
    /// - Throws: errors of the store.
    func document(ofUser userID: String) async throws -> DIDDocument?

    /// Returns the state in which a wallet requests a challenge by its address.
    /// - Throws: errors of the store.
    func standing(of address: EthereumAddress) async throws -> WalletStanding

    /// Returns the document of a DID whose user wants to log in; `nil` if the DID does not exist.
    /// - Throws: `M_USER_LOCKED` or `M_USER_DEACTIVATED` if the account of the DID may not be used.
    func documentForLogin(of did: SDNDID) async throws -> DIDDocument?

    /// Applies a signed change, and ends the sessions that it ends: those of an unlinked wallet, and all of a burned DID. A burned DID's account is
    /// deactivated as well.
    /// - Throws: `SDN_STALE_DID` if the document has changed since the challenge was made.
    func apply(_ change: SignedChange) async throws
}

/// The part of a server that opens a session after a good login.
///
/// The node makes a device and an access token, in the transaction that records the login. A gateway requests a session from its homeserver, and then
/// records the login.
package protocol DIDSessions: Sendable {
    /// Records a login, creates its DID and its account if they do not exist, and opens a session. The challenge has been spent.
    /// - Throws: `M_FORBIDDEN` if the document has changed since the challenge was made.
    func open(_ login: VerifiedLogin) async throws -> LoginResponse
}

/// The state in which a wallet requests a challenge by its address.
package enum WalletStanding: Sendable, Hashable {
    /// The wallet controls this DID. If it controls several, it is the one that the wallet most recently created or logged in to.
    case controls(DIDDocument)
    /// The wallet controls no DID, but the DID with its digits exists. The wallet was unlinked from it, or the DID was burned.
    case former(DIDDocument)
    /// The wallet has not logged in yet.
    case new
}
