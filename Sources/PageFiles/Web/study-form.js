import { numberIn, problem, showError, wholeField } from "/field-checks.js";
import { $ } from "/page.js";

const FIELDS = ["point", "replicate"];

/** A field in which a level of a factor is picked. */
function fieldOf(name, place, levels) {
  const [field, label, select] = ["div", "label", "select"].map((tag) => document.createElement(tag));
  field.className = "field";
  label.htmlFor = select.id = `factor-${place}`;
  label.textContent = name[0].toUpperCase() + name.slice(1).replaceAll(/[_.]/g, " ");
  select.append(...[...new Set(levels)].map((level) => new Option(level)));
  field.append(label, select);
  return field;
}

/** The card of the study the page was opened with: take a point's parameters, watch a run. */
export class StudyForm {
  #points = 0;
  #levels = []; // of each point
  #hasOpened = false;
  #actions;

  /** `actions`: `usePoint(point)`, `watch(point, replicate)`. */
  constructor(actions) {
    this.#actions = actions;
    $("study").addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.#check()) actions.watch(...this.#numbers);
    });
    $("study").addEventListener("input", () => this.clearMistakes());
    $("point").addEventListener("input", () => this.#showLevels());
    $("factors").addEventListener("change", ({ target }) => this.#pick(this.#selects.indexOf(target)));
    $("use-point").addEventListener("click", () => {
      if (this.#check()) actions.usePoint(this.#numbers[0]);
    });
  }

  /** `study`: in the server's words; undefined without one. */
  setUp(study) {
    $("study").hidden = !study;
    if (!study) return;
    this.#points = study.points;
    $("study-title").textContent = `Study ${study.name}`;
    this.#levels = study.levels ?? [];
    $("factors").replaceChildren(...(study.factors ?? []).map((name, place) =>
      fieldOf(name, place, this.#levels.map((levels) => levels[place]))));
    $("factors").hidden = this.#selects.length === 0;
    $("point-note").textContent = `0 to ${study.points - 1}`;
    $("replicate-field").hidden = !study.results;
    $("watch").hidden = !study.results;
    if ($("point").value === "") $("point").value = "0";
    this.#showLevels();
  }

  get #fields() {
    return [wholeField("The point", 0, this.#points - 1, "0"), wholeField("The replicate", 0, 1e9, "0")];
  }

  /** What is typed into both. */
  get #numbers() { return this.#fields.map((field, place) => Number(numberIn(field, $(FIELDS[place]).value))); }

  get #selects() { return [...$("factors").querySelectorAll("select")]; }

  /** Shows the levels of the point that is typed. */
  #showLevels() {
    const levels = this.#levels[this.#numbers[0]];
    if (levels) this.#selects.forEach((select, place) => { select.value = levels[place]; });
  }

  /** Takes the point with the picked levels; where there is none, one with the level picked last and most of the others. */
  #pick(last) {
    const wanted = this.#selects.map(({ value }) => value);
    const shared = this.#levels.map((levels) => (levels[last] === wanted[last]
      ? levels.filter((level, place) => level === wanted[place]).length : 0));
    $("point").value = String(shared.indexOf(Math.max(...shared)));
    this.#showLevels();
  }

  /** Opens, once, what the command line asked for: a stored run, or a point's parameters. */
  openAsked({ open_point: point, open_replicate: replicate }) {
    if (this.#hasOpened) return;
    this.#hasOpened = true;
    $("point").value = String(point);
    this.#showLevels();
    if (replicate === undefined) {
      this.#actions.usePoint(point);
    } else {
      $("replicate").value = String(replicate);
      this.#actions.watch(point, replicate);
    }
  }

  /** `point`: null where the parameters are no point's any more. */
  describe(point) {
    $("study-note").textContent = point === null ? "" : `Point ${point.number}: ${point.label}. Its initially `
      + "infected people are kept.";
  }

  /** Shows mistakes the server found; returns whether one of them has its field here. */
  showMistakes(mistakes) {
    const own = mistakes.filter(({ field }) => FIELDS.includes(field));
    for (const { field, message } of own) showError($(field), $(`${field}-error`), message);
    if (own.length > 0) $(own[0].field).focus();
    return own.length > 0;
  }

  clearMistakes() {
    for (const field of FIELDS) showError($(field), $(`${field}-error`), "");
  }

  #check() {
    const [pointField, replicateField] = this.#fields;
    const point = problem(pointField, $("point").value);
    showError($("point"), $("point-error"), point);
    const replicate = $("replicate-field").hidden
      ? "" : problem(replicateField, $("replicate").value);
    showError($("replicate"), $("replicate-error"), replicate);
    if (point) $("point").focus();
    else if (replicate) $("replicate").focus();
    return point === "" && replicate === "";
  }
}
