import Foundation
import SDNWire

/// English sentences about errors, for people who do not know the protocol.
enum EnglishSentences {
    static func about(_ error: SDNSDKError) -> String {
        bySDNCode[error.code.rawValue] ?? sentence(error.reason) ?? "The operation could not be completed."
    }

    static func about(_ error: MXError) -> String {
        if error == .limitExceeded, let wait = error.retryAfter {
            let (whole, fraction) = wait.components
            let seconds = max(1, whole + (fraction > 0 ? 1 : 0))
            return "Too many requests were sent. Try again in \(seconds) \(seconds == 1 ? "second" : "seconds")."
        }
        return byMatrixCode[error.errcode] ?? sentence(error.error) ?? "The node refused the request."
    }

    /// Returns a reason as a sentence with a capital letter and a full stop; `nil` for an empty reason. A node may send a reason of any
    /// length, so the sentence has at most 300 characters of it.
    static func sentence(_ reason: String) -> String? {
        let text = String(reason.prefix(300)).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let first = text.first, let last = text.last else { return nil }
        return "\(first.uppercased())\(text.dropFirst())\(".!?…".contains(last) ? "" : ".")"
    }

    private static let bySDNCode: [String: String] = [
        "unknown_host": "The node's address was not found. Check the address and the connection.",
        "cannot_connect": "The node cannot be reached. Check the connection.",
        "connection_lost": "The connection to the node was lost. Try again.",
        "timed_out": "The node did not answer in time. Try again.",
        "insecure_connection": "The connection to the node is not secure.",
        "response_too_large": "The node's answer is too large.",
        "http_status": "The node cannot be used at the moment. Try again later.",
        "malformed_response": "The node sent an answer that cannot be read.",
        "missing_credentials": "You are not logged in. Log in first.",
        "missing_identity_server": "No identity server is set.",
        "signing_failed": "The wallet did not sign.",
        "closed": "The session was closed.",
        "store_in_use": "Another session uses the stored data.",
        "store_damaged": "The stored data is damaged.",
        "store_failed": "The data cannot be stored. There may be too little space on this device.",
        "store_too_new": "A newer version of the app wrote the stored data. Update the app.",
        "store_too_old": "The stored data is too old for this version of the app.",
        "store_key_missing": "The key of the stored data is missing.",
        "store_key_wrong": "The key does not fit the stored data.",
        "store_overtaken": "Another copy of the app has stored newer data. Try again.",
        "already_started": "The session was already started.",
        "not_started": "The session was not started.",
        "unknown_room": "You are not in this room.",
        "not_sent_yet": "The message was not sent yet.",
        "room_is_encrypted": "This room is encrypted, and this app cannot encrypt messages.",
        "sending_cancelled": "Sending was cancelled.",
        "may_have_arrived": "The message may have been sent from another device already.",
        "unknown_message": "The message is no longer waiting to be sent.",
    ]

    private static let byMatrixCode: [String: String] = [
        "M_FORBIDDEN": "You are not allowed to do this.",
        "M_UNKNOWN_TOKEN": "Your session has ended. Log in again.",
        "M_MISSING_TOKEN": "You are not logged in. Log in first.",
        "M_NOT_FOUND": "This was not found.",
        "M_LIMIT_EXCEEDED": "Too many requests were sent. Try again later.",
        "M_UNRECOGNIZED": "The node does not support this.",
        "M_INVALID_USERNAME": "This user name has characters that are not allowed.",
        "M_USER_IN_USE": "This user name is taken.",
        "M_ROOM_IN_USE": "This alias is taken.",
        "M_TOO_LARGE": "This is larger than the node accepts.",
        "M_EXCLUSIVE": "This name is reserved.",
        "M_USER_DEACTIVATED": "This account was deactivated.",
        "M_USER_LOCKED": "This account is locked.",
        "M_RESOURCE_LIMIT_EXCEEDED": "A limit of the node is reached.",
        "M_UNSUPPORTED_ROOM_VERSION": "The node does not support this version of rooms.",
        MXError.authenticationRequired.errcode: "Confirm that it is you.",
        "SDN_STALE_DID": "Your identity has changed meanwhile. Try again.",
    ]
}
