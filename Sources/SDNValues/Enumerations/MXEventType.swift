/// The types of events (SDN sheet 4.4). An unknown type is ``custom(_:)`` and keeps its string.
public enum MXEventType: Hashable, Sendable {
    /// The types of the Matrix specification and those that SendingNetwork renamed. ``identifier`` returns their strings on the wire.
    case roomName, roomTopic, roomAvatar, roomMember, roomCreate, roomJoinRules, roomPowerLevels, roomAliases,
        roomCanonicalAlias
    case roomEncrypted, roomEncryption, roomGuestAccess, roomHistoryVisibility, roomKey, roomForwardedKey,
        roomKeyRequest
    case roomMessage, roomMessageFeedback, roomRedaction, roomThirdPartyInvite, roomTag, presence, typing, callInvite
    case callCandidates, callAnswer, callSelectAnswer, callHangup, callReject, callNegotiate, callReplaces,
        callRejectReplacement
    case callAssertedIdentity, callAssertedIdentityUnstable, reaction, receipt, roomTombStone, keyVerificationRequest
    case keyVerificationReady, keyVerificationStart, keyVerificationAccept, keyVerificationKey, keyVerificationMac
    case keyVerificationCancel, keyVerificationDone, secretRequest, secretSend, secretStorageDefaultKey, taggedEvents,
        spaceChild
    case spaceOrder, pollStart, pollResponse, pollEnd, beaconInfo, beacon
    /// A type for which this enumeration has no case. The string is the type on the wire.
    case custom(String)

    /// The string on the wire. For an unstable type that SendingNetwork renamed, it is SendingNetwork's name (SDN sheet 0.2).
    public var identifier: String {
        switch self {
        case .roomName: "m.room.name"
        case .roomTopic: "m.room.topic"
        case .roomAvatar: "m.room.avatar"
        case .roomMember: "m.room.member"
        case .roomCreate: "m.room.create"
        case .roomJoinRules: "m.room.join_rules"
        case .roomPowerLevels: "m.room.power_levels"
        case .roomAliases: "m.room.aliases"
        case .roomCanonicalAlias: "m.room.canonical_alias"
        case .roomEncrypted: "m.room.encrypted"
        case .roomEncryption: "m.room.encryption"
        case .roomGuestAccess: "m.room.guest_access"
        case .roomHistoryVisibility: "m.room.history_visibility"
        case .roomKey: "m.room_key"
        case .roomForwardedKey: "m.forwarded_room_key"
        case .roomKeyRequest: "m.room_key_request"
        case .roomMessage: "m.room.message"
        case .roomMessageFeedback: "m.room.message.feedback"
        case .roomRedaction: "m.room.redaction"
        case .roomThirdPartyInvite: "m.room.third_party_invite"
        case .roomTag: "m.tag"
        case .presence: "m.presence"
        case .typing: "m.typing"
        case .callInvite: "m.call.invite"
        case .callCandidates: "m.call.candidates"
        case .callAnswer: "m.call.answer"
        case .callSelectAnswer: "m.call.select_answer"
        case .callHangup: "m.call.hangup"
        case .callReject: "m.call.reject"
        case .callNegotiate: "m.call.negotiate"
        case .callReplaces: "m.call.replaces"
        case .callRejectReplacement: "m.call.reject_replacement"
        case .callAssertedIdentity: "m.call.asserted_identity"
        case .callAssertedIdentityUnstable: "org.sdn.call.asserted_identity"
        case .reaction: "m.reaction"
        case .receipt: "m.receipt"
        case .roomTombStone: "m.room.tombstone"
        case .keyVerificationRequest: "m.key.verification.request"
        case .keyVerificationReady: "m.key.verification.ready"
        case .keyVerificationStart: "m.key.verification.start"
        case .keyVerificationAccept: "m.key.verification.accept"
        case .keyVerificationKey: "m.key.verification.key"
        case .keyVerificationMac: "m.key.verification.mac"
        case .keyVerificationCancel: "m.key.verification.cancel"
        case .keyVerificationDone: "m.key.verification.done"
        case .secretRequest: "m.secret.request"
        case .secretSend: "m.secret.send"
        case .secretStorageDefaultKey: "m.secret_storage.default_key"
        case .taggedEvents: "m.tagged_events"
        case .spaceChild: "m.space.child"
        case .spaceOrder: "m.space_order"
        case .pollStart: "org.sdn.msc3381.poll.start"
        case .pollResponse: "org.sdn.msc3381.poll.response"
        case .pollEnd: "org.sdn.msc3381.poll.end"
        case .beaconInfo: "org.sdn.msc3672.beacon_info"
        case .beacon: "org.sdn.msc3672.beacon"
        case .custom(let text): text
        }
    }

    /// Creates the type for a string on the wire. The Matrix names of renamed types are accepted too.
    public init(identifier: String) { self = Self.byIdentifier[identifier] ?? .custom(identifier) }

    private static let byIdentifier: [String: MXEventType] = {
        var types: [String: MXEventType] = [:]
        for type in known { types[type.identifier] = type }
        for (identifier, type) in otherNames { types[identifier] = type }
        return types
    }()

    /// Every type that has a case in this enumeration.
    public static let known: [MXEventType] = [
        .roomName, .roomTopic, .roomAvatar, .roomMember, .roomCreate, .roomJoinRules, .roomPowerLevels, .roomAliases,
        .roomCanonicalAlias, .roomEncrypted, .roomEncryption, .roomGuestAccess, .roomHistoryVisibility, .roomKey,
        .roomForwardedKey,
        .roomKeyRequest, .roomMessage, .roomMessageFeedback, .roomRedaction, .roomThirdPartyInvite, .roomTag, .presence,
        .typing,
        .callInvite, .callCandidates, .callAnswer, .callSelectAnswer, .callHangup, .callReject, .callNegotiate,
        .callReplaces,
        .callRejectReplacement, .callAssertedIdentity, .callAssertedIdentityUnstable, .reaction, .receipt,
        .roomTombStone,
        .keyVerificationRequest, .keyVerificationReady, .keyVerificationStart, .keyVerificationAccept,
        .keyVerificationKey,
        .keyVerificationMac, .keyVerificationCancel, .keyVerificationDone, .secretRequest, .secretSend,
        .secretStorageDefaultKey,
        .taggedEvents, .spaceChild, .spaceOrder, .pollStart, .pollResponse, .pollEnd, .beaconInfo, .beacon,
    ]

    private static let otherNames: [(String, MXEventType)] = [
        ("m.poll.start", .pollStart),
        ("org.matrix.msc3381.poll.start", .pollStart),
        ("m.poll.response", .pollResponse),
        ("org.matrix.msc3381.poll.response", .pollResponse),
        ("m.poll.end", .pollEnd),
        ("org.matrix.msc3381.poll.end", .pollEnd),
        ("m.beacon_info", .beaconInfo),
        ("org.matrix.msc3672.beacon_info", .beaconInfo),
        ("m.beacon", .beacon),
        ("org.matrix.msc3672.beacon", .beacon),
        ("org.matrix.call.asserted_identity", .callAssertedIdentityUnstable),
    ]
}
