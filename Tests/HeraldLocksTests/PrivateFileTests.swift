import Foundation
import TestSupport
import Testing

@testable import HeraldLocks

@Suite("Files that only their owner may read") struct PrivateFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func mode(_ name: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int)
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
    }

    private func makeOpenFile(_ name: String) throws {
        try Data("old".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
        chmod(folder.path(name), 0o644)
    }

    @Test("a written file replaces a file of the same name, has mode 0600, and leaves no draft")
    func written() throws {
        try makeOpenFile("a")
        let large = [UInt8](repeating: 7, count: 3 << 20)
        try PrivateFile.write(large, to: folder.path("a"))
        #expect(try mode("a") == 0o600 && bytes("a") == large)
        try PrivateFile.write([], to: folder.path("a"))
        #expect(try bytes("a").isEmpty && names == ["a"])
    }

    @Test("symbolic links in the places of the file and of its draft are replaced, and their targets stay unchanged")
    func links() throws {
        try makeOpenFile("target")
        for name in ["a", "a.new"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name), withDestinationPath: folder.path("target"))
        }
        try PrivateFile.write([1], to: folder.path("a"))
        #expect(try bytes("target") == Array("old".utf8) && mode("target") == 0o644)
        #expect(try bytes("a") == [1] && mode("a") == 0o600 && names == ["a", "target"])
    }

    @Test("a file that cannot be written throws an error with its path and the system's reason, and leaves no draft")
    func refused() throws {
        #expect { try PrivateFile.write([1], to: folder.path("none/a")) } throws: { error in
            (error as? PrivateFile.Failure)?.reason.hasPrefix("cannot be opened for writing: ") == true
        }
        try FileManager.default.createDirectory(atPath: folder.path("d/e"), withIntermediateDirectories: true)
        #expect(throws: PrivateFile.Failure.self) { try PrivateFile.write([1], to: folder.path("d")) }
        #expect(try names == ["d"])
    }

    @Test("a file is created only once, and an existing one stays as it is")
    func created() throws {
        #expect(try PrivateFile.create([1, 2], at: folder.path("key")))
        #expect(try !PrivateFile.create([3], at: folder.path("key")))
        #expect(try bytes("key") == [1, 2] && mode("key") == 0o600 && names == ["key"])
    }

    @Test("in a file system without hard links, a file is renamed if its new name is free, and an existing one stays")
    func withoutHardLinks() throws {
        for (name, byte) in [("draft", UInt8(1)), ("other", 2)] { try PrivateFile.write([byte], to: folder.path(name)) }
        #expect(try PrivateFile.moveToEmpty(folder.path("draft"), folder.path("key")))
        #expect(try !PrivateFile.moveToEmpty(folder.path("other"), folder.path("key")))
        #expect(try bytes("key") == [1] && mode("key") == 0o600 && names == ["key", "other"])
        // A failed renaming leaves no empty file behind.
        #expect(throws: PrivateFile.Failure.self) {
            try PrivateFile.moveToEmpty(folder.path("absent"), folder.path("new"))
        }
        #expect(try names == ["key", "other"])
    }

    @Test("if many tasks create a file at once, one of them does, and no reader finds an incomplete file")
    func race() async throws {
        let path = folder.path("key")
        let created = await withTaskGroup(of: (Bool, Int).self) { group in
            for number in 0..<32 {
                group.addTask {
                    let isMine = try? PrivateFile.create([UInt8](repeating: UInt8(number), count: 4096), at: path)
                    return (isMine == true, (try? Data(contentsOf: URL(fileURLWithPath: path)).count) ?? 0)
                }
            }
            return await group.reduce(into: [(Bool, Int)]()) { $0.append($1) }
        }
        #expect(created.count { $0.0 } == 1)
        #expect(created.allSatisfy { $0.1 == 4096 })
        #expect(try names == ["key"])
    }

    @Test("an opened file keeps or loses its bytes as told, and other users lose their permissions")
    func opened() throws {
        try makeOpenFile("log")
        let (first, wasOpen) = try PrivateFile.opened(folder.path("log"), truncates: false)
        close(first)
        #expect(try wasOpen && bytes("log") == Array("old".utf8) && mode("log") == 0o600)
        let (second, wasOpenAgain) = try PrivateFile.opened(folder.path("log"), truncates: true)
        #expect(!PrivateFile.isOpenToOthers(descriptor: second))
        close(second)
        #expect(try !wasOpenAgain && bytes("log").isEmpty)
    }

    @Test("the files of a database lose the permissions of others, and those that had some are named")
    func database() throws {
        #expect(try PrivateFile.prepareDatabase(folder.path("db")) == [])
        #expect(try mode("db") == 0o600)
        try makeOpenFile("db")
        try makeOpenFile("db-wal")
        #expect(try PrivateFile.prepareDatabase(folder.path("db")) == [folder.path("db"), folder.path("db-wal")])
        #expect(try mode("db") == 0o600 && mode("db-wal") == 0o600)
    }

    @Test("a moved file has its new name only, and deleting a missing file is no error")
    func moved() throws {
        try PrivateFile.write([1], to: folder.path("a"))
        try PrivateFile.move(folder.path("a"), to: folder.path("b"))
        #expect(try names == ["b"])
        try PrivateFile.delete(folder.path("b"))
        try PrivateFile.delete(folder.path("b"))
        #expect(try names == [])
    }

    @Test("a file that is moved without replacing keeps its old name if the new one is taken")
    func movedWithoutReplacing() throws {
        try PrivateFile.write([1], to: folder.path("a"))
        try PrivateFile.write([2], to: folder.path("b"))
        #expect(try !PrivateFile.moveWithoutReplacing(folder.path("a"), to: folder.path("b")))
        #expect(try bytes("a") == [1] && bytes("b") == [2])
        #expect(try PrivateFile.moveWithoutReplacing(folder.path("a"), to: folder.path("c")))
        #expect(try names == ["b", "c"] && bytes("c") == [1])
        #expect(throws: PrivateFile.Failure.self) {
            try PrivateFile.moveWithoutReplacing(folder.path("c"), to: folder.path("none/c"))
        }
    }
}
