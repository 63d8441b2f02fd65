import SDNWire

/// The names in a message that differ between an SDN node and a Matrix gateway (SDN sheet 0.2).
package struct MessageDialect: Sendable {
    /// The `format` of a message with HTML.
    let htmlFormat: String
    /// The beginning of a link to a user, a room or an event.
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
