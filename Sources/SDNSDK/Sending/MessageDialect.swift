import SDNWire

/// What the same message holds on an SDN node and on a Matrix gateway under different names (SDN sheet 0.2).
struct MessageDialect: Sendable {
    /// The `format` of a message with HTML.
    let htmlFormat: String
    /// What a link to a user, a room or an event begins with.
    let linkPrefix: String

    init(_ root: APIRoot) {
        switch root {
        case .api:
            htmlFormat = "org.sdn.custom.html"
            linkPrefix = "https://sdn.to/#/"
        case .matrix:
            htmlFormat = "org.matrix.custom.html"
            linkPrefix = "https://matrix.to/#/"
        }
    }
}
