import { Comparison } from "/comparison.js";
import { numberIn, problem, showError, wholeField } from "/field-checks.js";
import { listenForGestures } from "/gestures.js";
import { InterventionForm } from "/interventions.js";
import { download, pictureOf } from "/download.js";
import { listenForKeys } from "/keyboard.js";
import { Pace } from "/pace.js";
import { $, numbered } from "/page.js";
import { paintChosen, paintStroke, showPaintTool } from "/paint.js";
import { Painter } from "/painter.js";
import { countsInWords, placeInWords, runInWords, sampleInWords } from "/counts.js";
import { HINT } from "/reducer.js";
import { settings } from "/session-store.js";
import { scenarioOf, titleOf } from "/setup-screen.js";
import { wordOf } from "/states.js";
import { personForTap, Viewport } from "/viewport.js";

const PANELS = [
  "live-controls", "again", "interventions", "random-form", "save", "watch-controls", "ensemble-panel",
];

const TOOLS = ["infect", "move", "paint"];

/** The screen on which a run is seen and led, of whichever kind it is. */
export class RunScreen {
  viewport = new Viewport();
  #run = null;
  #painter;
  #pace;
  #comparison;
  #tool = "infect";
  #interventions = new InterventionForm((values) => this.#command("intervene", values));
  #gestures = 0;
  #actions;

  /** `actions`: `send(message)`, `isOpen()`, `say(text)`, `notice`, `help()`, `present()`, `singleKeys()`. */
  constructor(actions) {
    this.#actions = actions;
    const canvas = $("grid");
    this.#painter = new Painter(canvas, this.viewport, {
      send: actions.send,
      say: actions.say,
      moved: () => this.refresh(),
      ended: (run) => {
        this.refresh();
        actions.say(runInWords(run));
      },
      goTo: (step) => this.#command("goTo", step),
      painted: (now, isRough) => this.#comparison.paint(now, isRough),
    });
    this.#comparison = new Comparison(this.viewport, actions.say);
    this.#pace = new Pace((period) => this.#command("setPeriod", period));
    this.#listenForPeople(canvas);
    this.#listenForControls(canvas);
  }

  /** Turns to a run, or to none: then the screen is hidden. */
  show(run) {
    this.#run = run;
    $("simulation").hidden = run === null;
    if (run) {
      for (const id of PANELS) $(id).hidden = !run.panels.includes(id);
      this.#pace.set(run.period);
      const scenario = scenarioOf(run.recipe?.parameters ?? {});
      $("scenario").hidden = !scenario;
      $("scenario-title").textContent = scenario ? titleOf(scenario) : "";
      $("scenario-text").textContent = scenario?.text ?? "";
    }
    this.#take(run?.takesTaps === false ? "move" : this.#tool === "move" ? "infect" : this.#tool);
    this.#painter.show(run);
    this.refresh();
    // What had the focus is hidden now, or will be.
    const focused = document.activeElement;
    const isLost = focused === document.body || $("setup").contains(focused);
    if (run && isLost) $("grid").focus({ preventScroll: true });
  }

  acknowledge(message) { this.#painter.acknowledge(message); }

  /** Shows what the run and the connection are like now. */
  refresh() {
    const run = this.#run;
    this.#comparison.show(run);
    if (!run) return;
    const controls = Object.entries(run.controls(this.#actions.isOpen()));
    for (const [id, { text, disabled, hidden, min, max, value, valueText }] of controls) {
      const element = $(id);
      if (hidden !== undefined) element.hidden = hidden;
      if (text !== undefined && element.textContent !== text) element.textContent = text;
      if (disabled !== undefined) element.disabled = disabled;
      if (min !== undefined) element.min = String(min);
      if (max !== undefined) element.max = String(max);
      if (value !== undefined) element.value = String(value);
      if (valueText !== undefined) element.setAttribute("aria-valuetext", valueText);
    }
    $("state-word").textContent = run.word;
    const sample = sampleInWords(run.group);
    $("sample").hidden = sample === "";
    $("sample").textContent = `${numbered(run.group.size)} people${sample}`;
    $("step-of").textContent = run.marksStep ? `of ${numbered(run.lastStep)}` : "";
    // Who looks at a stored run can do nothing to its people: a drag moves them.
    $("tool-infect").hidden = !run.takesTaps;
    if (run.conditions) this.#interventions.show(run.conditions, run.recipe.parameters);
    if (showPaintTool(run.canPaint === true) && this.#tool === "paint") this.#take("infect");
    if (run.group.count > 0) this.#actions.notice.take(HINT);
    this.#painter.ask();
  }

  /** Tells the server whether there are to be runs behind the curve. */
  tellEnsemble() { this.#command("wantEnsemble", $("ensemble").checked); }

  /** Does something with the run, if it is of a kind with which that can be done. */
  #command(name, ...given) {
    const run = this.#run;
    const isSaid = name === "togglePlay" && run?.controls(this.#actions.isOpen()).play?.disabled !== true;
    const word = run?.isPlaying ? "Paused" : "Playing";
    const messages = run?.[name]?.(...given) ?? [];
    if (isSaid) this.#actions.say(`${word}. ${countsInWords(run.group, run.step)}`);
    for (const message of messages) this.#actions.send(message);
    // It would play at once.
    if (["reset", "anew"].includes(name) && this.#tool === "paint") this.#actions.send({ type: "pause" });
    this.refresh();
  }

  // MARK: Infecting

  get #canInfect() { return this.#run !== null && this.#actions.isOpen() && this.#run.canInfect; }

  #infect(people, number) {
    if (!this.#canInfect) return;
    this.#command("infect", people, number);
    this.#painter.tapped(window.event?.timeStamp ?? performance.now());
  }

  #nextGesture() {
    this.#gestures += 1;
    return this.#gestures;
  }

  #infectChosen(person) {
    if (!this.#canInfect) return;
    const { group } = this.#run;
    if (!group.isHealthy(person)) {
      this.#actions.say(`${placeInWords(group, person)} is ${wordOf(group, person)} already.`);
      return;
    }
    this.#infect([person], this.#nextGesture());
    this.#actions.say(
      `${placeInWords(group, person)} infected. ${countsInWords(group, this.#run.step)}`);
  }

  // MARK: Before the first step

  get #canPaint() { return this.#run !== null && this.#actions.isOpen() && this.#run.canPaint === true; }

  /** Paint belongs to a run that has not begun: it does not begin while somebody paints. */
  #holdTime() {
    if (this.#run?.isPlaying) this.#command("togglePlay");
  }

  #paint = (people, immune, number) => {
    if (this.#canPaint) this.#command("paint", people, immune, number);
  };

  #take(tool) {
    this.#tool = tool;
    for (const id of ["grid", "grid-second"]) $(id).dataset.tool = tool;
    for (const name of TOOLS) $(`tool-${name}`).setAttribute("aria-pressed", String(tool === name));
    if (tool === "paint") this.#holdTime();
    this.#painter.ask();
  }

  /** What a pointer does that comes down on the group: see gestures.js. */
  #stroke(at, group) {
    if (!group) return null;
    if (this.#tool === "paint") {
      return this.#canPaint ? paintStroke(group, this.viewport, at, this.#paint, this.#nextGesture()) : null;
    }
    if (this.#tool === "move" || !this.#canInfect) return null;
    const number = this.#nextGesture();
    return {
      personAt: (x, y) => personForTap(group, this.viewport, x, y),
      takes: (person) => group.isHealthy(person),
      apply: (people) => this.#infect(people, number),
    };
  }

  #choose(person) {
    if (this.#tool !== "paint") this.#infectChosen(person);
    else if (this.#canPaint) this.#actions.say(paintChosen(this.#run.group, person, this.#paint, this.#nextGesture()));
  }

  #describe(person) {
    const { group } = this.#run;
    this.#actions.say(`${placeInWords(group, person)}, ${wordOf(group, person)}`);
  }

  // MARK: Looking around

  #zoom(factor) {
    this.viewport.zoomAt(this.viewport.width / 2, this.viewport.height / 2, factor);
    this.#painter.move();
  }

  #fit() {
    this.viewport.fit();
    this.#painter.move();
  }

  // MARK: Events

  #listenForPeople(canvas) {
    const shared = {
      group: () => this.#run?.group ?? null,
      moved: () => this.#painter.move(),
    };
    listenForGestures(canvas, this.viewport, {
      ...shared,
      begin: (at) => this.#stroke(at, this.#run?.group ?? null),
    });
    // A tap on either grid is one on both.
    listenForGestures($("grid-second"), this.viewport, {
      ...shared,
      group: () => this.#run?.second?.group ?? null,
      begin: (at) => this.#stroke(at, this.#run?.second?.group ?? null),
    });
    listenForKeys(canvas, {
      ...shared,
      view: this.#painter.view,
      viewport: this.viewport,
      isShown: () => this.#run !== null,
      singleKeysEverywhere: this.#actions.singleKeys,
      choose: (person) => this.#choose(person),
      undo: () => this.#command("undo"),
      zoom: (factor) => this.#zoom(factor),
      fit: () => this.#fit(),
      togglePlay: () => this.#command("togglePlay"),
      step: () => this.#command("stepBy", 1),
      stepBack: () => this.#command("stepBy", -1),
      help: this.#actions.help,
      present: this.#actions.present,
      describe: (person) => this.#describe(person),
    });
  }

  #listenForControls(canvas) {
    for (const button of document.querySelectorAll("[data-command]")) {
      const { command, value } = button.dataset;
      const number = Number(value);
      button.addEventListener("click", () => this.#command(command, Number.isNaN(number) ? value : number));
    }
    $("ensemble").checked = settings.read().ensemble ?? true;
    $("ensemble").addEventListener("change", () => {
      settings.write({ ...settings.read(), ensemble: $("ensemble").checked });
      this.tellEnsemble();
    });
    $("scrub").addEventListener("input", () => this.#command("goTo", Number($("scrub").value)));
    $("zoom-in").addEventListener("click", () => this.#zoom(1.5));
    $("zoom-out").addEventListener("click", () => this.#zoom(1 / 1.5));
    $("zoom-fit").addEventListener("click", () => this.#fit());
    $("save-picture").addEventListener("click", async () => {
      const { group, step } = this.#run;
      download(`spreadlab-step-${step}.png`, await pictureOf(group));
    });
    for (const name of TOOLS) $(`tool-${name}`).addEventListener("click", () => this.#take(name));
    $("random-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $("random-count").value;
      const most = this.#run?.group.size ?? 1;
      const field = wholeField("The number of people", 1, most, "1");
      const mistake = problem(field, text);
      showError($("random-count"), $("random-error"), mistake);
      if (mistake) return;
      this.#command("infectAtRandom", Number(numberIn(field, text)), this.#nextGesture());
    });
  }
}
