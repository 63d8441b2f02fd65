/// The reason why a posted login was rejected (MYKEY sheet 4.4).
public struct CallbackRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The check that failed. The raw value is the `code` of the reply.
    public enum Check: Int, Sendable, Hashable, CaseIterable {
        /// The body is not a JSON object, is too long, contains a duplicate member, or lacks a field.
        case fieldMissing = 1001
        /// The protocol is unknown.
        case protocolUnknown = 1002
        /// In two-way binding, the dapp key is not one of the keys of this server.
        case dappKey = 1003
        /// The wallet named in `ref` is not allowed.
        case ref = 1004
        /// The chain is unknown.
        case chain = 1005
        /// The account's form does not fit the chain.
        case account = 1006
        /// The timestamp is not a canonical whole number.
        case timestamp = 1007
        /// The timestamp is too old.
        case stale = 1008
        /// The timestamp is too far in the future.
        case future = 1009
        /// The uuID is not expected.
        case uuid = 1010
        /// The uuID was for one login only and was used before.
        case usedUUID = 1011
        /// The signed string was accepted before.
        case replayed = 1012
        /// The account has no reserved key.
        case noKey = 1013
        /// The reserved key is frozen.
        case frozen = 1014
        /// The signature was not made by the reserved key over these fields.
        case signature = 1015
        /// The tagged sign-in (MYKEY sheet 9.5) is invalid, or it is required and absent.
        case tagged = 1016
        /// The login does not return to a program of this server. Its code would therefore be sent to another party (``ReturnRule``).
        case returning = 1017
        /// There were too many look-ups at the chain for this login or from this network address. A later attempt may succeed.
        case tooMany = 1018
        /// The uuID is that of a bound user, and the account is not the user's (two-way binding).
        case binding = 1019
        /// The key could not be looked up, or the decision could not be stored. A later attempt may succeed.
        case upstream = 1500

        /// A short name for logs and replies.
        public var label: String {
            switch self {
            case .fieldMissing: "field-missing"
            case .protocolUnknown: "protocol"
            case .dappKey: "dapp-key"
            case .ref: "ref"
            case .chain: "chain"
            case .account: "account"
            case .timestamp: "timestamp"
            case .stale: "stale"
            case .future: "future"
            case .uuid: "uuid"
            case .usedUUID: "used-uuid"
            case .replayed: "replayed"
            case .noKey: "no-key"
            case .frozen: "frozen"
            case .signature: "signature"
            case .tagged: "tagged"
            case .returning: "returning"
            case .tooMany: "too-many"
            case .binding: "binding"
            case .upstream: "upstream"
            }
        }
    }

    /// The check that failed.
    public let check: Check
    /// A sentence for the server's log. The reply to the wallet contains less information.
    public let reason: String

    /// Creates a refusal.
    public init(_ check: Check, _ reason: String) {
        self.check = check
        self.reason = reason
    }

    /// The `code` of the reply.
    public var code: Int { check.rawValue }

    public var description: String { "\(code) \(check.label): \(reason)" }
}
