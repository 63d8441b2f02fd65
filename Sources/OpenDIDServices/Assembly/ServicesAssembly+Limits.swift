import Logging
import OpenDID_DataModel

/// The limits that the processes of one database count together.
extension ServicesAssembly {
    /// Returns the counters of a database that several processes share, or `nil` for any other database.
    /// - Throws: ``ServicesError`` `storageKey`.
    static func sharedCounts(
        of database: any ServiceDatabase, _ keys: StorageKeys, _ configuration: ServicesConfiguration, _ logger: Logger
    ) throws(ServicesError) -> ClientLimiter.Shared? {
        guard let store = database.sharedLimits else { return nil }
        let names = try clientNames(keys)
        return ClientLimiter.Shared(
            rates: SharedRates(
                configuration.limits, store: store, names: names, uptime: configuration.uptime, logger: logger),
            openings: SharedOpenings(
                configuration.limits, store: store, names: names, now: configuration.now, uptime: configuration.uptime))
    }

    /// Returns the counter of wrong tokens.
    /// - Throws: ``ServicesError`` `storageKey`.
    func tokenGuesses() throws(ServicesError) -> TokenGuesses {
        guard let store = database.sharedLimits else { return TokenGuesses(uptime: configuration.uptime) }
        return TokenGuesses(
            uptime: configuration.uptime, shared: TokenGuesses.Shared(store: store, names: try Self.clientNames(keys)))
    }

    /// Lets the sweeper delete the rows of limits that have no effect any more, and rows above the limit.
    func addSharedLimits() {
        guard let store = database.sharedLimits else { return }
        let most = configuration.limits.clients
        sweeper.add([AskedRows { _, limit in try await store.deleteUnneeded(most: most, limit: limit) }])
    }

    /// Returns the names of clients. All processes of a database use the same key, whatever their roles are.
    private static func clientNames(_ keys: StorageKeys) throws(ServicesError) -> ClientNames {
        let seal = try keys.seal(of: .tas)
        return ClientNames { text in seal.index(text, of: "client") }
    }
}
