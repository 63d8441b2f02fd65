/// The limits of a proxy towards its homeserver. All times are measured on a monotonic clock.
package struct ProxyLimits: Sendable, Hashable {
    /// The number of connections to the homeserver. Each long poll has one.
    package var connections = 1_024
    /// The number of requests that wait for a connection. Further requests are refused with 503.
    package var waiting = 1_024
    /// The time that a request may wait for a connection. It is then refused with 503.
    package var waitTime = Duration.seconds(10)
    /// The time that the proxy takes to open a connection. The request is then answered with 504.
    package var connectTime = Duration.seconds(5)
    /// The time for which an unused connection stays open.
    package var idle = Duration.seconds(20)
    /// The time from the end of a request to the beginning of its response. A long poll gets the time for which it asks, and this time.
    package var firstByte = Duration.seconds(60)
    /// The same time for POST, unless ``firstByte`` with the time of a long poll is longer. A homeserver that joins a room of another server
    /// takes minutes.
    package var firstByteOfPost = Duration.seconds(300)
    /// The longest time for which a long poll may ask. The homeserver may answer later only by ``firstByte``.
    package var longPoll = Duration.seconds(600)
    /// The time for which the homeserver may be silent in the middle of a response that the client is reading.
    package var silence = Duration.seconds(300)
    /// The largest size of a response's header, in bytes.
    package var headBytes = 80 << 10
    /// The number of bytes of one body that the proxy holds, in each direction, before it stops reading.
    package var heldBytes = 256 << 10

    package init() {}
}
