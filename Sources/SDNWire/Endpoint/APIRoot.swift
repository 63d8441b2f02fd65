/// The first path segment. SendingNetwork renamed `_matrix` to `_api`. A node answers under both (SDN sheet 0.2 and 7.1).
public enum APIRoot: String, Sendable, Hashable, CaseIterable {
    /// SendingNetwork's own root, `_api`.
    case api = "_api"
    /// Matrix's root, `_matrix`.
    case matrix = "_matrix"
}
