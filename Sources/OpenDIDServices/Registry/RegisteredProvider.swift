import OpenDID_DataModel

/// A server that the trust agent knows (OpenDID sheet 0, 5.12).
package struct RegisteredProvider: Sendable, Hashable {
    package var did: String
    package var role: RoleTypeEnum
    package var name: String
    /// The URL of its certificate.
    package var certVcRef: String
    /// Where it is reached, such as `http://127.0.0.1:8091`, without the role's part of the path.
    package var baseURL: String
    /// Its certificate as it was issued, in its canonical form; `nil` while it is not enrolled.
    package var certificate: [UInt8]?

    /// True when it has a certificate.
    package var isEnrolled: Bool { certificate != nil }
    /// The bytes of everything that is kept of it.
    var byteCount: Int {
        [did, role.rawValue, name, certVcRef, baseURL].reduce(certificate?.count ?? 0) { $0 + $1.utf8.count }
    }
    /// As documents name it.
    package var provider: Provider { Provider(did: did, certVcRef: certVcRef) }
}
