/// What the table says beside what it reads from the sources.
enum ParityNotes {
    /// Where a type's members may be declared besides itself.
    static let parents = ["MXSession": ["MXRoomsProviding"]]

    /// A public member of the module.
    struct PublicName {
        let type: String
        let name: String

        init(_ type: String, _ name: String) {
            self.type = type
            self.name = name
        }
    }

    /// What is there under another name or shape, and how it differs.
    static let differs: [String: (ours: PublicName, how: String)] = [
        "MXSession.accountData": (PublicName("MXSession", "accountData"), "read by type"),
        "MXRoom.accountData": (PublicName("MXRoom", "accountData"), "read by type"),
        "MXSession.spaceService": (
            PublicName("MXSession", "spaces"), "spaces are rooms; their tree is `getSpaceChildrenForSpace`"
        ),
        "MXSession.threadingService": (
            PublicName("MXRestClient", "threadsInRoomWithId"),
            "returns the node's list of threads; counts are in a "
                + "room's summary"
        ),
        "MXRoom.storedMessagesCount": (
            PublicName("MXRoom", "storedMessagesCount"), "asynchronous, because it reads the store"
        ),
    ]

    /// What is not there, and why.
    static let leftOut: [String: String] = {
        let reasons: [(String, [String])] = [
            (
                "the system checks TLS certificates, and `unrecognizedCertificateHandler` may pin them",
                [
                    "MXRestClient.setPinnedCertificates(_:)", "MXRestClient.setPinnedCertificates(_:withPinningMode:)",
                ]
            ),
            (
                "Matrix no longer has groups",
                [
                    "MXRestClient.getGroupProfile(_:)", "MXRestClient.getGroupSummary(_:)",
                    "MXRestClient.getGroupUsers(_:)",
                    "MXRestClient.getGroupInvitedUsers(_:)", "MXRestClient.getGroupRooms(_:)",
                    "MXRestClient.getPublicisedGroups(forUsers:)",
                ]
            ),
        ]
        return Dictionary(reasons.flatMap { reason, keys in keys.map { ($0, reason) } }) { first, _ in first }
    }()

    /// What is there and always ends in an error, and why.
    static let refuses = Dictionary(
        uniqueKeysWithValues: ["acceptGroupInvite(_:)", "leaveGroup(_:)", "updateGroupPublicity(_:isPublicised:)"].map {
            ("MXRestClient.\($0)", "Matrix no longer has groups")
        })
}
