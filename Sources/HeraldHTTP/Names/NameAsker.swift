/// The user for whom a name is looked up, and that user's network address.
package struct NameAsker: Sendable, Hashable {
    package let user: String
    /// The user's network address, which hundreds of accounts may share. `nil` when it is unknown.
    package let network: String?

    package init(user: String, network: String?) {
        self.user = user
        self.network = network
    }

    /// The key under which limits count this user together with others.
    var group: String { network ?? user }
}
