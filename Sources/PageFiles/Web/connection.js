/**
 * The WebSocket to the server. Reconnects by itself, sooner at first, and says in which state it
 * is: "connecting", "open", "lost", or "refused" where the server answers but does not want this page:
 * its token is another one.
 */
export class Connection {
  constructor(handlers) {
    this.handlers = handlers; // { text, frame, state }
    this.socket = null;
    this.failures = 0;
  }

  /** `token`: kept for the next time. */
  open(token = this.token) {
    this.token = token;
    this.handlers.state(this.failures === 0 ? "connecting" : "lost", this.failures);
    const socket = new WebSocket(
      `ws://${location.host}/live`, ["spreadlab.live.1", `token.${this.token}`],
    );
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    let wasOpen = false;
    socket.addEventListener("open", () => {
      wasOpen = true;
      this.failures = 0;
      this.handlers.state("open", 0);
    });
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.handlers.text(JSON.parse(data));
      else this.handlers.frame(data);
    });
    socket.addEventListener("close", async () => {
        this.failures += 1;
      this.handlers.state("lost", this.failures);
      if (!wasOpen && await isThere()) this.handlers.state("refused", this.failures);
      setTimeout(() => this.open(), Math.min(3000, 100 * 2 ** Math.min(this.failures, 5)));
    });
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Returns whether there was a connection to send it by. */
  send(message) {
    const { isOpen } = this;
    if (isOpen) this.socket.send(JSON.stringify(message));
    return isOpen;
  }
}

/** Whether the server answers at all: of a refused WebSocket a page is told no reason. */
async function isThere() {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
