import GRDB
import SDNWire

/// How many invitations somebody gets without having asked: each stands in every first sync, with what the room is called.
extension RoomService {
    /// Unanswered invitations of one user that another one has at most.
    static let openInvitations = 50

    /// Looks at what a user has been sent before one more invitation, inside its write.
    /// - Throws: `M_FORBIDDEN` for too many of one inviter; `M_LIMIT_EXCEEDED` for too many of strangers.
    func admitInvitation(of target: String, by inviter: String, before: Membership? = nil, in db: Database) throws {
        // Who knocks has asked for it.
        guard before != .invite, before != .knock, !target.isIdentical(to: inviter) else { return }
        let open = try MembershipRows.openInvitations(of: target, by: inviter, limit: Self.openInvitations, in: db)
        guard open < Self.openInvitations else {
            throw MatrixError(.forbidden, "\(target) has not answered \(Self.openInvitations) invitations of yours.")
        }
        // Of those whom the user shares a room with the user has heard before.
        if try !RoomAudiences.areCompanions(inviter, target, in: db) { try services.limits.use(.invitation(of: target)) }
    }
}
