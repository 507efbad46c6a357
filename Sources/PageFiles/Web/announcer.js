/** Says things to screen readers, at most once a second; the newest of what waits is said. */
export class Announcer {
  constructor(element) {
    this.element = element;
    this.lastTime = -Infinity;
    this.waiting = null;
    this.timer = 0;
  }

  say(text) {
    this.waiting = text;
    if (this.timer) return;
    const wait = Math.max(0, this.lastTime + 1000 - performance.now());
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.lastTime = performance.now();
      if (this.element.textContent !== this.waiting) this.element.textContent = this.waiting;
    }, wait);
  }
}
