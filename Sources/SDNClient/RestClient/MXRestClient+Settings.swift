import Dispatch
import HeraldLocks

/// The settings of a client that an app may change, besides the credentials.
struct RestClientSettings: Sendable {
    var completionQueue = DispatchQueue.main
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
