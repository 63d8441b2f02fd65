import HeraldKeys
import SDNWire

extension RoomService {
    /// The direct room with the user of a wallet, made when there is none (SDN sheet 2.2). Of several users it is the one whose DID the wallet
    /// made or logged in to last.
    /// - Throws: `M_NOT_FOUND` when nobody has logged in with the wallet.
    func directRoom(withWallet address: EthereumAddress, _ caller: Caller) async throws -> RoomIDResponse {
        let found = try await read { db -> (user: String, room: String?) in
            let users = try DIDDirectory.dids(of: address, in: db).compactMap { did in try AccountStore.activeUser(of: did, in: db) }
            guard let user = users.first else { throw MatrixError(.notFound, "Nobody has logged in here with this wallet.") }
            guard !user.isIdentical(to: caller.userID) else { throw MatrixError(.invalidParam, "address: this wallet is your own.") }
            return (user, try DirectRooms.shared(by: caller.userID, with: user, in: db).first)
        }
        if let room = found.room { return RoomIDResponse(roomID: room) }
        var request = CreateRoomRequest()
        request.preset = "trusted_private_chat"
        request.invite = [found.user]
        request.isDirect = true
        let creation = try preparedCreation(request, caller)
        let newID = RoomIDMint(random: services.configuration.random).make(creator: creation.creator)
        let (roomID, begun) = try await services.database.write { db -> (String, FanOuts.Begun?) in
            // Once more inside the write: the same question may have been asked twice.
            if let room = try DirectRooms.shared(by: caller.userID, with: found.user, in: db).first { return (room, nil) }
            let begun = try make(creation, newID, in: db)
            try DirectRooms.keep(newID, by: caller.userID, for: found.user, in: db)
            return (newID, begun)
        }
        if let begun { try await services.fanOuts.finish(begun) }
        return RoomIDResponse(roomID: roomID)
    }
}
