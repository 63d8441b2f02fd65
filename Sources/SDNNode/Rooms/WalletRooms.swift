import HeraldKeys
import SDNIdentity
import SDNWire

extension RoomService {
    /// Returns the direct room with the user of a wallet, and creates it if there is none (SDN sheet 2.2). If the wallet has several users, the
    /// room is with the user whose DID the wallet most recently created or logged in to.
    /// - Throws: `M_NOT_FOUND` if no user has logged in with the wallet; `M_INVALID_PARAM` if the wallet is the caller's own.
    func directRoom(withWallet address: EthereumAddress, _ caller: Caller) async throws -> RoomIDResponse {
        let found = try await read { db -> (user: String, room: String?) in
            let users = try DIDDirectory.dids(of: address, in: db).compactMap { did in
                try AccountStore.activeUser(of: did, in: db)
            }
            guard let user = users.first else {
                throw MatrixError(.notFound, "No user of this node has logged in with this wallet.")
            }
            guard !user.isIdentical(to: caller.userID) else {
                throw MatrixError(.invalidParam, "address: this wallet is your own.")
            }
            return (user, try DirectRooms.shared(by: caller.userID, with: user, in: db).first)
        }
        if let room = found.room { return RoomIDResponse(roomID: room) }
        var request = CreateRoomRequest()
        request.preset = "trusted_private_chat"
        request.invite = [found.user]
        request.isDirect = true
        let creation = try preparedCreation(request, caller)
        let random = RoomIDMint(random: services.configuration.random).make(creator: creation.creator)
        let (roomID, begun) = try await services.database.write { db -> (String, FanOuts.Begun?) in
            try AccessTokens.requireAlive(caller, in: db)
            // This is checked again inside the write, because the same request may have been sent twice.
            if let room = try DirectRooms.shared(by: caller.userID, with: found.user, in: db).first {
                return (room, nil)
            }
            let made = try make(creation, random, in: db)
            try DirectRooms.keep(made.roomID, by: caller.userID, for: found.user, in: db)
            for invitation in made.invitations { try services.limits.use(invitation) }
            return (made.roomID, made.begun)
        }
        if let begun { try await services.fanOuts.finish(begun) }
        return RoomIDResponse(roomID: roomID)
    }
}
