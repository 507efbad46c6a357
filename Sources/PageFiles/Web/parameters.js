import { controls } from "/controls.js";
import { numberIn, problem, showError, wordFor } from "/field-checks.js";
import { related, relationProblem } from "/relations.js";
import { drawRule } from "/rule-diagram.js";

/**
 * The form of the parameter screen, built from the server's list of controls. Checks each field
 * as it is left and all of them at the start, and keeps what was typed, right or wrong.
 */
export class ParameterForm {
  #rules = [];
  #wantedRule = "";

  constructor(form) {
    this.form = form;
    this.base = {}; // the study's point the values come from, as it is sent
    document.getElementById("form-error").before(...sections());
    this.diagram = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.diagram.setAttribute("viewBox", "-60 -60 120 120");
    this.diagram.setAttribute("aria-hidden", "true"); // the note says it in words
    this.diagram.classList.add("diagram");
    document.getElementById("rule-note").before(this.diagram);
    let isPressed = false;
    for (const type of ["pointerdown", "pointerup", "pointercancel"]) {
      document.addEventListener(type, () => { isPressed = type === "pointerdown"; }, true);
    }
    form.addEventListener("change", (event) => {
      const { name, tagName } = event.target;
      // A field may be left by pressing a button: a message that appears now would move the
      // button away from under the pointer, and the click would be lost.
      if (isPressed && tagName === "INPUT") {
        document.addEventListener("pointerup", () => setTimeout(() => this.#left(name)), { once: true });
      } else {
        this.#left(name);
      }
    });
    form.addEventListener("input", (event) => {
      if (this.#hasError(event.target.name)) this.#check(event.target.name);
    });
  }

  /** A field was left with a new value. */
  #left(name) {
    this.#showAsRead(name);
    if (["rule", "neighborhood", "infection_factor"].includes(name)) this.#explainRule();
    if (related.includes(name)) {
      for (const other of related) if (this.#hasError(other)) this.#check(other);
    }
  }

  /** A number is shown as it was read, so that nobody has to guess what "1.000" means here. */
  #showAsRead(name) {
    const control = controls.find((one) => one.name === name);
    if (!this.#check(name) || !["whole", "real"].includes(control?.kind)) return;
    const field = this.form.elements[name];
    if (wordFor(control, field.value) === null) field.value = numberIn(control, field.value);
  }

  /** The rules there are: the built-in ones and the study's. */
  offer(rules) {
    this.#rules = rules;
    const select = this.form.elements.rule;
    const wanted = select.value || this.#wantedRule;
    select.replaceChildren(...rules.map(({ name, title }) => new Option(`${title} (${name})`, name)));
    select.value = rules.some(({ name }) => name === wanted) ? wanted : firstText.rule;
    this.#explainRule();
    this.#openWhereNeeded();
  }

  /** Says and draws what a source does by the chosen rule. */
  #explainRule() {
    const { rule: { value: chosen }, neighborhood, infection_factor: most } = this.form.elements;
    const rule = this.#rules.find(({ name }) => name === chosen);
    if (!rule) return;
    document.getElementById("rule-note").textContent =
      `${rule.explanation} Solid lines: contacts that are always made; dashed lines: possible contacts.`;
    const number = Number.parseInt(numberIn(controls.find(({ name }) => name === "infection_factor"), most.value), 10);
    drawRule(this.diagram, { ...rule, neighborhood: neighborhood.value || rule.neighborhood },
      Number.isNaN(number) ? 3 : number);
  }

  /** The texts as typed, to be remembered, and the scenario of the gallery that they belong to. */
  get texts() {
    const typed = Object.fromEntries(controls.map(({ name }) => [name, this.form.elements[name].value]));
    return this.base.gallery ? { ...typed, gallery: this.base.gallery, point: String(this.base.point) } : typed;
  }

  set texts(texts) {
    if (texts?.gallery) this.base = { gallery: texts.gallery, point: Number(texts.point) };
    this.#wantedRule = texts?.rule ?? "";
    for (const { name } of controls) {
      const element = this.form.elements[name];
      const before = element.value;
      if (typeof texts?.[name] === "string") element.value = texts[name];
      // What is not offered cannot be chosen.
      if (element.selectedIndex === -1) element.value = before;
      this.#setError(name, "");
    }
    this.#explainRule();
    this.#openWhereNeeded();
  }

  /** Folds out what holds something else than at first. */
  #openWhereNeeded() {
    for (const { name, group, first } of controls) {
      const field = this.form.elements[name];
      const isKnown = field.options?.length !== 0; // rules are offered later
      if (group && isKnown && field.value !== first) field.closest("details").open = true;
    }
  }

  reset() {
    this.base = {};
    this.texts = firstText;
  }

  /** What somebody has chosen stays, but for the rows, which might not fit another number of people. */
  fillAtRandom() {
    const { texts } = this;
    this.base = {};
    this.texts = Object.fromEntries(controls.map(({ name, first, random }) => [
      name, random ? drawn(random) : ROWS.includes(name) ? first : texts[name],
    ]));
  }

  /** Fills in the parameters of a study's point, as the server sent them. */
  fillFrom(parameters, base) {
    this.texts = Object.fromEntries(controls.map((control) => [
      control.name, typed(control, parameters[control.name]),
    ]));
    this.base = base;
  }

  /** The parameters to send, or null after saying what is wrong with which field. */
  read() {
    const wrong = controls.filter(({ name }) => !this.#check(name));
    if (wrong.length > 0) {
      this.form.elements[wrong[0].name].focus();
      return null;
    }
    const texts = this.texts;
    const parameters = { ...this.base };
    for (const control of controls) {
      if (control.empty && texts[control.name].trim() === "") continue;
      parameters[control.name] = valueOf(control, texts[control.name]);
    }
    return parameters;
  }

  /** Shows mistakes the server found; returns whether one of them has its field here. */
  showMistakes(mistakes) {
    const own = mistakes.filter(({ field }) => field in firstText);
    for (const { field, message } of own) this.#setError(field, message);
    if (own.length > 0) this.form.elements[own[0].field].focus();
    return own.length > 0;
  }

  #check(name) {
    const control = controls.find((one) => one.name === name);
    if (!control) return true;
    const error = problem(control, this.form.elements[name].value) || relationProblem(name, this.texts);
    this.#setError(name, error);
    return error === "";
  }

  #hasError(name) {
    return this.form.elements[name]?.getAttribute("aria-invalid") === "true";
  }

  #setError(name, message) {
    const field = this.form.elements[name];
    // What is folded away cannot be read, and cannot have the focus.
    if (message !== "" && field.closest("details")) field.closest("details").open = true;
    showError(field, document.getElementById(`${name}-error`), message);
  }
}

const ROWS = ["columns", "boundary"];

/** A seed for a run for which nobody has typed one. */
export const newSeed = () => Math.floor(Math.random() * 1_000_000);

const firstText = Object.fromEntries(controls.map(({ name, first }) => [name, first]));

/** The fields, in the order of the list; those of groups folded away under the groups' headings. */
function sections() {
  const shown = controls.filter(({ group }) => !group).map(fieldOf);
  const fields = make("div", { className: "fields" });
  let heading = "";
  for (const control of controls.filter(({ group }) => group)) {
    if (control.group !== heading) {
      heading = control.group;
      fields.append(make("h2", { className: "wide", textContent: heading }));
    }
    fields.append(fieldOf(control));
  }
  const details = make("details", { className: "more" });
  details.append(make("summary", { textContent: "More" }), fields);
  return [...shown, details];
}

/** A control with its label, its note and a place for its error. */
function fieldOf({ name, label, note, kind, words, empty }) {
  const isChoice = kind === "choice" || kind === "name";
  const element = make(isChoice ? "select" : "input", { id: name, name });
  if (isChoice) {
    if (empty) element.append(new Option(empty, ""));
    element.append(...words.map((word) => new Option(word, word)));
  } else {
    element.autocomplete = "off";
    if (empty) element.placeholder = empty;
    if (words.length === 0) element.inputMode = kind === "whole" ? "numeric" : "decimal";
  }
  element.setAttribute("aria-describedby", `${name}-note ${name}-error`);
  const field = make("div", { className: kind === "name" ? "field wide explained" : "field" });
  field.append(
    make("label", { htmlFor: name, textContent: label }), element,
    make("p", { id: `${name}-note`, className: "note", textContent: note }),
    make("p", { id: `${name}-error`, className: "error", hidden: true }),
  );
  return field;
}

const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

/** A text that "Fill at random" writes. */
function drawn({ low, high, digits, byRatio }) {
  const share = Math.random();
  const number = byRatio ? low * (high / low) ** share : low + share * (high - low);
  return String(Number(number.toFixed(digits)));
}

/** What is sent for a text that was found right. */
export function valueOf(control, text) {
  if (control.kind === "choice" || control.kind === "name") return text;
  return wordFor(control, text) ?? Number(numberIn(control, text)) / control.divisor;
}

/** How a value is typed. */
export function typed(control, sent) {
  if (sent === undefined) return control.first;
  return typeof sent === "number" ? String(Number((sent * control.divisor).toPrecision(15))) : sent;
}
