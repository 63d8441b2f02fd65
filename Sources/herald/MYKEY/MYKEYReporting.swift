import ArgumentParser
import HeraldKeys
import MYKEYServices
import MYKEYWalletLib
import MYKEYWire

/// A command that reports errors of the MYKEY modules by their codes.
protocol MYKEYReporting: ReportingCommand {
    func act() async throws
}

extension MYKEYReporting {
    func work() async throws {
        do {
            try await act()
        } catch let error as MYKEYServicesError {
            throw CommandFailure(SafeText.line(error.description), code: error.code.rawValue)
        } catch let error as MYKEYWalletError {
            throw CommandFailure(SafeText.line(error.description), code: "\(error.code.rawValue)")
        } catch let error as MYKEYError {
            throw CommandFailure(SafeText.line(error.description), code: error.code.rawValue)
        } catch let error as KeysError {
            throw CommandFailure(SafeText.line(error.description), code: error.code.rawValue)
        }
    }
}
