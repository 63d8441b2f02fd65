import HeraldJSON
import OpenDIDWallet

/// One wrong message: made of a right one that a wallet was about to send, with one thing wrong about it.
struct Strike: Sendable, CustomStringConvertible {
    /// The fault.
    enum Kind: String, Sendable, CaseIterable {
        /// A member is missing.
        case dropped
        /// A member is empty: no text, no entries, zero.
        case emptied
        /// A member is that of another wallet's message in another transaction.
        case swapped
        /// The whole message is another wallet's, in this transaction.
        case foreign
        /// A signed part was signed again: by the wrong key, for another purpose, or in another one's name.
        case resigned
        /// A signed part says what another transaction's says, and is signed by the right key.
        case substituted
        /// The encrypted part is under another key or another initialisation vector.
        case misencrypted
        /// The message itself, beyond its lifetime.
        case stale
        /// A message of the same protocol at another step than its own.
        case misplaced
        /// A message of another protocol.
        case crossed
        /// The message under a new id when the protocol is through.
        case replayed
        /// A signed part of an accepted message in the present one, or a new part with its nonce.
        case reused
    }

    let kind: Kind
    /// The place or the way.
    let detail: String
    let call: ServiceCall
    let body: JSONValue
    /// The number of seconds by which the servers' clock is ahead.
    var ahead: Int64 = 0

    /// The last part of the path, such as `request-ecdh`.
    var name: String { call.name }
    var description: String { "\(name) \(kind.rawValue) \(detail)" }
}

extension ServiceCall {
    /// The last part of the path, such as `request-ecdh`.
    var name: String { String(path.split(separator: "/").last ?? "") }

    func json() throws -> JSONValue { try JSONValue(parsing: body ?? []) }
}
