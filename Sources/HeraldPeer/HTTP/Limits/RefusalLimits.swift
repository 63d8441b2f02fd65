/// Limits on the rate at which one address gets refusals. A refusal that would come sooner is delayed. A refusal is a response with a status
/// of 400 or more, or a connection that is not accepted.
///
/// A refusal is cheap but not free. A client that retries at once would take processor time from clients that are served.
package struct RefusalLimits: Sendable, Hashable {
    /// The number of refusals per second for one address. An IPv6 /64 counts as one address.
    package var perSecond: Int
    /// The number of refusals that one address gets at once before ``perSecond`` applies.
    package var atOnce: Int
    /// The longest delay of a refusal.
    package var longest: Duration
    /// The number of delayed refusals for one address. Beyond it, the connection is closed instead.
    package var heldPerAddress: Int
    /// The number of delayed refusals for all addresses together. Beyond it, the connection is closed instead.
    package var held: Int

    package init(
        perSecond: Int = 200, atOnce: Int = 500, longest: Duration = .seconds(5), heldPerAddress: Int = 512,
        held: Int = 4_096
    ) {
        self.perSecond = perSecond
        self.atOnce = atOnce
        self.longest = longest
        self.heldPerAddress = heldPerAddress
        self.held = held
    }
}
