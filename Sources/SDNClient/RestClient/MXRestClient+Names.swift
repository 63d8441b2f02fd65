import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns whether a user name can be registered (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func isUsernameAvailable(_ username: String) async throws -> MXUsernameAvailability {
        MXUsernameAvailability(
            available: try await perform(Endpoints.registerAvailable, RegisterAvailableRequest(username: username))
                .available)
    }

    /// Returns true when a user name is taken.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func isUserNameInUse(_ username: String) async throws -> Bool {
        do {
            _ = try await isUsernameAvailable(username)
            return false
        } catch let error as MXError where error.errcode == MatrixError.Code.userInUse.rawValue {
            return true
        }
    }

    /// Returns the reason why a user name cannot be registered; `nil` when it can.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func testUserRegistration(_ username: String) async throws -> MXError? {
        do {
            _ = try await isUsernameAvailable(username)
            return nil
        } catch let error as MXError {
            return error
        }
    }

    /// Returns the address of the node's own login page, for flows that the app does not know.
    public func loginFallback() -> String { node + "/" + apiRoot.rawValue + "/static/client/login/" }

    /// Returns the address of the node's own registration page, for flows that the app does not know.
    public func registerFallback() -> String { node + "/" + apiRoot.rawValue + "/static/client/register/" }
}

/// The answer to the question whether a user name can be registered (SDN sheet 3.2).
public struct MXUsernameAvailability: Sendable, Hashable {
    /// True when the user name can be registered.
    public let available: Bool
}
