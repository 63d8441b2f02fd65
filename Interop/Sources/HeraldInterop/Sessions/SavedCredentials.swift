import Foundation
import HeraldJSON
import SDNSDK

/// The credentials of the first session, saved for the second one. A real app keeps them in its key store. These belong to a user that exists for
/// one run.
struct SavedCredentials {
    let file: URL

    init(in folder: URL) { file = folder.appendingPathComponent("credentials.json", isDirectory: false) }

    func save(_ credentials: MXCredentials) throws {
        guard let user = credentials.userId, let device = credentials.deviceId, let token = credentials.accessToken
        else {
            throw Refuted("the login gave no user, device or token")
        }
        let text = JSONValue.object(["user": .string(user), "device": .string(device), "token": .string(token)])
            .serialized()
        // Created with access for the owner alone, before it contains the token.
        guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw Refuted("the credentials cannot be saved")
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.write(contentsOf: Data(text))
    }

    func load(node: URL) throws -> MXCredentials {
        let saved = try JSONReader(JSONValue(parsing: Array(Data(contentsOf: file))))
        let credentials = MXCredentials(
            node: node, userId: try saved.string("user"), accessToken: try saved.string("token"))
        credentials.deviceId = try saved.string("device")
        return credentials
    }
}
