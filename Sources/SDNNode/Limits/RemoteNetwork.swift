import HeraldPeer

/// The network that a remote address counts for. Limits thus count clients, and not the addresses that they have.
///
/// A client with IPv6 can use a whole /64, so all of it counts as one. An IPv4 address counts by itself, even if it is written as IPv6.
enum RemoteNetwork {
    /// The network of the request that the running task answers; empty for the node's own work.
    @TaskLocal static var current = ""

    /// Returns the key to count for. It is the text itself if it is no IP address.
    static func key(of address: String) -> String { NetworkAddress.key(of: address) }
}
