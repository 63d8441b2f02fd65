import Foundation
import HeraldKeys
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("The sample client", .timeLimit(.minutes(10)))
struct ExampleClientTests {
    /// Starts two clients whose users are in one room and have it open.
    private func harbour(_ node: EmbeddedNode, _ folder: URL) async throws -> (
        ann: RunningChat, ben: RunningChat, roomId: String
    ) {
        let ann = try RunningChat(node.url, folder.appendingPathComponent("ann"))
        let ben = try RunningChat(node.url, folder.appendingPathComponent("ben"))
        let benId = try await ben.userId()
        for chat in [ann, ben] { try await chat.line { $0 == "* up to date" } }
        try ann.type("/new Harbour")
        let title = try await ann.line { $0.hasPrefix("* Harbour !") }
        try ann.type("/invite \(benId)")
        try await ann.line { $0 == "* invited \(benId)" }
        try await ben.line { $0.hasPrefix("* you are invited to Harbour") }
        try ben.type("/rooms invitations")
        try await ben.line { $0 == "1. Harbour (invitation)" }
        try ben.type("/join 1")
        try await ben.line { $0.hasPrefix("* Harbour !") }
        return (ann, ben, String(title.dropFirst("* Harbour ".count)))
    }

    @Test("two users log in with wallets, talk in a room and send each other a file")
    func conversation() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let (ann, ben, _) = try await harbour(node, folder.url)
        try ann.type("Hello Ben")
        try await ben.line { $0.hasSuffix(": Hello Ben") }
        let sent = folder.url.appendingPathComponent("notes.txt"),
            saved = folder.url.appendingPathComponent("saved.txt")
        let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        try bytes.write(to: sent)
        try ben.type("/file \(sent.path)")
        let number = try await ann.number { $0.hasSuffix(": [notes.txt]") }
        try ann.type("/save \(number) \(saved.path)")
        try await ann.line { $0 == "* saved \(saved.path)" }
        #expect(try Data(contentsOf: saved) == bytes)
        for chat in [ann, ben] { #expect(try await chat.quit() == 0) }
        await node.stop()
    }

    @Test("a thread, a reply and a reaction are shown with what they belong to, and a list of rooms has filters")
    func threads() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let (ann, ben, _) = try await harbour(node, folder.url)
        try ann.type("Where do we meet?")
        let root = try await ben.number { $0.hasSuffix(": Where do we meet?") }
        try ben.type("/thread \(root)")
        try await ben.line { $0.hasPrefix("* Harbour thread $") }
        try ben.type("At the quay")
        try await ben.line { $0.hasSuffix(": At the quay") }
        try await ann.line { $0.hasSuffix(": Where do we meet? [thread of 1]") }
        try ann.type("/threads")
        let unread = "* Where do we meet?: 1 in the thread (1 unread)"
        try await ann.line { $0.hasPrefix(unread) && $0.hasSuffix(": At the quay") }

        try ben.type("/back")
        try await ben.line { $0.hasPrefix("* Harbour !") }
        let question = try await ben.number { $0.contains(": Where do we meet?") }
        try ben.type("/reply \(question) Now")
        let reply = try await ann.number { $0.contains(": Now (to ") && $0.hasSuffix(": Where do we meet?)") }
        try ann.type("/react \(reply) 👍")
        try await ben.line { $0.contains(": Now (to ") && $0.hasSuffix(" 👍×1") }

        try ann.type("/rooms har")
        try await ann.line { $0.hasPrefix("1. Harbour") && $0.hasSuffix(" – Now") }
        try ann.type("/rooms favourites")
        try await ann.line { $0 == "* there are no such rooms" }

        // The open room was marked as read without its thread. The thread is read when it is shown.
        try ann.type("/threads")
        try await ann.line { $0.hasPrefix(unread) }
        try ann.type("/back")
        let meeting = try await ann.number { $0.contains(": Where do we meet?") }
        try ann.type("/threads")
        try await ann.line { $0.hasPrefix(unread) }
        try ann.type("/thread \(meeting)")
        try await ann.line { $0.hasSuffix(": At the quay") }
        try ann.type("/back")
        try await ann.line { $0.hasPrefix("* Harbour !") }
        try ben.type("I am there")
        try await ann.line { $0.hasSuffix(": I am there") }
        // The messages are marked as read in the background, so the list is asked for until nothing is unread.
        var answer = ""
        while answer != "* there are no such rooms" {
            try ann.type("/rooms unread")
            answer = try await ann.line { $0.hasPrefix("1. Harbour") || $0 == "* there are no such rooms" }
        }
        for chat in [ann, ben] { #expect(try await chat.quit() == 0) }
        await node.stop()
    }

    @Test("a process beside the running client shows the notification of a push message")
    func notification() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let (ann, ben, roomId) = try await harbour(node, folder.url)
        let annFolder = folder.url.appendingPathComponent("ann"), benFolder = folder.url.appendingPathComponent("ben")
        func pushed(_ eventId: String, to folder: URL) async throws -> String {
            let payload = #"{"notification":{"room_id":"\#(roomId)","event_id":"\#(eventId)"}}"#
            return try await RunningChat.output([node.url.absoluteString, folder.path, "--push", payload])
        }
        // Ben's chat would mark the message as read if it showed the room.
        try ben.type("/new Pier")
        try await ben.line { $0.hasPrefix("* Pier !") }
        let client = MXRestClient(credentials: try Self.credentials(in: annFolder))
        let eventId = try await client.sendTextMessage(toRoom: roomId, text: "Ahoy")
        #expect(try await pushed(eventId, to: benFolder).hasSuffix(" | Harbour | Ahoy\n"))
        #expect(try await pushed(eventId, to: annFolder).hasPrefix("* no notification: "))
        #expect(try await pushed("$none", to: benFolder) == "* no notification: there is no such message\n")
        let stranger = folder.url.appendingPathComponent("stranger")
        #expect(try await pushed(eventId, to: stranger) == "error: nobody is logged in here\n")
        for chat in [ann, ben] { #expect(try await chat.quit() == 0) }
        await node.stop()
    }

    /// Returns the login that a client has stored.
    private static func credentials(in folder: URL) throws -> MXCredentials {
        func stored<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
            try JSONDecoder().decode(type, from: Data(contentsOf: folder.appendingPathComponent(name)))
        }
        let credentials = try stored(MXCredentials.self, "credentials.json")
        credentials.tokens = try stored(MXCredentials.Tokens.self, "tokens.secret")
        return credentials
    }

    @Test("a second start needs no wallet and no node; what is typed then is sent when the node is there")
    func restart() async throws {
        let folder = try TemporaryFolder(), chatFolder = folder.url.appendingPathComponent("chat")
        let data = folder.url.appendingPathComponent("node")
        let node = try await EmbeddedNode.start(NodeConfiguration(storage: .directory(data)))
        let first = try RunningChat(node.url, chatFolder, key: String(repeating: "07", count: 32))
        try await first.line { $0 == "* up to date" }
        try first.type("/new Harbour")
        try await first.line { $0.hasPrefix("* Harbour !") }
        try first.type("one")
        try await first.line { $0.hasSuffix(": one") }
        #expect(try await first.quit() == 0)
        let secret = chatFolder.appendingPathComponent("tokens.secret")
        let permissions = try FileManager.default.attributesOfItem(atPath: secret.path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        await node.stop()

        let second = try RunningChat(node.url, chatFolder)
        try await second.line { $0.hasPrefix("1. Harbour – one") }
        try second.type("/open 1")
        // A line may say at once why the message waits. The first message may wait, too.
        try await second.line { $0.contains(": one") }
        try second.type("two")
        try await second.line { $0.contains(": two") }
        #expect(try await second.quit() == 0)
    }

    @Test("commands that cannot be carried out say why, and what others write does not control the terminal")
    func refusals() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let chat = try RunningChat(node.url, folder.url)
        try await chat.line { $0 == "* up to date" }
        for (command, answer) in [
            ("hello", "error: no room is open; /open opens one"),
            ("/open 9", "error: there is no room 9; /rooms lists them"),
            ("/dance", "error: there is no command /dance; /help lists them"),
            ("/thread 1", "error: no room is open; /open opens one"),
            ("/rooms in Nowhere", "* there are no such rooms"),
        ] {
            try chat.type(command)
            try await chat.line { $0 == answer }
        }
        try chat.type("/new \u{1B}[31mred")
        try await chat.line { $0.hasPrefix("* [31mred !") }
        #expect(try await chat.quit() == 0)
        #expect(try await RunningChat.status(["not a node"]) == 2)
        await node.stop()
    }
}

/// A running sample client, at whose keyboard the test types.
private final class RunningChat: Sendable {
    private let pid: Int32
    private let keyboard: FileHandle
    private let ended: AsyncStream<Int32>
    private let lines: Lines

    /// The lines that the program shows, each of which is read once.
    private actor Lines {
        private var iterator: AsyncStream<String>.Iterator
        private var seen: [String] = []

        init(_ lines: AsyncStream<String>) { iterator = lines.makeAsyncIterator() }

        func first(_ isWanted: @Sendable (String) -> Bool) async throws -> String {
            var iterator = iterator
            while let line = await iterator.next(isolation: self) {
                seen.append(line)
                if isWanted(line) { return line }
            }
            throw Failure("the program ended after these lines: \(seen)")
        }
    }

    init(_ node: URL, _ folder: URL, key: String? = nil) throws {
        let process = try Self.process([node.absoluteString, folder.path])
        if let key {
            process.environment = ProcessInfo.processInfo.environment.merging(["CHAT_WALLET_KEY": key]) { $1 }
        }
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        let (ended, end) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { end.yield($0.terminationReason == .exit ? $0.terminationStatus : -1) }
        try process.run()
        let (lines, continuation) = AsyncStream<String>.makeStream()
        let screen = output.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while case let data = screen.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: 0x0A) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
            continuation.finish()
        }
        (pid, keyboard, self.ended) = (process.processIdentifier, input.fileHandleForWriting, ended)
        self.lines = Lines(lines)
    }

    deinit { kill(pid, SIGKILL) }

    private static func process(_ arguments: [String]) throws -> Process {
        let process = Process()
        let program: URL = try #require(BuildFolder.program("ChatClient"), "the example is built with the tests")
        process.executableURL = program
        process.arguments = arguments
        return process
    }

    /// Runs the program to its end.
    static func status(_ arguments: [String]) async throws -> Int32 {
        let process = try process(arguments)
        process.standardOutput = FileHandle.nullDevice
        let (ended, end) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { end.yield($0.terminationStatus) }
        try process.run()
        for await status in ended { return status }
        return -1
    }

    /// Runs the program to its end, and returns what it shows.
    static func output(_ arguments: [String]) async throws -> String {
        let process = try process(arguments), output = Pipe()
        process.standardOutput = output
        try process.run()
        let (texts, continuation) = AsyncStream<String>.makeStream()
        let screen = output.fileHandleForReading
        Thread.detachNewThread { continuation.yield(String(decoding: screen.readDataToEndOfFile(), as: UTF8.self)) }
        for await text in texts { return text }
        return ""
    }

    func type(_ line: String) throws { try keyboard.write(contentsOf: Data((line + "\n").utf8)) }

    /// Returns the next line that is wanted, and passes over those before it.
    @discardableResult
    func line(_ isWanted: @Sendable @escaping (String) -> Bool) async throws -> String {
        try await lines.first(isWanted)
    }

    /// Returns the number of the next message whose line is wanted.
    func number(_ isWanted: @Sendable @escaping (String) -> Bool) async throws -> String {
        try await line(isWanted).split(separator: " ").first.map(String.init) ?? ""
    }

    func userId() async throws -> String {
        let line = try await line { $0.hasPrefix("you are ") }
        return String(line.dropFirst("you are ".count).prefix { $0 != ";" })
    }

    /// Quits, and returns the status with which the program ended.
    func quit() async throws -> Int32 {
        try type("/quit")
        for await status in ended { return status }
        return -1
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }
}
