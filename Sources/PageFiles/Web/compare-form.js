import { controls } from "/controls.js";
import { problem, showError } from "/field-checks.js";
import { $ } from "/page.js";
import { typed, valueOf } from "/parameters.js";
import { relationProblem } from "/relations.js";

// What says who the people are, and when a step is due, is the same in both groups.
const SHARED = ["group_size", "columns", "seed", "period"];
const SCENARIO = "scenario"; // what the groups of a scenario differ in that is no parameter
const choices = controls.filter(({ name }) => !SHARED.includes(name));

/** Where the one thing is chosen in which a second group differs. */
export class CompareForm {
  #other = null; // what names the second group of such a scenario

  /** `form`: that of the first group's parameters. */
  constructor(form) {
    this.form = form;
    $("compare-what").append(
      new Option("nothing: one group only", ""),
      ...choices.map(({ name, label }) => new Option(label, name)));
    $("compare-what").addEventListener("change", () => this.#showField());
    this.#showField();
  }

  get #control() { return choices.find(({ name }) => name === $("compare-what").value); }
  get #field() { return $("compare-value"); }

  /** What is chosen, as it goes into a link. */
  get texts() {
    return this.#control ? { compare: this.#control.name, compare_value: this.#field.value } : {};
  }

  set texts({ compare = "", compare_value: value = "" }) {
    $("compare-what").value = choices.some(({ name }) => name === compare) ? compare : "";
    $("compare").open = $("compare-what").value !== "";
    this.#showField();
    if (this.#control) this.#field.value = value;
  }

  /** Takes over in which parameter of the form a second group differs, if there is one. */
  fillFrom(first, second) {
    const control = second && choices.find(({ name }) => first[name] !== second[name]);
    this.offerScenario(second && !control ? { gallery: second.gallery, point: second.point } : null);
    this.texts = control ? { compare: control.name, compare_value: typed(control, second[control.name]) } : {};
    if (!this.#other) return;
    $("compare-what").value = SCENARIO;
    $("compare").open = true;
  }

  /** Offers the second group of a scenario whose groups differ in no parameter, or none. */
  offerScenario(other) {
    this.#other = other;
    $("compare-what").querySelector(`[value=${SCENARIO}]`)?.remove();
    if (other) $("compare-what").append(new Option("what the scenario says", SCENARIO));
  }

  /** A field as the first group's, with its value. */
  #showField() {
    const control = this.#control;
    $("compare-field").hidden = !control;
    this.showError("");
    if (!control) return;
    const source = this.form.elements[control.name];
    const field = source.cloneNode(true);
    field.value = source.value;
    field.id = "compare-value";
    field.removeAttribute("name");
    field.setAttribute("form", this.form.id);
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-describedby", "compare-error");
    this.#field.replaceWith(field);
    $("compare-label").textContent = `${control.label} of the second group`;
  }

  /** The second group's parameters; undefined for none, null after saying what is wrong. */
  read(parameters, texts) {
    if ($("compare-what").value === SCENARIO) return { ...parameters, ...this.#other };
    const control = this.#control;
    if (!control) return undefined;
    const { name } = control;
    const text = this.#field.value;
    const { [name]: first, ...others } = parameters;
    const given = control.empty && text.trim() === "" ? undefined : valueOf(control, text);
    const error = problem(control, text) || relationProblem(name, { ...texts, [name]: text })
      || (given === first ? `${control.label}: choose another value than in the first group.` : "");
    this.showError(error);
    if (error) {
      $("compare").open = true;
      this.#field.focus();
      return null;
    }
    return given === undefined ? others : { ...others, [name]: given };
  }

  showError(text) { showError(this.#field, $("compare-error"), text); }
}
