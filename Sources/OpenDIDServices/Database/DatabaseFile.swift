import Foundation
import OpenDID_DataModel

/// Which file of a data directory a process works on: `opendid.sqlite` with the trust agent, which has the registry in it, otherwise one of
/// its own, such as `opendid-issuer.sqlite`.
///
/// Records stay where they are. Earlier releases had every role in `opendid.sqlite`: a role whose keys are there goes on there, for its own
/// tables. Nothing is copied, and nobody starts beside records that are in another file.
enum DatabaseFile {
    private static let ofTrustAgent = "opendid.sqlite"

    /// - Returns: the path of the file, which need not exist.
    /// - Throws: ``ServicesError`` `configuration` when one of the roles has its records in another file than the rest, and as for a file
    ///   that cannot be read.
    static func path(in directory: URL, for roles: Set<ServiceRole>) throws -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let files = names.filter { $0 == ofTrustAgent || isOwn($0) }.sorted()
        // The trust agent's file is looked into by who opens it.
        let isTrustAgent = roles.contains(.tas)
        var found: [String] = []
        for file in files where !(isTrustAgent && file == ofTrustAgent) {
            if try !residents(of: directory.appendingPathComponent(file).path).isDisjoint(with: roles) { found.append(file) }
        }
        let own = isTrustAgent ? ofTrustAgent : found.first ?? name(for: roles)
        if let other = found.first(where: { $0 != own }) {
            throw ServicesError(
                .configuration, field: directory.appendingPathComponent(other).path,
                reason: "records of one of these roles are in this file, and others in \(own): start the roles together that were "
                    + "together, or move the file away")
        }
        return directory.appendingPathComponent(own).path
    }

    private static func name(for roles: Set<ServiceRole>) -> String {
        "opendid-\(ServiceRole.allCases.filter { roles.contains($0) }.map(\.rawValue).joined(separator: "-")).sqlite"
    }

    /// Says whether a file has a name that ``name(for:)`` gives: a copy that somebody made is nobody's.
    private static func isOwn(_ file: String) -> Bool {
        guard file.hasPrefix("opendid-"), file.hasSuffix(".sqlite") else { return false }
        let parts = file.dropFirst("opendid-".count).dropLast(".sqlite".count).split(separator: "-", omittingEmptySubsequences: false)
        return file == name(for: Set(parts.compactMap { ServiceRole(rawValue: String($0)) }))
    }
}
