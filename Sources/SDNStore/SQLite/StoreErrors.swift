import GRDB
import SDNValues

/// Translates SQLite's errors to errors of this module.
enum StoreErrors {
    static func translating<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch { throw translate(error) }
    }

    static func translate(_ error: any Error) -> any Error {
        if error is RowDecodingError {
            return SDNSDKError(.storeDamaged, reason: "the store has a value of the wrong type")
        }
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return SDNSDKError(.storeInUse, reason: "another session has this store open")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            return SDNSDKError(.storeDamaged, reason: "the store's file is damaged")
        case .SQLITE_FULL:
            return SDNSDKError(.storeFailed, reason: "the disk is full")
        case .SQLITE_ERROR where error.extendedResultCode == .SQLITE_ERROR && error.sql == nil:
            // SQLite reports this error for a statement that does not compile. The file then lacks tables that it claims to have.
            return SDNSDKError(.storeDamaged, reason: "the store's file lacks tables")
        default:
            // The reason contains only the number of the error, because SQLite's message may quote stored values.
            return SDNSDKError(.storeFailed, reason: "the database reported error \(error.extendedResultCode.rawValue)")
        }
    }
}
