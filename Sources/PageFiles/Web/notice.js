/** The line above the picture, for what does not need an answer. */
export class Notice {
  #timer = 0;

  constructor(element) {
    this.element = element;
  }

  /** Shows a text for five seconds. */
  flash(text) {
    this.stay(text);
    this.#timer = setTimeout(() => this.clear(), 5000);
  }

  /** Shows a text until there is another. */
  stay(text) {
    clearTimeout(this.#timer);
    this.element.textContent = text;
    this.element.hidden = text === "";
  }

  clear() {
    this.stay("");
  }

  /** Clears the line if that text is what it shows. */
  take(text) {
    if (this.element.textContent === text) this.clear();
  }
}
