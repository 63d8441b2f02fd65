/// Checks the addresses of avatars. A stranger could otherwise make an app fetch any URL, for example to learn the user's IP address.
package enum AvatarAddress {
    /// Returns the address if it is an `mxc://` URL; `nil` for any other.
    package static func checked(_ text: String?) -> String? {
        text.flatMap { $0.hasPrefix("mxc://") ? $0 : nil }
    }
}
