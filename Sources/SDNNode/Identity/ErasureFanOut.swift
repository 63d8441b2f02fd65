/// Deletes the data of a user who deactivates the account and requests erasure: account data, push rules and the user's own notifications. Nothing
/// reads these rows any more.
struct ErasureFanOut: FanOut {
    static let kind = FanOutKind.erasure
    private let user: String

    init(of user: String) { self.user = user }

    var subject: String { user }

    func advance(_ turn: inout FanOutTurn) throws -> Bool { try ErasureRows.remove(of: user, in: turn.db) }
}
