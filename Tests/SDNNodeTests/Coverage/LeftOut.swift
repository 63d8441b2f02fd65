/// A part of Matrix that the node leaves out, for docs/matrix-coverage.md.
struct LeftOut: Sendable {
    let name: String
    let reason: String
    /// The operations of the part. Empty if the part has none in the client-server API, or the node answers them with a refusal.
    let operations: [String]
    /// The tests of Matrix's suites that fail because of the part.
    let failing: [FailingTests]

    init(_ name: String, because reason: String, _ operations: [String] = [], failing: [FailingTests] = []) {
        self.name = name
        self.reason = reason
        self.operations = operations
        self.failing = failing
    }

    static let all: [LeftOut] = [
        LeftOut(
            "Federation",
            because:
                "A SendingNetwork node has its own users and rooms only. It answers one request of the server-server API, the one for the owner of an OpenID token. Rooms and users of other servers do not exist for it, and its domain has no policy server.",
            ["getWellknownPolicy"],
            failing: [
                FailingTests(.client, 2, "which need a second server"), FailingTests(.federation, 43),
                FailingTests(.proposals, 56, "which need a second server"),
                FailingTests(.sytest, 2, "which need a second server"),
            ]),
        LeftOut(
            "Application services and bridges",
            because:
                "Nothing registers with the node in order to act for many users. The lists of bridged networks are answered, and are empty.",
            [
                "getProtocolMetadata", "pingAppservice", "queryLocationByAlias", "queryLocationByProtocol",
                "queryUserByID", "updateAppserviceRoomDirectoryVisibility",
            ]),
        LeftOut(
            "Email addresses and telephone numbers",
            because:
                "The node stores none, sends no mail and no text messages, and knows no identity server, because a wallet or a password owns each account. The list of an account's addresses is answered, and is empty. The operator gives a user who has lost the password a new one. Invitations to an address are refused, also in a request for a new room. A pusher of the kind `email` is stored and never notified.",
            [
                "add3PID", "bind3PID", "delete3pidFromAccount", "post3PIDs", "requestTokenTo3PIDEmail",
                "requestTokenTo3PIDMSISDN", "requestTokenToRegisterEmail", "requestTokenToRegisterMSISDN",
                "requestTokenToResetPasswordEmail", "requestTokenToResetPasswordMSISDN", "unbind3pidFromAccount",
            ], failing: [FailingTests(.sytest, 14, "of third-party identifiers")]),
        LeftOut(
            "Single sign-on and OAuth 2.0",
            because:
                "Users log in with the signature of a wallet, or with a password. The node sends nobody to another provider.",
            ["getAuthMetadata", "redirectToIdP", "redirectToSSO"],
            failing: [FailingTests(.sytest, 2, "of single sign-on")]),
        LeftOut(
            "Tokens that log a second device in",
            because:
                "The node has no login with a token (`m.login.token`). The second device logs in with the wallet or the password, too.",
            ["generateLoginToken"]),
        LeftOut(
            "Captchas, terms of service and registration tokens",
            because:
                "The only stage of a registration is `m.login.dummy`, and limits for each network slow mass registrations down. An operator who wants to choose the users turns registration off, and registers them with a secret.",
            ["registrationTokenValidity"], failing: [FailingTests(.sytest, 1, "of recaptcha")]),
        LeftOut(
            "The operator's address",
            because:
                "The node does not know whom users shall write to. The proxy in front of it serves the file, if there is one.",
            ["getWellknownSupport"]),
        LeftOut(
            "Rooms shared with another user",
            because:
                "Matrix 1.18 has added the question. A client that has synchronized knows the members of its rooms.",
            ["getMutualRooms"]),
        LeftOut(
            "Previews of web pages",
            because:
                "The node fetches no address that a client names, because a client could reach the node's own network with it. The request is answered with 404 `M_NOT_FOUND`.",
            failing: [FailingTests(.client, 1, "of `preview_url`"), FailingTests(.sytest, 1, "of `preview_url`")]
        ),
        LeftOut(
            "Server notices",
            because:
                "Matrix does not say how an operator sends them, and the tests use an interface of Synapse's own. An operator writes to users from an ordinary account.",
            failing: [FailingTests(.client, 8, "of server notices")]),
        LeftOut(
            "Events that delete themselves (MSC2228)",
            because:
                "The proposal is not part of Matrix. Users redact messages, and retention deletes old ones.",
            failing: [FailingTests(.sytest, 1, "of MSC2228")]),
        LeftOut(
            "Presence lists",
            because:
                "The specification has them no longer. Sync gives the presence of all users who share a room. SyTest skips its test of them."
        ),
        LeftOut(
            "Proposals that are not part of Matrix",
            because:
                "Their tests are for features that a server may announce in `unstable_features`, and the node announces none of these.",
            failing: [FailingTests(.proposals, 25, "of unstable features")]),
        LeftOut(
            "Thumbnails",
            because:
                "The node has no library for pictures. A picture that is small enough is sent in place of its thumbnail, and a larger one is refused with 413."
        ),
        LeftOut(
            "Profile fields beyond name and picture",
            because:
                "Profiles have `displayname` and `avatar_url`, and the members of SendingNetwork. The node claims no version of Matrix that promises more."
        ),
        LeftOut(
            "Account data and tags of rooms that the user knows nothing of",
            because:
                "The user must have a membership in the room: joined, invited, knocking, left or banned. For any other room the node answers 403 `M_FORBIDDEN`, so that nobody learns if the room exists."
        ),
        LeftOut(
            "Relations in the filter of a search",
            because:
                "`related_by_rel_types` and `related_by_senders` apply to history, `/context` and sync. A search ignores them."
        ),
        LeftOut(
            "Tests that Synapse does not pass",
            because: "They are on the list of expected failures that Synapse has for the suite.",
            failing: [FailingTests(.sytest, 2, "on that list")]),
        LeftOut(
            "Tests that ask for something else than the specification",
            because:
                "Two want a token for older events (`prev_batch`, `end`) where there are none. One wants no event `m.room.guest_access` in a public room, although the preset of the specification sets `forbidden`. One sends the version of a key backup as a number, which is a string in the specification. One wants `creator` in the create event of a new room, which room version 11 has no longer. One wants 403 for `/context` of an event that the user may not see, where Complement wants 404.",
            failing: [FailingTests(.sytest, 6)]),
    ]
}
