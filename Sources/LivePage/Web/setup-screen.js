import { CompareForm } from "/compare-form.js";
import { $ } from "/page.js";
import { ParameterForm } from "/parameters.js";
import { lastParameters } from "/session-store.js";
import { StudyForm } from "/study-form.js";

/** The screen on which a run is set up, or a stored one is chosen. */
export class SetupScreen {
  #form;
  #study;
  #compare;
  #blocked = ""; // why nothing can be started

  /** `actions`: `send(message)`, returning whether it could be sent, and `say(text)`. */
  constructor({ send, say }) {
    this.#form = new ParameterForm($("form"));
    this.#study = new StudyForm({
      usePoint: (number) => send({ type: "point", number }),
      watch: (point, replicate) => send({ type: "watch", point, replicate }),
    });
    this.#form.reset();
    this.#form.texts = lastParameters.read();
    this.#compare = new CompareForm($("form"));
    const remember = () => lastParameters.write(this.#form.texts);
    $("form").addEventListener("change", remember);
    $("form").addEventListener("input", () => this.showError(""));
    // What was said of the values before does not hold for others.
    $("form").addEventListener("change", () => this.#say(""));
    for (const [id, act] of [["fill", "fillAtRandom"], ["defaults", "reset"]]) {
      $(id).addEventListener("click", () => {
        this.#form[act]();
        this.#study.describe(null);
        this.#say("");
      });
    }
    $("copy-link").addEventListener("click", () => this.#copyLink());
    $("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.showError("");
      const parameters = this.#form.read();
      if (!parameters) return say("Some values are not valid. The first one is selected.");
      const compared = this.#compare.read(parameters, this.#form.texts);
      if (compared === null) return say("The second group's value is not valid. It is selected.");
      remember();
      if (!send({ type: "start", parameters, compared })) {
        this.showError(this.#blocked || "There is no connection to spreadlab right now. Trying again; the parameters are kept.");
      }
    });
  }

  /** `hasRun`: whether there is a run to go back to. */
  show({ hasRun }) {
    $("setup").hidden = false;
    $("continue").hidden = !hasRun;
    $(hasRun ? "continue" : "start").focus({ preventScroll: true });
  }

  hide() {
    $("setup").hidden = true;
    // What was wrong before is not wrong for ever.
    this.showError("");
    this.#say("");
    this.#study.clearMistakes();
  }

  /** What the server has to offer; `study` is undefined without one. */
  offer(rules, study) {
    this.#form.offer(rules);
    this.#study.setUp(study);
  }

  openAsked(study) { this.#study.openAsked(study); }

  fill(point) {
    this.#form.fillFrom(point.parameters, point.number);
    this.#study.describe(point);
  }

  /** Shows mistakes beside their fields, and the message below where none has one. */
  showMistakes(message, mistakes) {
    const isInForm = this.#form.showMistakes(mistakes);
    const isInStudy = this.#study.showMistakes(mistakes);
    this.showError(isInForm || isInStudy ? "" : message);
  }

  /** Fills in the parameters of a link; those it leaves out are as at first. */
  take(texts) {
    this.#form.reset();
    this.#form.texts = texts;
    lastParameters.write(this.#form.texts);
    this.#compare.texts = texts;
    this.#say("The parameters from the link are filled in.");
  }

  /** A link to these parameters, right or wrong, and to nothing else: it has no token. */
  async #copyLink() {
    const link = `${location.origin}/#${new URLSearchParams({ ...this.#form.texts, ...this.#compare.texts })}`;
    try {
      await navigator.clipboard.writeText(link);
      this.#say("Link copied. It works in this browser while a page of spreadlab live is open in it; others paste it into their own page's tab.");
    } catch {
      this.#say(`Copy this link: ${link}`); // the browser does not let pages copy
    }
  }

  #say(text) {
    $("form-said").textContent = text;
    $("form-said").hidden = text === "";
  }

  /** Says why nothing can be started, for as long as that is so; "" if something can. */
  block(text) {
    this.#blocked = text;
    this.showError("");
  }

  /** The seed of the run that was begun last, whoever chose it. */
  showSeed(seed) {
    this.#form.texts = { ...this.#form.texts, seed: String(seed) };
    lastParameters.write(this.#form.texts);
  }

  showError(text) {
    $("form-error").textContent = text || this.#blocked;
    $("form-error").hidden = $("form-error").textContent === "";
  }
}
