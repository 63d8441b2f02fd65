import HeraldJSON

/// Makes what a measurement needs on a homeserver: rooms and members.
struct MatrixSetup {
    private let server: any MatrixServer
    private static let prefix = "/_matrix/client/v3/"

    init(_ server: any MatrixServer) { self.server = server }

    /// Makes rooms that every user may join. - Returns: their IDs.
    func rooms(of person: MatrixPerson, _ count: Int) throws -> [String] {
        try RequestBatch(server.port, connections: 4).run(count) { number in
            RawRequest.post(
                Self.prefix + "createRoom", ["preset": "public_chat", "name": .string("room \(number)")],
                token: person.token)
        }.map { answer in
            guard let room = answer["room_id"]?.stringValue else {
                throw MatrixFailure(description: "a new room has no ID")
            }
            return room
        }
    }

    /// Lets users join a room.
    func join(_ people: [MatrixPerson], _ room: String) throws {
        _ = try RequestBatch(server.port, connections: 8).run(people.count) { join(people[$0], room) }
    }

    /// Lets users join rooms.
    func join(_ people: [MatrixPerson], in rooms: [String]) throws {
        for person in people {
            _ = try RequestBatch(server.port, connections: 4).run(rooms.count) { join(person, rooms[$0]) }
        }
    }

    private func join(_ person: MatrixPerson, _ room: String) -> RawRequest {
        RawRequest.post(Self.prefix + "rooms/\(NodeWorld.escaped(room))/join", [:], token: person.token)
    }

    /// Returns the sync token of this moment.
    func since(_ person: MatrixPerson) throws -> String {
        let answers = try RequestBatch(server.port).run(1) { _ in
            RawRequest(
                path: Self.prefix
                    + "sync?timeout=0&set_presence=offline&filter=%7B%22room%22%3A%7B%22rooms%22%3A%5B%5D%7D%7D",
                token: person.token)
        }
        guard let since = answers[0]["next_batch"]?.stringValue else {
            throw MatrixFailure(description: "a sync has no next_batch")
        }
        return since
    }
}
