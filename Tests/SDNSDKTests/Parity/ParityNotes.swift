/// The table's notes beside the facts from the sources.
enum ParityNotes {
    /// The other types that may declare a type's members.
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

    /// The methods with another name or shape, and their differences.
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

    /// The methods that do not exist, with the reasons.
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

    /// The methods that exist and always fail, with the reasons.
    static let refuses = Dictionary(
        uniqueKeysWithValues: ["acceptGroupInvite(_:)", "leaveGroup(_:)", "updateGroupPublicity(_:isPublicised:)"].map {
            ("MXRestClient.\($0)", "Matrix no longer has groups")
        })
}
