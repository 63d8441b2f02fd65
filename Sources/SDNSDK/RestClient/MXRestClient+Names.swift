import HeraldJSON
import SDNWire

extension MXRestClient {
    /// Whether a user name can be registered. SDN sheet 3.2.
    public func isUsernameAvailable(_ username: String) async throws -> MXUsernameAvailability {
        MXUsernameAvailability(available: try await perform(Endpoints.registerAvailable, RegisterAvailableRequest(username: username)).available)
    }

    /// Whether a user name is taken.
    public func isUserNameInUse(_ username: String) async throws -> Bool {
        do {
            _ = try await isUsernameAvailable(username)
            return false
        } catch let error as MXError where error.errcode == MatrixError.Code.userInUse.rawValue {
            return true
        }
    }

    /// Why a user name cannot be registered; `nil` when it can.
    public func testUserRegistration(_ username: String) async throws -> MXError? {
        do {
            _ = try await isUsernameAvailable(username)
            return nil
        } catch let error as MXError {
            return error
        }
    }

    /// A page on which users log in to the node by themselves, for flows that the app does not know.
    public func loginFallback() -> String { node + "/" + apiRoot.rawValue + "/static/client/login/" }

    /// A page on which users register by themselves, for flows that the app does not know.
    public func registerFallback() -> String { node + "/" + apiRoot.rawValue + "/static/client/register/" }
}

/// Whether a user name can be registered (SDN sheet 3.2).
public struct MXUsernameAvailability: Sendable, Hashable {
    /// Whether it can.
    public let available: Bool
}
