import GRDB
import SDNWire

/// Limits on unrequested invitations. Every first sync contains each of them, with the room's stripped state.
extension RoomService {
    /// The most unanswered invitations that one user may have from another user.
    static let openInvitations = 50

    /// Checks the limits before one more invitation, in the write that stores the invitation.
    ///
    /// The check spends nothing. Otherwise, users whose requests are refused could use up the invitations that the target may receive.
    /// - Returns: the limit that the invitation counts against; `nil` if there is none. The caller must use it as the last step of the write.
    /// - Throws: `M_FORBIDDEN` if too many of one inviter are open; `M_LIMIT_EXCEEDED` if there were too many from strangers, or from one user
    ///   who shares a room with the target.
    func admitInvitation(of target: String, by inviter: String, before: Membership? = nil, in db: Database) throws
        -> RateLimiter.Subject?
    {
        // The limits do not apply if the target is already invited, or has knocked and thereby requested the invitation.
        guard before != .invite, before != .knock, !target.isIdentical(to: inviter) else { return nil }
        let open = try MembershipRows.openInvitations(of: target, by: inviter, limit: Self.openInvitations, in: db)
        guard open < Self.openInvitations else {
            throw MatrixError(
                .forbidden,
                "\(target) has not answered \(Self.openInvitations) of your invitations, which is the limit.")
        }
        let isCompanion = try RoomAudiences.areCompanions(inviter, target, in: db)
        let limit: RateLimiter.Subject =
            isCompanion ? .companionInvitation(of: target, by: inviter) : .invitation(of: target)
        try services.limits.requireUse(limit)
        return limit
    }
}
