
/// Takes away what a user has set, who gives the account up and wants that erased: account data, push rules, and whatever the user was told
/// of alone. Nobody reads it any more.
struct ErasureFanOut: FanOut {
    static let kind = FanOutKind.erasure
    private let user: String

    init(of user: String) { self.user = user }

    var subject: String { user }

    func advance(_ turn: inout FanOutTurn) throws -> Bool { try ErasureRows.remove(of: user, in: turn.db) }
}
