/// The opener that a wallet's front begins with.
enum SystemOpener {
    /// The app's own on Apple systems; none elsewhere, for Foundation has no opener there.
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
