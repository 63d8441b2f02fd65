import OpenDID_DataModel

/// A server that is registered with the trust agent (OpenDID sheet 0, 5.12).
package struct RegisteredProvider: Sendable, Hashable {
    package var did: String
    package var role: RoleTypeEnum
    package var name: String
    /// The URL of the server's certificate.
    package var certVcRef: String
    /// The URL under which clients reach the server, such as `http://127.0.0.1:8091`, without the role's part of the path.
    package var baseURL: String
    /// The certificate in canonical form, as it was issued. It is `nil` until the server is enrolled.
    package var certificate: [UInt8]?

    package init(
        did: String, role: RoleTypeEnum, name: String, certVcRef: String, baseURL: String, certificate: [UInt8]? = nil
    ) {
        self.did = did
        self.role = role
        self.name = name
        self.certVcRef = certVcRef
        self.baseURL = baseURL
        self.certificate = certificate
    }

    /// True if the server has a certificate.
    package var isEnrolled: Bool { certificate != nil }
    /// The size of all stored fields, in bytes.
    var byteCount: Int {
        [did, role.rawValue, name, certVcRef, baseURL].reduce(certificate?.count ?? 0) { $0 + $1.utf8.count }
    }
    /// The reference by which messages name the server: its DID and the URL of its certificate.
    package var provider: Provider { Provider(did: did, certVcRef: certVcRef) }
}
