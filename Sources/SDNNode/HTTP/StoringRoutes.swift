import SDNWire

extension Route {
    /// True if the requests of an endpoint store something, so that they are refused while the disk is almost full. Requests that read, delete or end
    /// something, logins, and filters are not refused.
    static func stores(_ method: HTTPMethod, _ path: PathTemplate) -> Bool {
        switch method {
        case .get, .delete: false
        case .post, .put: !storingLittle.contains(path)
        }
    }

    private static let storingLittle: Set<PathTemplate> = [
        // Reads with a body.
        Endpoints.search.path, Endpoints.searchUsers.path, Endpoints.searchPublicRooms.path, Endpoints.queryKeys.path,
        Endpoints.didsOfUsers.path, Endpoints.isContact.path, Endpoints.dehydratedDeviceEventsOfMatrix.path,
        // Logins, without which nobody could read.
        Endpoints.login.path, Endpoints.refresh.path, Endpoints.preLogin.path, Endpoints.preLoginOfDID.path,
        Endpoints.didLogin.path, Endpoints.loginRandom.path,
        // Filters, which are small and few. Clients store one at each login, before they read.
        Endpoints.setFilter.path,
        // Ends and deletions.
        Endpoints.logout.path, Endpoints.logoutAll.path, Endpoints.deleteDevices.path, Endpoints.forgetRoom.path,
        Endpoints.deactivateAccount.path, Endpoints.unpeek.path,
        // What an administrator must be able to do at any time.
        Endpoints.quarantineMedia.path, Endpoints.releaseMedia.path, Endpoints.quarantineMediaOfRoom.path,
        Endpoints.quarantineMediaOfUser.path, Endpoints.setAccountLock.path, Endpoints.setAccountSuspension.path,
    ]
}
