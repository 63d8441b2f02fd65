/// The opener that ``MYKEYWallet`` uses by default.
enum SystemOpener {
    /// The opener of the system. On Apple systems it is ``AppURLOpener``. On other systems it opens nothing, because Foundation cannot open
    /// URLs there.
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
