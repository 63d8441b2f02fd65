import Foundation
import HeraldLocks
import SDNFolds
import SDNValues
import SDNWire

/// The objects that an outbox uses: the store that contains its messages, the sender of its requests, and the rooms to which it reports
/// changes.
protocol OutboxContext: Sendable {
    var store: any MXStore { get }
    /// True when other processes write to the store too.
    var isSharingStore: Bool { get }
    /// Runs calls that change stored data and the copy in memory, one call at a time.
    var gate: SerialGate { get }
    var clock: RetryClock { get }
    var sender: any OutboxSender { get }
    /// Returns the user's id, which is the sender of local echoes.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `missingCredentials` when the credentials have no user id.
    func requireUserId() throws(SDNSDKError) -> String
    /// The device that the access token belongs to.
    var myDeviceId: String? { get }
    /// True when the members of a room encrypt their messages.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    func isEncrypted(_ roomId: String) async throws -> Bool
    /// Returns the room to which the outbox reports changes of the room's messages; `nil` if the session does not list the room.
    func outboxRoom(_ roomId: String) -> (any OutboxRoom)?
    /// Keeps a file that was uploaded, so that it need not be downloaded. If that fails, the file is downloaded when it is needed.
    func keepSent(_ stream: MXUploadStream, of member: String, ofMessage localId: String, as url: URL) async
}

/// Sends an outbox's requests to the node. Each call sends one request and does not retry, except ``upload(_:filename:mimeType:progress:)``.
protocol OutboxSender: Sendable {
    /// Sends an event.
    /// - Returns: the event ID.
    func send(_ request: SendEventRequest) async throws -> String
    /// Redacts an event.
    /// - Returns: the ID of the redaction.
    func redact(_ request: RedactRequest) async throws -> String
    /// Uploads a file, which is read part by part. If the connection breaks soon, or a proxy says that the node is away, the call tries once more.
    /// - Parameter progress: is called with the number of bytes that were sent, from any thread, several times or never.
    /// - Returns: the file's `mxc://` URL.
    func upload(
        _ stream: MXUploadStream, filename: String?, mimeType: String,
        progress: @escaping @Sendable (_ bytesSent: Int64) -> Void
    ) async throws -> URL
}

/// A room to which an outbox reports the changes of the room's messages.
protocol OutboxRoom: Sendable {
    /// The context of the outbox that sends the room's messages.
    var outboxContext: any OutboxContext { get }
    /// Reports that a local echo was added or changed.
    func tell(_ echo: MXEvent, localId: String)
    /// Reports how much of a local echo's files has been uploaded.
    func tellUpload(_ localId: String, _ progress: MXUploadProgress)
    /// Reports that a local echo is now the last echo of the room.
    func tellRequeued(_ localId: String)
    /// Reports that a local echo was removed.
    /// - Parameter isFollowed: true when the event that replaces the echo makes the room's lists remove it.
    func tellEnd(ofEcho localId: String, eventId: String?, isFollowed: Bool)
}

extension SDNSDKError.Code {
    /// The state of the session, or of the poll, does not allow the call.
    public static let wrongState = SDNSDKError.Code(rawValue: "wrong_state")
    /// The outbox does not hold the message.
    public static let unknownMessage = SDNSDKError.Code(rawValue: "unknown_message")
    /// The app cancelled sending the message.
    public static let sendingCancelled = SDNSDKError.Code(rawValue: "sending_cancelled")
    /// An earlier login of the user sent the message and did not learn whether it arrived. The user decides whether to send it again.
    public static let mayHaveArrived = SDNSDKError.Code(rawValue: "may_have_arrived")
    /// The event has not been sent yet, so nothing can refer to it.
    public static let notSentYet = SDNSDKError.Code(rawValue: "not_sent_yet")
}
