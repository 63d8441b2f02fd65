import Foundation
import HeraldPeer
import TestSupport
import Testing

@Suite("The folder of a backup")
struct BackupDraftTests {
    private struct Failure: Error {}

    @Test("a folder gets its name when its files are complete, and only its owner can read it")
    func complete() throws {
        let folder = try TemporaryFolder(), target = URL(fileURLWithPath: folder.path("backup"))
        try BackupDraft.make(target, subfolders: ["inner"]) { draft in
            #expect(!FileManager.default.fileExists(atPath: target.path))
            try Data("x".utf8).write(to: draft.appendingPathComponent("inner/file"))
        }
        #expect(folder.files.map(\.name).contains("backup/inner/file"))
        for path in ["backup", "backup/inner"] {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path(path))[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o700)
        }
    }

    @Test("if the writing fails, nothing is left, and a folder with files is refused and not changed")
    func failing() throws {
        let folder = try TemporaryFolder(), target = URL(fileURLWithPath: folder.path("backup"))
        #expect(throws: Failure.self) {
            try BackupDraft.make(target, subfolders: []) { draft in
                try Data("x".utf8).write(to: draft.appendingPathComponent("file"))
                throw Failure()
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        try BackupDraft.make(target, subfolders: ["inner"]) { _ in }
        #expect(throws: BackupFailure.self) { try BackupDraft.make(target, subfolders: []) { _ in } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == ["inner"])
    }

    @Test("a copy has the digest of its file, and a missing file is an error that names it")
    func copies() throws {
        let folder = try TemporaryFolder(), file = folder.path("file"), copy = folder.path("copy")
        try Data("abc".utf8).write(to: URL(fileURLWithPath: file))
        let digest = try BackupFile.copy(file, to: copy)
        #expect(try BackupFile.digest(of: copy) == digest)
        #expect(digest.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
        #expect(BackupFile.size(of: copy) == 3)
        let absent = folder.path("absent")
        #expect(throws: BackupFailure(.refused, path: absent, reason: "the file cannot be read")) {
            try BackupFile.digest(of: absent)
        }
    }
}
