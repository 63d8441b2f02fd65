import GRDB
import OpenDID_DataModel

extension DatabaseFile {
    /// Returns the roles that have data in a database file. These are the roles whose keys are in the file. The notification provider,
    /// which has no keys, is one of them if the file contains its messages.
    static func residents(of path: String) throws -> Set<ServiceRole> {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(10)
        do {
            return try DatabaseQueue(path: path, configuration: configuration).read { db in
                guard try db.tableExists("service_identity") else { return [] }
                var roles = Set(
                    try String.fetchAll(db, sql: "SELECT role FROM service_identity").compactMap {
                        ServiceRole(rawValue: $0)
                    })
                if try db.tableExists("noti_message"),
                    try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM noti_message)") == true
                {
                    roles.insert(.noti)
                }
                return roles
            }
        } catch let error as DatabaseError {
            throw ServicesError(opening: path, error)
        }
    }
}
