/// What one stranger may cost a dapp's back end. A server without addresses of its callers, such as one behind a proxy that does not name
/// them, has the limits for all and for each login alone.
public struct CallbackLimits: Sendable, Hashable {
    /// How many look-ups at the chain one uuID may cause at once from one address, and ten times as many from all, each of them by a post
    /// whose form, time and uuID are right. Defaults to 6. More are answered with code 1018.
    public var lookupsPerLogin = 6
    /// After how many seconds a uuID may cause one more. Defaults to 30.
    public var secondsPerLookup: Int64 = 30
    /// How many look-ups the posts of one address may cause at once. Defaults to 60. More are answered with code 1018.
    public var lookupsPerAddress = 60
    /// How many seconds an address waits for one more. Defaults to 1.
    public var secondsPerAddressLookup: Int64 = 1
    /// How many posts one address may send at once. Defaults to 1,000. More are answered with code 1018 under HTTP status 429, unread.
    public var postsPerAddress = 1_000
    /// How many more an address may send in a second. Defaults to 20.
    public var postsPerSecond = 20
    /// How many times one address may ask at once what became of a login. Defaults to 1,000. More are answered with HTTP status 429.
    public var statusesPerAddress = 1_000
    /// How many more times an address may ask in a second. Defaults to 100.
    public var statusesPerSecond = 100
    /// How many look-ups run at a time. Defaults to 256. More are answered with code 1018.
    public var lookupsAtOnce = 256
    /// How many logins may be pending at a time. Defaults to 20,000. More are refused with the error `too_many`.
    public var pendingLogins = 20_000
    /// How many logins that one address has begun may be pending at a time. Defaults to 50. More are refused with the error `too_many`.
    public var pendingLoginsPerAddress = 50
    /// The longest life of a pending login, in seconds. Defaults to 3,600; a longer one is shortened.
    public var longestLogin: Int64 = 3600

    /// The defaults.
    public init() {}

    /// The same limits when each of them is at least 1.
    /// - Throws: ``MYKEYServicesError`` with code `configuration` that names the first which is not.
    public func validated() throws(MYKEYServicesError) -> CallbackLimits {
        let values: [(String, Int64)] = [
            ("lookupsPerLogin", Int64(lookupsPerLogin)), ("secondsPerLookup", secondsPerLookup),
            ("lookupsPerAddress", Int64(lookupsPerAddress)), ("secondsPerAddressLookup", secondsPerAddressLookup),
            ("postsPerAddress", Int64(postsPerAddress)), ("postsPerSecond", Int64(postsPerSecond)),
            ("statusesPerAddress", Int64(statusesPerAddress)), ("statusesPerSecond", Int64(statusesPerSecond)), ("lookupsAtOnce", Int64(lookupsAtOnce)), ("pendingLogins", Int64(pendingLogins)),
            ("pendingLoginsPerAddress", Int64(pendingLoginsPerAddress)), ("longestLogin", longestLogin),
        ]
        for (name, value) in values where value < 1 {
            throw MYKEYServicesError(.configuration, field: name, reason: "1 or more was expected")
        }
        return self
    }
}
