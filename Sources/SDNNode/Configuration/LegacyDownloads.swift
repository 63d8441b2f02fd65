import SDNWire

/// The roots of the API under which a node serves files to clients without a token, as homeservers did before Matrix 1.11. A client with a
/// token gets files under both roots in any case.
public enum LegacyDownloads: Sendable, Hashable {
    /// No file is served without a token.
    case none
    /// Files are served without a token under `/_api`. SendingNetwork's own clients need this, because they load pictures without a token.
    case sendingNetwork
    /// Files are served without a token under `/_api` and `/_matrix`.
    case everywhere

    /// True if files are served without a token under a root.
    func includes(_ root: APIRoot) -> Bool {
        switch self {
        case .none: false
        case .sendingNetwork: root == .api
        case .everywhere: true
        }
    }
}
