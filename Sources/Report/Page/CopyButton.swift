import Checksums
import Foundation

/// A button that copies a part of the page. Where scripts do not run it is not seen, and the part can be selected.
enum CopyButton {
  /// - Parameter part: the id of what is copied.
  static func html(_ part: StaticString, _ words: StaticString) -> HTML {
    "<button type=\"button\" data-copies=\"\(part.description)\" hidden>\(words.description)</button>"
  }

  /// `execCommand` also copies on pages that are opened as files, which the clipboard's newer interface does not serve.
  static let script: HTML = """
    for (const button of document.querySelectorAll("button[data-copies]")) {
      button.hidden = false;
      button.onclick = () => {
        const selection = getSelection();
        selection.selectAllChildren(document.getElementById(button.dataset.copies));
        button.textContent = document.execCommand("copy") ? "Copied" : "Selected: copy it with Ctrl+C";
      };
    }
    """

  /// By which the page allows this script and no other.
  static let digest: String = {
    var hash = SHA256()
    hash.update(script.code.utf8)
    return Data(hash.digest()).base64EncodedString()
  }()
}
