import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The providers' tables")
struct ProviderTablesTests {
    private struct Undone: Error {}

    private static let device = WalletDevice(document: [1, 0], answer: [0, 255])

    /// Stores devices that have been unused for the given seconds since 1970.
    private static func insert(_ devices: [(did: String, since: Int64)], in rows: any ServiceRows) throws {
        for device in devices {
            try rows.insertWalletDeviceIfAbsent(
                Self.device, did: device.did, walletID: "w-\(device.did)",
                unusedSince: UTCInstant(seconds: device.since))
        }
    }

    private static func unused(_ did: String, _ since: Int64) -> UnusedDevice {
        UnusedDevice(did: did, unusedSince: UTCInstant(seconds: since))
    }

    private func unused(
        before end: Int64 = 1_000, limit: Int = 100, in store: any ServiceDatabase
    ) async throws -> [UnusedDevice] {
        try await store.read { rows in
            try rows.unusedDevices(before: UTCInstant(seconds: end), limit: limit, locking: false)
        }
    }

    @Test("the newest data of an app's user replaces the older", arguments: StoreKind.allCases)
    func appUsers(kind: StoreKind) async throws {
        let store = try await kind.make()
        for data in [[1], [0, 255]] as [[UInt8]] {
            try await store.write { rows in try rows.saveAppUserData(data, of: "u") }
        }
        #expect(try await store.read { rows in try rows.appUserData("u") } == [0, 255])
        #expect(try await store.read { rows in try rows.appUserData("v") } == nil)
        await #expect(throws: Undone.self) {
            try await store.write { rows in
                try rows.saveAppUserData([9], of: "u")
                throw Undone()
            }
        }
        #expect(try await store.read { rows in try rows.appUserData("u") } == [0, 255])
        await store.close()
    }

    @Test("two writers at once leave one of both data of an app's user", arguments: StoreKind.allCases)
    func appUserTogether(kind: StoreKind) async throws {
        let store = try await kind.make()
        async let one: Void = store.write { rows in try rows.saveAppUserData([1], of: "u") }
        async let two: Void = store.write { rows in try rows.saveAppUserData([2], of: "u") }
        _ = (try await one, try await two)
        let data = try await store.read { rows in try rows.appUserData("u") }
        #expect(data == [1] || data == [2])
        await store.close()
    }

    @Test(
        "a device stays as it was first attested, and no other device gets its wallet ID", arguments: StoreKind.allCases
    )
    func devices(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            let other = WalletDevice(document: [9], answer: [9])
            let now = UTCInstant(seconds: 5)
            try rows.insertWalletDeviceIfAbsent(Self.device, did: "a", walletID: "w", unusedSince: now)
            try rows.insertWalletDeviceIfAbsent(other, did: "a", walletID: "x", unusedSince: now)
            try rows.insertWalletDeviceIfAbsent(other, did: "b", walletID: "w", unusedSince: now)
        }
        #expect(try await store.read { rows in try rows.walletDevice("a") } == Self.device)
        #expect(try await store.read { rows in try rows.walletDevice("b") } == nil)
        await store.close()
    }

    @Test("of two attestations at once one is stored", arguments: StoreKind.allCases)
    func deviceTogether(kind: StoreKind) async throws {
        let store = try await kind.make()
        let attest = { @Sendable (number: UInt8) in
            try await store.write { rows in
                try rows.insertWalletDeviceIfAbsent(
                    WalletDevice(document: [number], answer: [number]), did: "a", walletID: "w\(number)",
                    unusedSince: UTCInstant(seconds: 5))
            }
            return try await store.read { rows in try rows.walletDevice("a") }
        }
        async let one = attest(1)
        async let two = attest(2)
        let (first, second) = (try await one, try await two)
        #expect(first != nil && first == second)
        await store.close()
    }

    @Test("unused devices are listed from the oldest on, and used ones not at all", arguments: StoreKind.allCases)
    func unusedDevices(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try Self.insert([("b", 20), ("a", 10), ("d", 40), ("c", 30)], in: rows)
            try rows.moveUnusedDevice(Self.unused("c", 30), to: nil)
        }
        let all = [Self.unused("a", 10), Self.unused("b", 20), Self.unused("d", 40)]
        #expect(try await unused(in: store) == all)
        #expect(try await unused(before: 40, in: store) == Array(all.prefix(2)))
        #expect(try await unused(limit: 1, in: store) == Array(all.prefix(1)))
        let locked = try await store.write { rows in
            try rows.unusedDevices(before: UTCInstant(seconds: 1_000), limit: 2, locking: true)
        }
        #expect(locked == Array(all.prefix(2)))
        let newest = try await store.read { rows in try (0...4).map { try rows.newestUnusedDevice(beyond: $0)?.seconds }
        }
        #expect(newest == [40, 20, 10, nil, nil])
        await store.close()
    }

    @Test("a device that was used or attested again is neither deleted nor changed", arguments: StoreKind.allCases)
    func settled(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try Self.insert([("a", 10), ("b", 20), ("c", 30)], in: rows)
            // As if they were read before their times changed.
            try rows.deleteUnusedDevice(Self.unused("a", 9))
            try rows.moveUnusedDevice(Self.unused("b", 9), to: nil)
            try rows.deleteUnusedDevice(Self.unused("c", 30))
        }
        #expect(try await unused(in: store) == [Self.unused("a", 10), Self.unused("b", 20)])
        try await store.write { rows in
            try rows.moveUnusedDevice(Self.unused("a", 10), to: UTCInstant(seconds: 50))
            try rows.moveUnusedDevice(Self.unused("b", 20), to: nil)
            try rows.deleteUnusedDevice(Self.unused("b", 20))
        }
        #expect(try await unused(in: store) == [Self.unused("a", 50)])
        #expect(try await store.read { rows in try rows.walletDevice("b") } == Self.device)
        #expect(try await store.read { rows in try rows.walletDevice("c") } == nil)
        await #expect(throws: Undone.self) {
            try await store.write { rows in
                try rows.deleteUnusedDevice(Self.unused("a", 50))
                throw Undone()
            }
        }
        #expect(try await unused(in: store) == [Self.unused("a", 50)])
        await store.close()
    }

    @Test("two sweeps at once delete every unused device once", arguments: StoreKind.allCases)
    func sweptTogether(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.insert((0..<40).map { ("did:omn:\($0)", Int64($0)) }, in: rows) }
        let sweep = { @Sendable () in
            var count = 0
            while try await !store.read({ rows in
                try rows.unusedDevices(before: UTCInstant(seconds: 1_000), limit: 1, locking: false).isEmpty
            }) {
                count += try await store.write { rows in
                    let devices = try rows.unusedDevices(
                        before: UTCInstant(seconds: 1_000), limit: 3, locking: true)
                    for device in devices { try rows.deleteUnusedDevice(device) }
                    return devices.count
                }
            }
            return count
        }
        async let first = sweep()
        async let second = sweep()
        let counts = [try await first, try await second]
        #expect(counts.reduce(0, +) == 40)
        await store.close()
    }

    @Test("messages are listed in the order of their numbers", arguments: StoreKind.allCases)
    func notifications(kind: StoreKind) async throws {
        let store = try await kind.make()
        var numbers: [Int64] = []
        for message in [[1], [0, 255], [3]] as [[UInt8]] {
            numbers.append(try await store.write { rows in try rows.insertNotification(message) })
        }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 3)
        #expect(try await store.read { rows in try rows.notifications() } == [[1], [0, 255], [3]])
        let end = numbers[1]
        await #expect(throws: Undone.self) {
            try await store.write { rows in
                _ = try rows.insertNotification([4])
                try rows.deleteNotifications(upTo: end)
                throw Undone()
            }
        }
        #expect(try await store.read { rows in try rows.notifications() } == [[1], [0, 255], [3]])
        try await store.write { rows in try rows.deleteNotifications(upTo: end) }
        #expect(try await store.read { rows in try rows.notifications() } == [[3]])
        await store.close()
    }

    @Test("the outbox holds the newest messages while several are added at once", arguments: StoreKind.allCases)
    func outbox(kind: StoreKind) async throws {
        let store = try await kind.make()
        let outbox = NotificationOutbox(
            database: store, seal: StorageSeal(key: [UInt8](repeating: 7, count: 32)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try await outbox.add(
                        OutgoingNotification(
                            recipient: .mail("a@example.org"), title: "\(number)", text: "text", data: [:]))
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try await outbox.messages().map(\.title)) == Set((0..<8).map(String.init)))
        await store.close()
    }

    @Test("the outbox deletes its oldest messages by the hundred", arguments: StoreKind.allCases)
    func oldMessages(kind: StoreKind) async throws {
        let store = try await kind.make()
        let outbox = NotificationOutbox(
            database: store, seal: StorageSeal(key: [UInt8](repeating: 7, count: 32)))
        for (others, expected) in [(1_049, 1_050), (48, 1_099), (0, 1_000), (0, 1_001)] {
            try await store.write { rows in for _ in 0..<others { _ = try rows.insertNotification([0]) } }
            try await outbox.add(OutgoingNotification(recipient: .mail("a@example.org"), title: "t", text: "text"))
            #expect(try await store.read { rows in try rows.notifications().count } == expected)
        }
        await store.close()
    }
}
