import Dispatch
import HeraldLocks

/// The settings of a client that an app may change, besides the credentials.
struct RestClientSettings: Sendable {
    var completionQueue = DispatchQueue.main
    var notificationQueue: DispatchQueue? = .main
    /// The number of notifications that wait in the queue.
    var waitingNotifications = 0
    var identityServer: String?
    var antivirusServer: String
    var acceptableContentTypes: Set = ["application/json"]
}

extension MXRestClient {
    /// The queue on which completion closures are called. Defaults to the main queue.
    public var completionQueue: DispatchQueue {
        get { settings.withLock(\.completionQueue) }
        set { settings.withLock { $0.completionQueue = newValue } }
    }
    /// The queue on which this client and its sessions post their notifications, in order. Defaults to the main queue. `nil` posts each one at once,
    /// in the thread of the change that it reports; the observers then delay syncing as long as they run. While
    /// 262,144 notifications wait in a queue that is blocked, no further ones are posted.
    public var notificationQueue: DispatchQueue? {
        get { settings.withLock(\.notificationQueue) }
        set { settings.withLock { $0.notificationQueue = newValue } }
    }
    /// The identity server for invitations by e-mail.
    public var identityServer: String? {
        get { settings.withLock(\.identityServer) }
        set { settings.withLock { $0.identityServer = newValue } }
    }
    /// The URL of the server that scans files, without a trailing slash. Defaults to the node (SDN sheet 3.2).
    ///
    /// The client sends this server no access token.
    public var antivirusServer: String {
        get { settings.withLock(\.antivirusServer) }
        set { settings.withLock { $0.antivirusServer = newValue } }
    }
    /// The media types in the `Accept` header of calls with a JSON answer. Defaults to `application/json` (SDN sheet 3.2).
    ///
    /// The client judges an answer by its content, not by its declared type. If the set is empty, it sends no `Accept` header.
    public var acceptableContentTypes: Set<String> {
        get { settings.withLock(\.acceptableContentTypes) }
        set { settings.withLock { $0.acceptableContentTypes = newValue } }
    }
}
