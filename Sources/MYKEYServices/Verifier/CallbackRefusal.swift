/// Why a posted login was not accepted (MYKEY sheet 4.4).
public struct CallbackRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The check that failed. The raw value is the `code` of the reply.
    public enum Check: Int, Sendable, Hashable, CaseIterable {
        /// The body is no JSON object, too long, names a member twice, or lacks a field.
        case fieldMissing = 1001
        /// The protocol is not known.
        case protocolUnknown = 1002
        /// Two-way binding with a dapp key that is not ours.
        case dappKey = 1003
        /// The wallet that names itself in `ref` is not allowed.
        case ref = 1004
        /// The chain is not known.
        case chain = 1005
        /// The account has no form that fits the chain.
        case account = 1006
        /// The timestamp is no canonical whole number.
        case timestamp = 1007
        /// The timestamp is too old.
        case stale = 1008
        /// The timestamp is too far ahead.
        case future = 1009
        /// The uuID is not one that is waited for.
        case uuid = 1010
        /// The uuID was for one login and has been used.
        case usedUUID = 1011
        /// The signed string was accepted before.
        case replayed = 1012
        /// The account has no reserved key.
        case noKey = 1013
        /// The reserved key is frozen.
        case frozen = 1014
        /// The signature is not one of the reserved key over these fields.
        case signature = 1015
        /// The tagged sign-in beside the old fields (MYKEY sheet 9.5) is wrong, or is asked for and absent.
        case tagged = 1016
        /// The login does not return to a program of this server's, so that its code would go to somebody else (``ReturnRule``).
        case returning = 1017
        /// Too many look-ups at the chain for this login, or from this address. Trying again later may help.
        case tooMany = 1018
        /// Nobody could be asked for the key, or what was decided could not be kept. Trying again later may help.
        case upstream = 1500

        /// A short name for logs.
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
            case .upstream: "upstream"
            }
        }
    }

    /// The check that failed.
    public let check: Check
    /// A sentence for the server's log. The reply to the wallet says less.
    public let reason: String

    /// A refusal with its reason.
    public init(_ check: Check, _ reason: String) {
        self.check = check
        self.reason = reason
    }

    /// The code of the reply.
    public var code: Int { check.rawValue }

    public var description: String { "\(code) \(check.label): \(reason)" }
}
