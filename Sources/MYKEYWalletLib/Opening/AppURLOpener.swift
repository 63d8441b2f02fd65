#if canImport(UIKit) && !os(watchOS)
import UIKit

/// Opens URLs with the system. For `canOpen`, the app must list the scheme in `LSApplicationQueriesSchemes`.
public struct AppURLOpener: URLOpening {
    /// Creates the opener of the running app.
    public init() {}

    public func canOpen(scheme: String) async -> Bool {
        guard let url = URL(string: scheme + "://") else { return false }
        return await MainActor.run { UIApplication.shared.canOpenURL(url) }
    }

    public func open(_ url: String) async -> Bool {
        guard let url = URL(string: url) else { return false }
        return await openOnMain(url)
    }

    @MainActor
    private func openOnMain(_ url: URL) async -> Bool { await UIApplication.shared.open(url) }
}
#elseif canImport(AppKit)
import AppKit

/// Opens URLs with the system.
public struct AppURLOpener: URLOpening {
    /// Creates the opener of the workspace.
    public init() {}

    public func canOpen(scheme: String) async -> Bool {
        guard let url = URL(string: scheme + "://") else { return false }
        return await MainActor.run { NSWorkspace.shared.urlForApplication(toOpen: url) != nil }
    }

    public func open(_ url: String) async -> Bool {
        guard let url = URL(string: url) else { return false }
        return await MainActor.run { NSWorkspace.shared.open(url) }
    }
}
#endif
