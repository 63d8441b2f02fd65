import SDNWire

extension Route {
    /// True if guests may not call an endpoint. They may read, join rooms that let guests in, send events and state, change their display name, and
    /// use their devices and keys (Matrix: guest access).
    static func refusesGuests(_ method: HTTPMethod, _ path: PathTemplate) -> Bool {
        method != .get && notForGuests.contains(path)
    }

    private static let notForGuests: Set<PathTemplate> = [
        Endpoints.createRoom.path, Endpoints.roomByWallet.path, Endpoints.upgradeRoom.path, Endpoints.knock.path,
        Endpoints.invite.path, Endpoints.kick.path, Endpoints.ban.path, Endpoints.unban.path,
        // The path is also that of the alias's deletion.
        Endpoints.addRoomAlias.path, Endpoints.setDirectoryVisibility.path,
        Endpoints.uploadMedia.path, Endpoints.createMedia.path, Endpoints.uploadReservedMedia.path,
        Endpoints.search.path, Endpoints.searchUsers.path,
        Endpoints.setPusher.path, Endpoints.createKeyBackup.path, Endpoints.openIDToken.path,
    ]
}
