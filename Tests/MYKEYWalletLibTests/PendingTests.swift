import Foundation
import MYKEYWalletLib
import MYKEYWire
import Testing

@Suite("Pending requests")
struct PendingTests {
    @Test("two pending requests each get their own answer, in any order")
    func two() async throws {
        let fixture = Fixture()
        let (first, firstAsked) = try await fixture.login()
        let second = Task { [session = fixture.session] in try await session.sign(WalletRequest.Sign(message: "hello"))
        }
        let secondAsked = try Asked(await fixture.opener.urls(count: 2)[1])
        #expect(fixture.session.pendingCount == 2 && firstAsked.id != secondAsked.id)
        #expect(fixture.session.handle(secondAsked.answer(result: "1", payload: #"{"sign":"SIG_K1_y"}"#)).isDelivered)
        // As on iOS and unlike on Android, one answer does not end the others.
        #expect(fixture.session.pendingCount == 1)
        #expect(try await second.value.sign == "SIG_K1_y")
        #expect(fixture.session.handle(firstAsked.answer(result: "1", payload: Fixture.loginPayload)).isDelivered)
        #expect(try await first.value.get().account == "mykeydoctest")
    }

    @Test("a hundred simultaneous requests all end, each with its own answer")
    func hundred() async throws {
        let fixture = Fixture()
        let tasks = (0..<100).map { number in
            Task { [session = fixture.session] in try await session.sign(WalletRequest.Sign(message: "\(number)")).sign
            }
        }
        let asked = try await fixture.opener.urls(count: 100).map(Asked.init)
        #expect(Set(asked.map(\.id)).count == 100)
        for asked in asked.shuffled() {
            let message = try #require(asked["message"])
            #expect(
                fixture.session.handle(asked.answer(result: "1", payload: "{\"sign\":\"SIG \(message)\"}")).isDelivered)
        }
        for (number, task) in tasks.enumerated() { #expect(try await task.value == "SIG \(number)") }
    }

    @Test("a request ends with 10005 at its timeout, and its answer is late then")
    func timeout() async throws {
        let fixture = Fixture(timeout: .seconds(30))
        let (task, asked) = try await fixture.login()
        await fixture.clock.untilSleeping(1)
        fixture.clock.advance(by: .seconds(29))
        #expect(fixture.session.pendingCount == 1)
        fixture.clock.advance(by: .seconds(1))
        let error = try #require(await task.value.error)
        #expect(error.code == .timeOut && error.source == .session)
        #expect(fixture.session.handle(asked.answer(result: "1", payload: Fixture.loginPayload)) == .ignored(.late))
    }

    @Test("a request waits ten minutes by default")
    func defaultTimeout() {
        #expect(DappSession(Fixture.configuration, opener: RecordingOpener()).timeout == .seconds(600))
    }

    @Test("an answer just in time ends the timeout")
    func inTime() async throws {
        let fixture = Fixture(timeout: .seconds(30))
        let (task, asked) = try await fixture.login()
        await fixture.clock.untilSleeping(1)
        fixture.clock.advance(by: .seconds(29))
        _ = fixture.session.handle(asked.answer(result: "1", payload: Fixture.loginPayload))
        #expect(try await task.value.get().account == "mykeydoctest")
        fixture.clock.advance(by: .seconds(60))
        #expect(fixture.session.handle(asked.answer(result: "0")) == .ignored(.late))
    }

    @Test("a cancelled task withdraws its request, whose answer is late then")
    func cancelledTask() async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        task.cancel()
        let error = try #require(await task.value.error)
        #expect(error.isCancelled && error.source == .session && fixture.session.pendingCount == 0)
        #expect(fixture.session.handle(asked.answer(result: "1", payload: Fixture.loginPayload)) == .ignored(.late))
    }

    @Test("a task that was cancelled before its request sends nothing")
    func cancelledBefore() async throws {
        let fixture = Fixture()
        let task = Task { [session = fixture.session] in
            withUnsafeCurrentTask { $0?.cancel() }
            return await Result { () async throws(MYKEYWalletError) in
                try await session.authorize(WalletRequest.Login())
            }
        }
        #expect(await task.value.error?.isCancelled == true)
        #expect(fixture.session.pendingCount == 0)
    }

    @Test("all requests can be withdrawn at once")
    func cancelAll() async throws {
        let fixture = Fixture()
        let (first, _) = try await fixture.login()
        let (second, _) = try await fixture.login()
        fixture.session.cancelAll()
        #expect(await first.value.error?.isCancelled == true)
        #expect(await second.value.error?.isCancelled == true)
    }

    @Test("an answer to another dapp, or from before a restart, ends no request")
    func otherDapp() async throws {
        let (one, other) = (Fixture(), Fixture())
        let (task, asked) = try await one.login()
        let (otherTask, _) = try await other.login()
        // The same scheme, as when two apps have registered it.
        #expect(
            other.session.handle(asked.answer(result: "1", payload: Fixture.loginPayload)) == .ignored(.unknownRequest))
        #expect(other.session.pendingCount == 1 && one.session.pendingCount == 1)
        task.cancel()
        otherTask.cancel()
        _ = await (task.value, otherTask.value)
    }

    @Test("IDs are 128 random bits, and no two are equal")
    func ids() async throws {
        let fixture = Fixture()
        var ids: Set<String> = []
        for _ in 0..<50 {
            let (task, asked) = try await fixture.login()
            #expect(asked.id.count == 32 && asked.id.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            ids.insert(asked.id)
            task.cancel()
            _ = await task.value
        }
        #expect(ids.count == 50)
    }

    @Test("an answer that comes while the wallet is still being opened counts")
    func answerWhileOpening() async throws {
        let session = DappSession(
            Fixture.configuration,
            opener: InProcessOpener { url in (try? Asked(url))?.answer(result: "1", payload: Fixture.loginPayload) })
        #expect(try await session.authorize(WalletRequest.Login()).account == "mykeydoctest")
    }
}
