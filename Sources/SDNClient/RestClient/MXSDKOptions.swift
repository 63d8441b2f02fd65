import Foundation
import HeraldLocks
import SDNValues
import SDNWire

/// The settings with which clients are created (SDN sheet 4.4). A client keeps the values that it was created with.
public final class MXSDKOptions: Sendable {
    /// The settings of clients that are created without their own options.
    public static let sharedInstance = MXSDKOptions()

    private struct State {
        var apiRoot = APIRoot.api
        var sdnBaseUrl = "https://portal0101.sending.network"
        var appServiceSignURL: URL?
        var additionalHeaders: [String: String] = [:]
        var wellknownDomainUrl: String?
        var maximumResponseBytes = 128 << 20
        var autoAcceptRoomInvites = false
        var authEnableRefreshTokens = false
        var logSink: (any MXLogSink)?
    }

    private let state = Mutex(State())

    /// Creates settings with their default values: root `_api`, no signing URL, no headers.
    public init() {}

    /// The first segment of every path: `_api` on SendingNetwork nodes, `_matrix` on Matrix homeservers.
    public var apiRoot: APIRoot {
        get { state.withLock { $0.apiRoot } }
        set { state.withLock { $0.apiRoot = newValue } }
    }
    /// The URL of the node for credentials that name no node.
    public var sdnBaseUrl: String {
        get { state.withLock { $0.sdnBaseUrl } }
        set { state.withLock { $0.sdnBaseUrl = newValue } }
    }
    /// The URL of the vendor's service that signs login messages; `nil` means `<node>/_api/appservice/sign` (SDN sheet 1.7).
    public var appServiceSignURL: URL? {
        get { state.withLock { $0.appServiceSignURL } }
        set { state.withLock { $0.appServiceSignURL = newValue } }
    }
    /// Headers sent with every request, such as `User-Agent`.
    public var HTTPAdditionalHeaders: [String: String] {
        get { state.withLock { $0.additionalHeaders } }
        set { state.withLock { $0.additionalHeaders = newValue } }
    }
    /// The URL under which `.well-known` is looked up; `nil` means the node's own.
    public var wellknownDomainUrl: String? {
        get { state.withLock { $0.wellknownDomainUrl } }
        set { state.withLock { $0.wellknownDomainUrl = newValue } }
    }
    /// True when logins ask for an access token that expires, and a refresh token to renew it. Defaults to false (SDN sheet 4.4).
    public var authEnableRefreshTokens: Bool {
        get { state.withLock { $0.authEnableRefreshTokens } }
        set { state.withLock { $0.authEnableRefreshTokens = newValue } }
    }
    /// The receiver of reports about the client's and the session's work; `nil` reports nothing. Defaults to `nil`.
    public var logSink: (any MXLogSink)? {
        get { state.withLock { $0.logSink } }
        set { state.withLock { $0.logSink = newValue } }
    }
    /// The size of the longest accepted answer, in bytes after decompression. Defaults to 128 MiB.
    public var maximumResponseBytes: Int {
        get { state.withLock { $0.maximumResponseBytes } }
        set { state.withLock { $0.maximumResponseBytes = newValue } }
    }
    /// True when sessions join every room that their user is invited to. Defaults to false. It is read at each sync.
    public var autoAcceptRoomInvites: Bool {
        get { state.withLock { $0.autoAcceptRoomInvites } }
        set { state.withLock { $0.autoAcceptRoomInvites = newValue } }
    }
}
