/// Limits on the load that one unknown caller can cause for a dapp's server. If the server does not know the addresses of its callers,
/// because a proxy does not name them, only the total limits and the limits per login apply.
///
/// ```swift
/// var limits = CallbackLimits()
/// limits.lookupsPerAddress = 20
/// limits = try limits.validated()
/// ```
public struct CallbackLimits: Sendable, Hashable {
    /// The number of look-ups at the chain that posts from one address with one uuID may cause at once. All addresses together may cause
    /// ten times as many. Only posts with a valid form, time and uuID cause a look-up. Defaults to 6. Further posts get code 1018.
    public var lookupsPerLogin = 6
    /// The time after which a uuID regains one look-up, in whole seconds. Defaults to 30 s.
    public var timePerLookup: Duration = .seconds(30)
    /// The number of look-ups that the posts of one address may cause at once. Defaults to 60. Further posts get code 1018.
    public var lookupsPerAddress = 60
    /// The time after which an address regains one look-up, in whole seconds. Defaults to 1 s.
    public var timePerAddressLookup: Duration = .seconds(1)
    /// The number of posts that one address may send at once. Defaults to 1,000. Further posts are not read, and get code 1018 with HTTP
    /// status 429.
    public var postsPerAddress = 1_000
    /// The number of further posts that an address may send per second. Defaults to 20.
    public var postsPerSecond = 20
    /// The number of status requests that one address may send at once. Defaults to 1,000. Further requests get HTTP status 429.
    public var statusesPerAddress = 1_000
    /// The number of further status requests that an address may send per second. Defaults to 100.
    public var statusesPerSecond = 100
    /// The number of look-ups that may run at the same time. Defaults to 256. Further posts get code 1018.
    public var lookupsAtOnce = 256
    /// The number of logins that may be pending. Defaults to 20,000. Beginning a further login fails with the error `too_many`.
    public var pendingLogins = 20_000
    /// The number of pending logins that one address may have begun. Defaults to 50. Beginning a further login fails with the error
    /// `too_many`.
    public var pendingLoginsPerAddress = 50
    /// The longest lifetime of a pending login. Defaults to one hour. A longer lifetime is shortened.
    public var longestLogin: Duration = .seconds(3_600)

    /// Creates the default limits.
    public init() {}

    /// Returns these limits after checking that each is at least 1 and each time is at least 1 s.
    /// - Throws: ``MYKEYServicesError`` with code `configuration` naming the first limit that is too small.
    public func validated() throws(MYKEYServicesError) -> CallbackLimits {
        let values: [(String, Int64)] = [
            ("lookupsPerLogin", Int64(lookupsPerLogin)), ("timePerLookup", timePerLookup.components.seconds),
            ("lookupsPerAddress", Int64(lookupsPerAddress)),
            ("timePerAddressLookup", timePerAddressLookup.components.seconds),
            ("postsPerAddress", Int64(postsPerAddress)), ("postsPerSecond", Int64(postsPerSecond)),
            ("statusesPerAddress", Int64(statusesPerAddress)), ("statusesPerSecond", Int64(statusesPerSecond)),
            ("lookupsAtOnce", Int64(lookupsAtOnce)), ("pendingLogins", Int64(pendingLogins)),
            ("pendingLoginsPerAddress", Int64(pendingLoginsPerAddress)),
            ("longestLogin", longestLogin.components.seconds),
        ]
        for (name, value) in values where value < 1 {
            throw MYKEYServicesError(.configuration, field: name, reason: "1 or more was expected")
        }
        return self
    }
}
