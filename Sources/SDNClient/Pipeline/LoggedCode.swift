import SDNValues
import SDNWire

/// The codes of errors that a log entry may have. A node chooses its error code freely, and could put a password or a word of a message there.
enum LoggedCode {
    /// Returns the code of a node's refusal if the specification has it.
    static func of(_ error: MXError) -> String {
        known.contains(error.errcode) ? error.errcode : unknown
    }

    /// Returns the code of the library's own error. An app's transport or store may bring any text as a code, so it must at least look like one.
    static func of(_ error: SDNSDKError) -> String {
        let text = error.code.rawValue
        let isCode =
            text.utf8.count <= 64
            && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F }
        return isCode ? text : unknown
    }

    private static let unknown = "an unknown code"

    private static let known: Set<String> = Set(
        [
            MatrixError.Code.forbidden, .unknownToken, .missingToken, .badJSON, .notJSON, .notFound, .limitExceeded,
            .unrecognized, .unknown, .missingParam, .invalidParam, .invalidUsername, .userInUse, .roomInUse, .badState,
            .tooLarge, .exclusive, .userDeactivated, .userLocked, .userSuspended, .duplicateAnnotation, .badAlias,
            .guestAccessForbidden, .resourceLimitExceeded, .wrongRoomKeysVersion, .invalidSignature,
            .unsupportedRoomVersion, .notYetUploaded, .cannotOverwriteMedia, .staleDID,
        ].map(\.rawValue)
    ).union([
        MXError.authenticationRequired.errcode, "M_UNAUTHORIZED", "M_INVALID_ROOM_STATE", "M_INCOMPATIBLE_ROOM_VERSION",
        "M_CANNOT_LEAVE_SERVER_NOTICE_ROOM", "M_SERVER_NOT_TRUSTED", "M_WEAK_PASSWORD", "M_UNKNOWN_POS",
        "M_UNKNOWN_DEVICE",
        "M_THREEPID_IN_USE", "M_THREEPID_NOT_FOUND", "M_THREEPID_AUTH_FAILED", "M_THREEPID_DENIED",
        "M_THREEPID_MEDIUM_NOT_SUPPORTED", "M_CAPTCHA_NEEDED", "M_CAPTCHA_INVALID", "M_CONNECTION_FAILED",
        "M_CONNECTION_TIMEOUT", "M_UNABLE_TO_AUTHORISE_JOIN", "M_UNABLE_TO_GRANT_JOIN", "M_BAD_STATUS", "M_NOT_JOINED",
        "M_KEY_TOO_LARGE", "M_PROFILE_TOO_LARGE", "M_TERMS_NOT_SIGNED",
    ])
}
