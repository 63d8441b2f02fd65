import Testing

@testable import HeraldPostgres

@Suite("The errors of PostgreSQL")
struct PostgresErrorTests {
    @Test(
        "a fault of the server's machine may pass, so the request may be repeated",
        arguments: ["53000", "53100", "53200", "53300", "53400", "53999", "58000", "58030", "57P03", "08006"])
    func temporary(state: String) {
        let kind = PostgresError.Kind(sqlState: state)
        #expect(PostgresError(kind, sqlState: state, reason: "").isTemporary, "\(kind)")
    }

    @Test(
        "a fault that stays until somebody acts is not temporary",
        arguments: ["58P01", "58P02", "42P01", "42601", "XX000", "XX001", "23505", "22001", "0A000", "54000", "99999"])
    func lasting(state: String) {
        let kind = PostgresError.Kind(sqlState: state)
        #expect(!PostgresError(kind, sqlState: state, reason: "").isTemporary, "\(kind)")
    }
}
