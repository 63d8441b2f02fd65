import HeraldPostgres
import OpenDIDServices

/// The rows of a PostgreSQL database.
struct PostgresRows: ServiceRows {
    let transaction: BlockingTransaction
}
