import Dispatch
import Synchronization

/// What an app may set on a client besides whom it speaks for.
struct RestClientSettings: Sendable {
    var completionQueue = DispatchQueue.main
    var identityServer: String?
    var antivirusServer: String
    var acceptableContentTypes: Set = ["application/json"]
}

extension MXRestClient {
    /// Where closure forms deliver; the main queue unless set.
    public var completionQueue: DispatchQueue {
        get { settings.withLock(\.completionQueue) }
        set { settings.withLock { $0.completionQueue = newValue } }
    }
    /// The identity server that invitations by e-mail go through.
    public var identityServer: String? {
        get { settings.withLock(\.identityServer) }
        set { settings.withLock { $0.identityServer = newValue } }
    }
    /// The server that scans files, a URL without a slash at its end; the node unless set (SDN sheet 3.2).
    ///
    /// It is sent no access token.
    public var antivirusServer: String {
        get { settings.withLock(\.antivirusServer) }
        set { settings.withLock { $0.antivirusServer = newValue } }
    }
    /// The media types that the `Accept` header of calls with a JSON answer names; `application/json` unless set (SDN sheet 3.2).
    ///
    /// An answer is judged by what it holds and not by the type that it says it has. An empty set sends no header.
    public var acceptableContentTypes: Set<String> {
        get { settings.withLock(\.acceptableContentTypes) }
        set { settings.withLock { $0.acceptableContentTypes = newValue } }
    }
}
