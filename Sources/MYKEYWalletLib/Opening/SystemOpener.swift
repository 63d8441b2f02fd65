/// The opener that ``MYKEYWallet`` uses by default.
enum SystemOpener {
    /// The app's own opener on Apple systems. On others there is none, because Foundation has no opener there.
    static var current: any URLOpening {
        #if canImport(UIKit) && !os(watchOS)
        AppURLOpener()
        #elseif canImport(AppKit)
        AppURLOpener()
        #else
        NoOpener()
        #endif
    }
}
