import { $ } from "/page.js";

const MOST = (16 << 20) + 1; // bytes of a file that are sent: what is larger is refused by the server
const PART = 10000; // characters in one message, which has a limit on the server

/** Has saved sessions opened: files that are picked, or dropped on the first screen. */
export class OpenSession {
  #send;

  /** `send(message)`, returning whether it could be sent. */
  constructor(send) {
    this.#send = send;
    $("open-button").addEventListener("click", () => $("open-file").click());
    $("open-file").addEventListener("change", () => {
      this.#open([...$("open-file").files]);
      // The same file may be picked again.
      $("open-file").value = "";
    });
    for (const type of ["dragover", "drop"]) {
      $("setup").addEventListener(type, (event) => {
        if (![...event.dataTransfer.types].includes("Files")) return;
        event.preventDefault();
        if (type === "drop") this.#open([...event.dataTransfer.files]);
      });
    }
  }

  /** Shows what the server found wrong; returns whether that is about a file. */
  showMistakes(mistakes) {
    const own = mistakes.filter(({ field }) => field === "open");
    if (own.length > 0) this.showError(own[0].message);
    return own.length > 0;
  }

  showError(text) {
    $("open-error").textContent = text;
    $("open-error").hidden = text === "";
  }

  async #open(files) {
    if (files.length === 0) return;
    this.showError("");
    let texts = [];
    try {
      texts = await Promise.all(files.map((file) => file.slice(0, MOST).text()));
    } catch {
      return this.showError(`${files.map(({ name }) => name).join(" and ")} cannot be read. Choose a file on this device.`);
    }
    const messages = files.flatMap(({ name }, place) => [
      { type: "open_file", name },
      ...Array.from({ length: Math.ceil(texts[place].length / PART) }, (_, part) =>
        ({ type: "open_text", text: texts[place].slice(part * PART, (part + 1) * PART) })),
    ]);
    const isSent = [...messages, { type: "open_end" }].every((message) => this.#send(message));
    if (!isSent) this.showError("There is no connection to spreadlab right now. Choose the file again when there is one.");
  }
}
