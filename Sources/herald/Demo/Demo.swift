import Foundation
import HeraldJSON
import HeraldKeys
import OpenDIDWallet
import SDNSDK

/// The data that the steps of the demonstration share. One task runs them in order.
final class Demo {
    struct Step: Sendable {
        let title: String
        let run: @Sendable (Demo) async throws -> [DemoReport.Fact]
    }

    static let steps = [
        Step(title: "A node starts", run: startNode),
        Step(title: "Two private keys are created; their owners have nothing else", run: makeKeys),
        Step(title: "Both log in with signatures, one of them twice", run: logIn),
        Step(title: "One creates a room and invites the other, who joins", run: makeRoom),
        Step(title: "Each sends twenty messages; one is edited and one is redacted", run: talk),
        Step(title: "A new device pages back to the room's first event", run: pageBack),
        Step(
            title: "The sender's session ends; a new process reads everything from its store, without a network",
            run: readOffline),
        Step(title: "The node is killed and restarted; a message sent in between arrives once", run: surviveKill),
        Step(title: "A forged signature, a replayed challenge and a tampered text are refused", run: refuseAttacks),
        Step(title: "The node stops", run: stopNode),
        Step(title: "OpenDID's servers start", run: startServices),
        Step(title: "A wallet is created, and its user gets a DID", run: createWallet),
        Step(
            title: "A credential of twelve claims in two languages is issued, by an offer in a QR code",
            run: issueCredential),
        Step(title: "Three claims are presented; the verifier does not receive the other nine", run: presentThree),
        Step(title: "The credential is revoked, and refused when it is presented again", run: revokeCredential),
        Step(title: "The DID document gets a new key, which presents another credential", run: updateDocument),
        Step(
            title: "The wallet is lost and restored from its backup; its DID is deactivated and restored",
            run: loseWallet),
        Step(title: "OpenDID's servers stop", run: stopServices),
        Step(title: "A MYKEY wallet, a dapp's back end and a stub of two chains start", run: startAuthorising),
        Step(
            title: "A dapp asks, the user approves in the wallet, the back end accepts: on EOS and on Ethereum",
            run: authorise),
        Step(
            title:
                "A changed account, a signature that is not canonical, a replayed and another dapp's login are refused",
            run: refuseLogins),
        Step(title: "The account's key is frozen, and its next login is refused", run: freezeKey),
        Step(title: "The wallet and the back end stop", run: stopAuthorising),
    ]

    /// A person with a key, and the data of the demonstration about the person's session.
    struct Person {
        let name: String
        let key = Secp256k1PrivateKey()
        var credentials = MXCredentials(node: "", userId: nil, accessToken: nil)
        var session: MXSession?
        var inbox = Inbox()

        var address: String { key.publicKey.ethereumAddress.checksummed }
    }

    let folder: URL
    var node: ServerProcess?
    var services: ServerProcess?
    var alice = Person(name: "alice")
    var bob = Person(name: "bob")
    var roomId = ""
    /// The final texts of the messages, and the number of events in the room.
    var bodies: Set<String> = []
    var eventCount = 0

    /// The programs that take part in logins with a MYKEY wallet.
    var authorising: Authorising?

    /// The holder of credentials, and the servers that the holder uses.
    var holder: Holder?
    /// The recorded messages between the wallet and the servers.
    let trace = FlowTrace()

    init(folder: URL) { self.folder = folder }

    var nodeFolder: URL { folder.appendingPathComponent("node") }
    var storeFolder: URL { folder.appendingPathComponent("stores") }

    func client() throws -> MXRestClient {
        guard let node, let url = URL(string: node.url) else { throw DemoError("the node is not running") }
        return MXRestClient(node: url, unrecognizedCertificateHandler: nil)
    }

    /// Opens a new session for a person, which continues from the person's store.
    func open(_ person: Person) async throws -> MXSession {
        let session = MXSession(sdnRestClient: MXRestClient(credentials: person.credentials))
        try await session.setStore(MXFileStore(directory: storeFolder.appendingPathComponent(person.name)))
        person.inbox.follow(session)
        return session
    }

    func room(of person: Person) throws -> MXRoom {
        guard let room = person.session?.room(withRoomId: roomId) else {
            throw DemoError("\(person.name) does not have the room")
        }
        return room
    }

    func cleanUp() async {
        await alice.session?.close()
        await bob.session?.close()
        if let node { _ = await node.end(signal: SIGKILL) }
        await holder?.wallet.vault.close()
        if let services { _ = await services.end(signal: SIGKILL) }
        await authorising?.cleanUp()
    }
}

extension DemoReport.Fact {
    init(_ name: String, _ value: String) { self.init(name: name, value: .string(value)) }
    init(_ name: String, _ value: Int) { self.init(name: name, value: .int(Int64(value))) }
}

/// Throws an error with a sentence if a condition is false.
func require(_ condition: Bool, _ otherwise: @autoclosure () -> String) throws {
    if !condition { throw DemoError(otherwise()) }
}
