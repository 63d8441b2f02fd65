import Foundation
import OpenDID_DataModel

/// Finds the database file of a process in its data directory. A process that runs the trust agent uses `opendid.sqlite`, which also
/// contains the registry. Any other process uses a file of its own, such as `opendid-issuer.sqlite`.
///
/// Data is never copied to another file. If a role first ran in the trust agent's process, its keys are in `opendid.sqlite`. Such a role
/// also uses `opendid.sqlite` if it later runs in a process of its own. A process does not start if the data of its roles is in several
/// files.
enum DatabaseFile {
    private static let ofTrustAgent = "opendid.sqlite"

    /// Returns the path of a process's database file. The file need not exist.
    /// - Throws: ``ServicesError`` `configuration` if the data of the roles is in several files, or the error for a file that cannot be
    ///   read.
    static func path(in directory: URL, for roles: Set<ServiceRole>) throws -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let files = names.filter(isDatabase).sorted()
        // A process that runs the trust agent does not search `opendid.sqlite` for roles, because it opens that file in any case.
        let isTrustAgent = roles.contains(.tas)
        var found: [String] = []
        for file in files where !(isTrustAgent && file == ofTrustAgent) {
            if try !residents(of: directory.appendingPathComponent(file).path).isDisjoint(with: roles) {
                found.append(file)
            }
        }
        let own = isTrustAgent ? ofTrustAgent : found.first ?? name(for: roles)
        if let other = found.first(where: { $0 != own }) {
            throw ServicesError(
                .configuration, field: directory.appendingPathComponent(other).path,
                reason:
                    "the records of these roles are in two files, this one and \(own): start the same roles "
                    + "together as before, or move this file away")
        }
        return directory.appendingPathComponent(own).path
    }

    /// True if a file has the name of a process's database.
    static func isDatabase(_ file: String) -> Bool { file == ofTrustAgent || isOwn(file) }

    private static func name(for roles: Set<ServiceRole>) -> String {
        "opendid-\(ServiceRole.allCases.filter { roles.contains($0) }.map(\.rawValue).joined(separator: "-")).sqlite"
    }

    /// True if a file has a name that ``name(for:)`` can give. Files with other names are copies, and are ignored.
    private static func isOwn(_ file: String) -> Bool {
        guard file.hasPrefix("opendid-"), file.hasSuffix(".sqlite") else { return false }
        let parts = file.dropFirst("opendid-".count).dropLast(".sqlite".count).split(
            separator: "-", omittingEmptySubsequences: false)
        return file == name(for: Set(parts.compactMap { ServiceRole(rawValue: String($0)) }))
    }
}
