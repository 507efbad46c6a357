import { Connection } from "/connection.js";
import { controls } from "/controls.js";
import { groupInWords, percent } from "/counts.js";
import { GridView } from "/grid-view.js";
import { PlayedRun } from "/played-run.js";
import { readFrame } from "/protocol.js";

const $ = (id) => document.getElementById(id);
const WIDTH = 300;
const HEIGHT = 120;
const POINTS = 600; // more would not be seen

/**
 * The second group of a comparison. It has a connection of its own, by which it only looks: the first
 * group's leads both, and the server hands every tap to both.
 */
export class Comparison {
  #connection = null;
  #first = null;
  #run = null;
  #view;
  #viewport;
  #seen = "";
  #drawn = "";
  #stepSaid = 0; // the step whose counts were said last
  #owed = [];
  #actions;

  /** `actions`: `token`, `ask()` for a painting, `say(text)`, `lost(text)`, `saved(name, text)`. */
  constructor(viewport, actions) {
    this.#viewport = viewport;
    this.#actions = actions;
    this.#view = new GridView($("grid-second"), viewport);
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
      matchMedia(query).addEventListener("change", () => this.#view.readColors());
    }
  }

  get group() { return this.#run?.group ?? null; }

  /** Shows a run's second group, if it has one. */
  show(run) {
    const isNew = run?.twin !== this.#first?.twin;
    if (run !== this.#first) this.#drawn = "";
    this.#first = run;
    const twin = run?.twin ?? null;
    $("stage").toggleAttribute("data-compared", twin !== null);
    for (const id of ["grid-second", "caption-first", "caption-second", "comparison"]) $(id).hidden = twin === null;
    $("curve-figure").hidden = twin !== null;
    if (!isNew) return;
    this.#connection?.close();
    this.#connection = null;
    this.#run = null;
    if (twin !== null) this.#open(twin);
  }

  save() {
    if (this.#run) this.#connection?.send({ type: "save" });
  }

  #open(name) {
    const connection = new Connection(this.#actions.token, {
      text: (message) => connection === this.#connection && this.#take(message),
      frame: (data) => connection === this.#connection && this.#takeFrame(readFrame(data)),
      state: (state) => {
        if (state !== "open") return;
        const place = this.#run?.place ?? { run: null, position: 0, step: 0 };
        connection.send({ type: "hello", session: name, ...place });
      },
    });
    this.#connection = connection;
    connection.open();
  }

  #take(message) {
    if (message.type === "welcome" && !message.knows) {
      this.#actions.lost("The second group was lost when spreadlab live was restarted. Start the comparison anew.");
    } else if (message.type === "opened") {
      this.#run = new PlayedRun(message, { parameters: message.parameters, introduced: [] });
      this.#view.setGroup(this.#run.group);
      const [first, second] = this.#settings;
      this.#stepSaid = 0;
      this.#actions.say(`${groupInWords(this.#first.group)} A second group beside it: ${second}. The first: ${first}.`);
    } else if (message.type === "status" && message.run === this.#run?.number) {
      this.#run.takeStatus(message);
    } else if (message.type === "conditions" && message.run === this.#run?.number) {
      this.#run.takeConditions(message);
    } else if (message.type === "saved") {
      this.#actions.saved(`${message.name}-second.json`, message.text);
    }
    this.#actions.ask();
  }

  #takeFrame(frame) {
    if (frame.run !== this.#run?.number) return;
    this.#run.take(frame);
    if (frame.kind !== "tapped") this.#owed.push({ type: "shown", run: frame.run, step: this.#run.group.step });
    this.#actions.ask();
  }

  /** Paints what there is; returns when somebody looks different next. `now`: milliseconds; `isRough`: as GridView has it. */
  paint(now, isRough) {
    if (!this.#run) return Infinity;
    const { x, y, scale, width, height } = this.#viewport;
    const seen = [x, y, scale, width, height].join(" ");
    if (seen !== this.#seen) this.#view.needsAll = true;
    this.#seen = seen;
    this.#view.resize(isRough);
    this.#view.paint(now);
    this.#showCurves();
    for (const message of this.#owed.splice(0)) this.#connection.send(message);
    return this.#view.glow.coolsAt;
  }

  /** What differs, in words for each group. */
  get #settings() { return settingsInWords(this.#first.recipe.parameters, this.#run.recipe.parameters); }

  #showCurves() {
    const groups = [this.#first.group, this.#run.group];
    const counts = groups.map(({ count }) => count);
    // Both have the same clock; one of the two may be heard of first.
    const last = Math.min(...groups.map(({ ends }) => ends.length)) - 1;
    if (last < 0) return;
    const key = [counts, last, groups.map(({ ends }) => ends[last])].join(" ");
    if (key === this.#drawn) return;
    this.#drawn = key;
    const { size } = groups[0];
    const [first, second] = groups.map(({ ends }) => ends.slice(0, last + 1));
    const difference = second.map((count, step) => count - first[step]);
    const most = difference.reduce((high, value) => Math.max(high, Math.abs(value)), 1);
    const draw = (id, values, y) => $(id).setAttribute("d", path(values, last, y));
    draw("comparison-first", first, (value) => HEIGHT - (value / size) * (HEIGHT - 2));
    draw("comparison-second", second, (value) => HEIGHT - (value / size) * (HEIGHT - 2));
    draw("comparison-difference", difference, (value) => (HEIGHT / 4) * (1 - value / most));
    $("comparison-high").textContent = size.toLocaleString("en");
    $("difference-high").textContent = `+${most.toLocaleString("en")}`;
    $("difference-low").textContent = `-${most.toLocaleString("en")}`;
    $("comparison-last").textContent = `step ${last.toLocaleString("en")}`;
    const words = [first, second].map((ends) => `${ends[last].toLocaleString("en")} (${percent(ends[last], size)})`);
    $("comparison-words").textContent = `Step ${last.toLocaleString("en")}: ${words[0]} infected in the first group, ${words[1]} in the second; difference ${difference[last].toLocaleString("en")}.`;
    const ending = this.#first.isOver && this.#run.isOver ? "Both groups have come to their end. " : "";
    if (last !== this.#stepSaid && last > 0) this.#actions.say(`${ending}${$("comparison-words").textContent}`);
    this.#stepSaid = last;
    const settings = this.#settings;
    ["first", "second"].forEach((name, place) => {
      $(`caption-${name}`).textContent = `${counts[place].toLocaleString("en")} infected: ${settings[place]}`;
      $(`legend-${name}`).textContent = settings[place];
    });
  }
}

/** What differs between two groups, in words for each. */
function settingsInWords(first, second) {
  const control = controls.find(({ name }) => first[name] !== second[name]);
  if (!control) return ["First", "Second"];
  return [first, second].map(({ [control.name]: value }) => {
    const typed = typeof value === "number" ? Number((value * control.divisor).toPrecision(6)) : value ?? control.empty;
    const unit = control.divisor === 100 ? " %" : "";
    return `${control.label.replace(", %", "")} ${typed}${unit}`;
  });
}

function path(values, last, y) {
  const stride = Math.ceil(values.length / POINTS);
  const points = values.map((value, step) => [step, value])
    .filter(([step]) => step % stride === 0 || step === values.length - 1);
  return points.map(([step, value], index) =>
    `${index === 0 ? "M" : "L"}${((step / Math.max(1, last)) * WIDTH).toFixed(2)} ${y(value).toFixed(2)}`).join("");
}
