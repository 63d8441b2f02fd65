import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The issuer's credentials in a SQLite file")
struct CredentialRowsTests {
    @Test("ended credentials are distinguished from the others, even after the file is opened again")
    func ended() async throws {
        let directory = try TemporaryFolder()
        let database = try SQLiteDatabase(.directory(directory.url), migrations: IssuerSchema.migrations)
        try await database.write { rows in
            for (number, plan) in ["p", "p", "q"].enumerated() {
                try rows.insertCredential(
                    CredentialRow(vcID: "vc\(number)", planID: plan, userID: "u", subject: "did:omn:a"),
                    txID: "tx\(number)", issuedAt: UTCInstant(seconds: Int64(number)))
            }
            try rows.endCredential("vc0")
        }
        await database.close()
        let again = try SQLiteDatabase(.directory(directory.url), migrations: IssuerSchema.migrations)
        let (ids, others) = try await again.read { rows in
            (
                try rows.currentCredentials(ofUser: "u", plan: "p", subject: "did:omn:a"),
                try rows.currentCredentials(ofUser: "u", notOf: "did:omn:b").map(\.vcID).sorted()
            )
        }
        #expect(ids == ["vc1"])
        #expect(others == ["vc1", "vc2"])
        await again.close()
    }
}
