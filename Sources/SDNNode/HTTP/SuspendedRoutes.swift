import SDNWire

extension Route {
    /// True if the requests of an endpoint log devices out.
    static func endsSessions(_ path: PathTemplate) -> Bool {
        path == Endpoints.logout.path || path == Endpoints.logoutAll.path
    }

    /// True if suspended users may not call an endpoint, because others would see what they do there. They may read, leave rooms, redact their own
    /// events, log in and out, and use their keys, their account data and messages between devices (Matrix: account suspension).
    static func refusesSuspended(_ method: HTTPMethod, _ path: PathTemplate) -> Bool {
        method != .get && seenByOthers.contains(path)
    }

    private static let seenByOthers: Set<PathTemplate> = [
        Endpoints.createRoom.path, Endpoints.joinByIDOrAlias.path, Endpoints.joinRoom.path, Endpoints.knock.path,
        Endpoints.invite.path, Endpoints.kick.path, Endpoints.ban.path, Endpoints.unban.path,
        Endpoints.revokeInvite.path,
        Endpoints.upgradeRoom.path, Endpoints.dissolveRoom.path, Endpoints.roomByWallet.path,
        Endpoints.sendEvent.path, Endpoints.sendEventOnce.path, Endpoints.setState.path, Endpoints.typing.path,
        Endpoints.addRoomAlias.path, Endpoints.setDirectoryVisibility.path,
        // The path is also that of the field's deletion.
        Endpoints.setProfileField.path, Endpoints.setProfileSignature.path, Endpoints.setPresence.path,
        Endpoints.uploadMedia.path, Endpoints.createMedia.path, Endpoints.uploadReservedMedia.path,
    ]
}
