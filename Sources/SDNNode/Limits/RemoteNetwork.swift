import HeraldPeer

/// Whom a remote address stands for, so that limits count those who ask and not the addresses that they have.
///
/// Whoever has IPv6 has a whole /64 to choose from: all of it counts as one. An IPv4 address counts for itself, also when it is written
/// as IPv6.
enum RemoteNetwork {
    /// Where the request comes from that the running task answers; empty for what the node does by itself.
    @TaskLocal static var current = ""

    /// What to count under; the text itself when it is no IP address.
    static func key(of address: String) -> String { NetworkAddress.key(of: address) }
}
