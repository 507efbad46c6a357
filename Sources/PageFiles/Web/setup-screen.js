import { CompareForm } from "/compare-form.js";
import { OpenSession } from "/open-session.js";
import { $ } from "/page.js";
import { newSeed, ParameterForm } from "/parameters.js";
import { lastParameters } from "/session-store.js";
import { StudyForm } from "/study-form.js";

/** The screen on which a run is set up, or a stored one is chosen. */
export class SetupScreen {
  #form;
  #study;
  #compare;
  #open;
  #send;
  #blocked = ""; // why nothing can be started

  /** `actions`: `send(message)`, returning whether it could be sent, and `say(text)`. */
  constructor({ send, say }) {
    this.#send = send;
    this.#open = new OpenSession(send);
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
    // What was said of the values before does not hold for others. It goes while they are typed: when a field is left
    // by pressing a button, that would move from under the pointer.
    $("form").addEventListener("input", () => {
      this.showError("");
      this.#say("");
    });
    for (const [id, act] of [["fill", "fillAtRandom"], ["defaults", "reset"]]) {
      $(id).addEventListener("click", () => {
        this.#form[act]();
        this.#sayBase();
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
      this.#start(parameters, compared);
    });
  }

  /** `hasRun`: whether there is a run to go back to. */
  show({ hasRun }) {
    $("setup").hidden = false;
    $("continue").hidden = !hasRun;
    if (hasRun) $("gallery").open = false;
    this.#sayBase();
    $(hasRun ? "continue" : "start").focus({ preventScroll: true });
  }

  hide() {
    $("setup").hidden = true;
    // What was wrong before is not wrong for ever.
    this.showError("");
    this.#open.showError("");
    this.#say("");
    this.#study.clearMistakes();
  }

  /** What the server has to offer; `study` is undefined without one. */
  offer(rules, study, gallery) {
    this.#form.offer(rules);
    this.#study.setUp(study);
    offerGallery(gallery, (scenario) => this.#begin(scenario));
    if (study) $("gallery").open = false;
    this.#sayBase();
  }

  /** Starts a scenario, with random numbers of its own; its parameters are then there to be changed. */
  #begin(scenario) {
    const [parameters, compared] = scenario.groups.map(({ seed, ...others }) => others);
    this.#form.fillFrom(parameters, { gallery: parameters.gallery, point: parameters.point });
    this.#compare.fillFrom(parameters, compared);
    this.#study.describe(null);
    this.#start(parameters, compared);
  }

  #start(parameters, compared) {
    lastParameters.write(this.#form.texts);
    const seed = parameters.seed ?? newSeed();
    const groups = [parameters, compared].map((group) => group && { ...group, seed });
    if (this.#send({ type: "start", parameters: groups[0], compared: groups[1] })) return;
    this.showError(this.#blocked || "There is no connection to spreadlab right now. Trying again; the parameters are kept.");
  }

  openAsked(study) { this.#study.openAsked(study); }

  fill(point) {
    this.#form.fillFrom(point.parameters, { point: point.number });
    this.#study.describe(point);
  }

  /** Shows mistakes beside their fields, and the message below where none has one. */
  showMistakes(message, mistakes) {
    const isInForm = this.#form.showMistakes(mistakes);
    const isInStudy = this.#study.showMistakes(mistakes);
    const isInFile = this.#open.showMistakes(mistakes);
    this.showError(isInForm || isInStudy || isInFile ? "" : message);
  }

  /** Fills in the parameters of a link; those it leaves out are as at first. */
  take(texts) {
    this.#form.reset();
    this.#form.texts = texts;
    lastParameters.write(this.#form.texts);
    this.#compare.texts = texts;
    this.#sayBase();
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

  /** Says what else than its fields belongs to the form. */
  #sayBase() {
    const scenario = scenarioOf(this.#form.base);
    $("form-base").hidden = !scenario;
    if (!scenario) return this.#compare.offerScenario(null);
    $("form-base").textContent = `The fields belong to the scenario ${titleOf(scenario)}, which may have contacts, `
      + "interventions and infected people of its own. Reset takes them away.";
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

  /** The seed of the run that was begun last, whoever chose it: typed, it repeats that run. */
  showSeed(seed) {
    $("seed-note").textContent = `The last session had the seed ${seed}. The same seed and the same taps repeat it.`;
  }

  showError(text) {
    $("form-error").textContent = text || this.#blocked;
    $("form-error").hidden = $("form-error").textContent === "";
  }
}

let scenarios = []; // in the server's words

/** The scenario from which a run with these parameters began; undefined where it began from none. */
export const scenarioOf = ({ gallery }) => scenarios.find(({ name }) => name === gallery);

export const titleOf = ({ name }) => name[0].toUpperCase() + name.slice(1).replaceAll("_", " ");

/** Offers scenarios; `begin(scenario)` when one is chosen. */
function offerGallery(offered, begin) {
  scenarios = offered;
  $("gallery-list").replaceChildren(...offered.map((scenario) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.scenario = scenario.name;
    button.setAttribute("aria-labelledby", `scenario-${scenario.name}`);
    button.setAttribute("aria-describedby", `scenario-${scenario.name}-text`);
    button.append(line("b", titleOf(scenario), ""), line("span", scenario.text, "-text"));
    button.addEventListener("click", () => begin(scenario));
    item.append(button);
    return item;

    function line(tag, text, suffix) {
      return Object.assign(document.createElement(tag), { textContent: text, id: `scenario-${scenario.name}${suffix}` });
    }
  }));
}
