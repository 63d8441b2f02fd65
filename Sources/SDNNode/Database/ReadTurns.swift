import HeraldPeer

/// For whom the database is read. Readers are few, and some reads take long: whoever has many of them waits for their own, and not
/// everybody else.
enum ReadTurns {
    /// Reads that run at once; SQLite's pool has as many connections.
    static let readers = 5
    /// Of them for one client.
    static let perClient = 2

    /// A user, or the address of who calls without being one; `nil` for the node itself, which waits for nobody.
    @TaskLocal static var client: String?

    static func make() -> BuildTurns {
        BuildTurns(limits: AnswerLimits(buildsAtOnce: readers, buildsPerAddress: perClient))
    }
}
