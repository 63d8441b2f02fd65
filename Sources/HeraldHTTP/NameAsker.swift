/// The user for whom a name is looked up, and the address that the user stands behind.
package struct NameAsker: Sendable, Hashable {
    package let user: String
    /// The address that the user stands behind, which may have hundreds of accounts; `nil` when it is not known.
    package let network: String?

    package init(user: String, network: String?) {
        self.user = user
        self.network = network
    }

    /// Whom limits count together.
    var group: String { network ?? user }
}
