import Foundation
import TestSupport

/// Which folders of a module use types and members of extensions that other folders of it declare.
///
/// It goes by names. A nested type counts as a use of the type in another folder that has the same name. A member of an extension counts only
/// if nothing else in the sources of the package has its name, because the scan does not know the type whose member is used.
struct FolderGraph {
    /// The files of the module that lie in no folder.
    static let outside = "(no folder)"

    private struct File: Sendable {
        let path: String
        let folder: String
        let words: SwiftWords
    }

    /// The files of all modules, which are read once.
    private struct Package: Sendable {
        var files: [String: [File]] = [:]
        /// The number of times that the sources give a name to something.
        var named: [String: Int] = [:]

        init() throws {
            let base = PackageFiles.url("Sources")
            for module in try FileManager.default.contentsOfDirectory(atPath: base.path) {
                files[module] = try Self.files(under: base.appendingPathComponent(module))
                for file in files[module] ?? [] { named.merge(file.words.named, uniquingKeysWith: +) }
            }
        }

        private static func files(under base: URL) throws -> [File] {
            let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String } ?? []
            return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
                let parts = path.split(separator: "/")
                let text = try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)
                return File(path: path, folder: parts.count > 1 ? String(parts[0]) : outside, words: SwiftWords(text))
            }
        }
    }
    private static let package = Result { try Package() }

    /// For each folder, the folders that it uses, with one use of each.
    private var uses: [String: [String: String]] = [:]

    /// Reads the files of a module.
    init(module: String) throws {
        let package = try Self.package.get()
        let files = package.files[module] ?? []
        var types: [String: String] = [:]
        var members: [String: String] = [:]
        // A name that several files declare, as for two platforms, does not say which one is meant.
        var ambiguous: Set<String> = []
        for file in files {
            for type in file.words.declared where types.updateValue(file.folder, forKey: type) != nil {
                ambiguous.insert(type)
            }
            for member in file.words.extensionMembers where package.named[member] == 1 {
                members[member] = file.folder
            }
        }
        for type in ambiguous { types[type] = nil }
        for file in files {
            note(file.words.used, of: file, owners: types)
            note(file.words.usedNames, of: file, owners: members)
        }
    }

    /// Notes the uses of names that other folders own.
    private mutating func note(_ names: Set<String>, of file: File, owners: [String: String]) {
        for name in names {
            guard let owner = owners[name], owner != file.folder else { continue }
            let use = "\(file.folder) uses \(owner): \(name) in \(file.path)"
            uses[file.folder, default: [:]][owner] = min(use, uses[file.folder]?[owner] ?? use)
        }
    }

    /// The folders that use others that use them, directly or through further folders.
    var foldersInCycles: Set<String> { Set(uses.keys.filter { reached(from: $0).contains($0) }) }

    /// The uses between folders that use each other, one for each pair of folders.
    var usesInCycles: [String] {
        let folders = foldersInCycles
        return folders.flatMap { folder in
            (uses[folder] ?? [:]).filter { folders.contains($0.key) && reached(from: $0.key).contains(folder) }.values
        }.sorted()
    }

    /// True if a folder uses another one itself.
    func isUsing(_ owner: String, from folder: String) -> Bool { uses[folder]?[owner] != nil }

    private func reached(from start: String) -> Set<String> {
        var reached: Set<String> = []
        var next = [start]
        while let folder = next.popLast() {
            for used in (uses[folder] ?? [:]).keys where reached.insert(used).inserted { next.append(used) }
        }
        return reached
    }
}
