/// The rate at which one address gets refusals. The server holds back a refusal that would come sooner. A refusal is an answer with a status
/// of 400 or more, or a connection that is not taken.
///
/// A refusal costs little, but not nothing: a client that asks again at once would take the processor from those who are served.
package struct RefusalLimits: Sendable, Hashable {
    /// How many refusals one address gets in a second; all of an IPv6 /64 counts as one.
    package var perSecond: Int
    /// How many it gets at once before that counts.
    package var atOnce: Int
    /// The longest that one is held back, in milliseconds.
    package var longest: Int64
    /// How many are held back for one address. With one more the connection is closed.
    package var heldPerAddress: Int
    /// How many are held back for all. With one more the connection is closed.
    package var held: Int

    package init(perSecond: Int = 200, atOnce: Int = 500, longest: Int64 = 5_000, heldPerAddress: Int = 512, held: Int = 4_096) {
        self.perSecond = perSecond
        self.atOnce = atOnce
        self.longest = longest
        self.heldPerAddress = heldPerAddress
        self.held = held
    }
}
