import SDNWire

/// The endpoints with which administrators quarantine files, as Synapse has them.
struct MediaAdministrationRoutes: Sendable {
    let services: NodeServices

    func register(in routes: inout RouteTable) {
        let own = self, quarantine = MediaQuarantine(services: services)
        let noFile = MatrixError(.notFound, "This file does not exist on this node.")
        routes.on(Endpoints.quarantineMedia) { request, call in
            try await own.requireAdministrator(call)
            guard try await quarantine.quarantine(Self.uri(request)) else { throw noFile }
            return EmptyObject()
        }
        routes.on(Endpoints.releaseMedia) { request, call in
            try await own.requireAdministrator(call)
            guard try await quarantine.release(Self.uri(request)) else { throw noFile }
            return EmptyObject()
        }
        routes.on(Endpoints.quarantineMediaOfRoom) { request, call in
            try await own.requireAdministrator(call)
            guard let count = try await quarantine.quarantine(filesIn: request.roomID) else {
                throw MatrixError(.notFound, "This room does not exist on this node.")
            }
            return QuarantinedResponse(count: Int64(count))
        }
        routes.on(Endpoints.quarantineMediaOfUser) { request, call in
            try await own.requireAdministrator(call)
            return QuarantinedResponse(count: Int64(try await quarantine.quarantine(filesOf: request.userID)))
        }
    }

    private static func uri(_ request: MediaRequest) -> ContentURI {
        ContentURI(serverName: request.serverName, mediaID: request.mediaID)
    }

    /// - Throws: `M_FORBIDDEN` if the caller is no administrator.
    private func requireAdministrator(_ call: Call) async throws {
        let user = try call.authenticated().userID
        guard try await services.database.read({ db in try AdministratorStore.contains(user, in: db) }) else {
            throw MatrixError(.forbidden, "Only administrators of this node may quarantine files.")
        }
    }
}
