import HeraldJSON
import SDNWire

/// The endpoints of users' display names, avatars and bios (SDN sheet 2.1 and 7.2).
struct ProfileRoutes: Sendable {
    let services: NodeServices

    func register(in routes: inout RouteTable) {
        let routesOfProfile = self
        routes.on(Endpoints.profile) { request, _ in
            let row = try await routesOfProfile.row(of: request.userID)
            return ProfileResponse(
                displayname: row.displayname, avatarURL: row.avatarURL, walletAddress: row.walletAddress,
                signature: row.signature)
        }
        routes.on(Endpoints.profileField) { request, _ in
            let row = try await routesOfProfile.row(of: request.userID)
            let value = request.field == .displayname ? row.displayname : row.avatarURL
            // A field that is not set is sent as `null` and not left out, because stock clients need the member (SDN sheet 7.8).
            return RawJSON(
                assembled: JSONValue.object([request.field.rawValue: value.map(JSONValue.string) ?? .null]).serialized()
            )
        }
        routes.on(Endpoints.setProfileField) { request, call in
            try await routesOfProfile.set(request, call)
            return EmptyObject()
        }
        routes.on(Endpoints.deleteProfileField) { request, call in
            let cleared = SetProfileFieldRequest(userID: request.userID, field: request.field, value: nil)
            try await routesOfProfile.set(cleared, call)
            return EmptyObject()
        }
        routes.on(Endpoints.profileSignature) { request, _ in
            ProfileSignature(signature: try await routesOfProfile.row(of: request.userID).signature ?? "")
        }
        routes.on(Endpoints.setProfileSignature) { request, call in
            try await routesOfProfile.set(request, call)
            return EmptyObject()
        }
    }

    private func row(of userID: String) async throws -> ProfileStore.Profile {
        let id = try UserID(userID, field: "userId").text
        guard let found = try await services.database.read({ db in try ProfileStore.profile(of: id, in: db) }) else {
            throw MatrixError(.notFound, "This user has no profile here.")
        }
        return found
    }

    private func set(_ request: SetProfileFieldRequest, _ call: Call) async throws {
        let caller = try own(request.userID, call)
        // Guests have a display name only (Matrix: guest access). Both fields have the same path.
        if request.field == .avatarURL { try caller.refuseGuest() }
        let field = request.field
        let value = try request.value.flatMap { text throws(WireError) in
            text.isEmpty ? nil : try Self.checked(text, field)
        }
        let fanOuts = services.fanOuts
        // One write stores the profile and the work that copies it into the user's rooms. After a crash, the node therefore still updates the rooms.
        let begun = try await services.database.write { db -> FanOuts.Begun? in
            try AccessTokens.requireAlive(caller, in: db)
            let turn = try fanOuts.turn(of: caller.userID, in: db)
            let isNew =
                field == .displayname
                ? try ProfileStore.setDisplayname(value, of: caller.userID, in: db)
                : try ProfileStore.setAvatarURL(value, of: caller.userID, in: db)
            guard isNew else { return nil }
            try FanOutStore.remove(.profile, caller.userID, in: db)
            return try fanOuts.begin(ProfileFanOut(of: caller.userID), turn)
        }
        if let begun { try await fanOuts.follow(begun) }
    }

    private static func checked(_ text: String, _ field: ProfileField) throws(WireError) -> String {
        guard field == .avatarURL else { return try DisplayName.checked(text, field: field.rawValue) }
        guard text.utf8.count <= 1_000 else {
            throw WireError(.tooLong, field: field.rawValue, reason: "at most 1000 bytes are allowed")
        }
        return try StoredText.checked(text, field: field.rawValue)
    }

    private func set(_ request: SetProfileSignatureRequest, _ call: Call) async throws {
        let caller = try own(request.userID, call)
        let signature = try StoredText.checked(request.signature, field: "signature")
        guard signature.count <= 100 else {
            throw WireError(.tooLong, field: "signature", reason: "a bio has at most 100 characters")
        }
        guard signature.utf8.count <= 4_000 else {
            throw WireError(.tooLong, field: "signature", reason: "a bio has at most 4000 bytes")
        }
        try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            try ProfileStore.setSignature(signature, of: caller.userID, in: db)
        }
    }

    private func own(_ userID: String, _ call: Call) throws -> Caller {
        let caller = try call.authenticated()
        guard try UserID(userID, field: "userId").text == caller.userID else {
            throw MatrixError(.forbidden, "Only your own profile can be changed.")
        }
        return caller
    }
}
