import HeraldPeer
import Testing
@testable import SDNNode

@Suite("Errors of a backup")
struct BackupFailureTests {
    @Test(
        "an error of a backup keeps its sentence and has a declared code",
        arguments: [
            (BackupFailure.Kind.refused, NodeError.Code.backup), (.unwritable, .dataUnwritable),
            (.damagedDatabase, .databaseUnreadable), (.newerDatabase, .databaseTooNew),
        ])
    func described(kind: BackupFailure.Kind, code: NodeError.Code) {
        let failure = BackupFailure(kind, path: "/backup/file", reason: "the file is a test's")
        let error = NodeError(failure)
        #expect(error.code == code && error.field == "/backup/file")
        #expect(error.description == failure.description)
        #expect(failure.description == "/backup/file: the file is a test's")
    }
}
