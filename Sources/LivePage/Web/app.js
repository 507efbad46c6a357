import { Announcer } from "/announcer.js";
import { Connection } from "/connection.js";
import { Curve } from "/curve.js";
import { listenForGestures } from "/gestures.js";
import { GridView } from "/grid-view.js";
import { Group } from "/group.js";
import { listenForKeys } from "/keyboard.js";
import { ParameterForm, showError, wholeProblem } from "/parameters.js";
import { readFrame } from "/protocol.js";
import { lastParameters, recipe, settings, takeToken } from "/session-store.js";
import { Viewport } from "/viewport.js";

const $ = (id) => document.getElementById(id);
const token = takeToken();
const canvas = $("grid");
const viewport = new Viewport();
const view = new GridView(canvas, viewport);
const curve = new Curve($("curve"), $("curve-high"), $("curve-last"), $("curve-legend"));
const announcer = new Announcer($("announcer"));
const form = new ParameterForm($("form"));

let group = null;
let run = -1; // the number the server gave the run that is shown
let status = null; // the server's last status
let watched = null; // the stored run that is looked at
let watchedStep = 0;
let watchPlaying = false;
let watchBase = 0; // when the watched run's clock started, and from which step
let tool = "infect";
let gestureNumber = 0;
let pageIsHidden = false; // the user went back to the parameters
let toAcknowledge = null; // a frame that is applied but not painted yet
let tapTimes = []; // when taps that are not painted yet happened
let shownCounts = ""; // what the counts show now
// What is needed to repeat the session elsewhere; kept in this tab.
let session = recipe.read();

const HINT = "Tap somebody to infect them.";

// MARK: The connection

const connection = new Connection(token, {
  opened() {
    connection.send({
      type: "hello",
      session: session?.name ?? null,
      run: group && !watched ? run : null,
      position: group && !watched ? group.known : 0,
      step: group && !watched ? group.step : 0,
    });
  },
  text(message) {
    onMessage[message.type]?.(message);
    requestPaint();
  },
  frame(data) {
    onFrame(readFrame(data));
    requestPaint();
  },
  state(state, failures) {
    $("link").dataset.state = state;
    $("link").textContent = { connecting: "Connecting", open: "Connected", lost: "Connection lost" }[state];
    if (state === "lost") {
      status = null; // what comes next may be a new server that has to repeat the session first
      const advice = failures > 20
        ? " If spreadlab live was started anew, open the address it printed."
        : " Trying again.";
      notify(`No connection to spreadlab.${advice}`, true);
      announcer.say("Connection lost. Trying again.");
    } else if (state === "open") {
      notify("");
    }
    updateControls();
  },
});

const onMessage = {
  welcome(message) {
    form.setUp(message.limits, message.rules);
    setUpStudy(message.study);
    const isRestorable = session && !message.knows && !watched;
    if (isRestorable) restoreSession();
    if (message.knows && group) {
      for (const { people, number } of group.unanswered()) sendPeople(people, number);
    }
    const study = message.study;
    if (watched) {
      // Frames may have been lost: ask for the same run again.
      connection.send({ type: "watch", point: watched.point, replicate: watched.replicate });
    } else if (study?.open_point !== undefined && !session && !pageIsHidden) {
      openFromStudy(study);
    }
  },

  opened(message) {
    watched = null;
    run = message.run;
    // A restored session's introductions come again, under the same numbers.
    const introduced = isRestoring ? session.introduced : [];
    isRestoring = false;
    session = {
      name: message.session, parameters: message.parameters, introduced, step: 0, playing: false,
    };
    saveRecipe();
    status = null;
    showGroup(new Group(message.parameters.group_size, message.columns), null);
    setPaceControls(message.parameters.period);
    if (message.parameters.point === undefined) flash(HINT);
  },

  watching(message) {
    const isSame = watched?.point === message.point && watched?.replicate === message.replicate;
    watched = message;
    run = 0;
    session = null;
    saveRecipe();
    status = null;
    if (!isSame) {
      watchedStep = 0;
      watchPlaying = false;
    }
    showGroup(new Group(message.group_size, message.columns), message.band ?? null);
    $("watch-label").textContent =
      `Point ${message.point}, replicate ${message.replicate}: ${message.label}`;
    $("scrub").max = String(message.steps);
    $("watch-badge").textContent = {
      true: "Its curve equals the stored one, step by step.",
      false: "Its curve differs from the one stored in curves.csv.",
    }[message.equals_stored] ?? "The folder holds no stored curve of this run.";
    setPaceControls(message.period);
  },

  status(message) {
    if (message.run !== run) return;
    const before = status;
    status = message;
    if (session) {
      session.playing = message.playing;
      session.parameters.period = message.period;
    }
    updateControls();
    if (message.ended && !before?.ended && before) {
      announcer.say(`The run has ended. ${countsInWords()}`);
    }
  },

  taken(message) {
    group?.taken(message.number);
  },

  undone(message) {
    announcer.say(message.number === undefined
      ? "Nothing to undo: every tap is part of a step already."
      : `Undone. ${countsInWords()}`);
    if (message.number === undefined) flash("Nothing to undo: every tap is part of a step already.");
  },

  introduced(message) {
    if (message.run !== run || !session) return;
    session.introduced[message.number] = { step: message.step, people: message.people };
    saveRecipe();
  },

  point(message) {
    form.fillFrom(message.parameters, message.number);
    $("study-note").textContent = `Point ${message.number}: ${message.label}. Its people infected `
      + "at the start are kept.";
    announcer.say(`Parameters of point ${message.number} filled in.`);
  },

  saved(message) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([message.text], { type: "application/json" }));
    link.download = `${message.name}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    flash(`Saved as ${message.name}.json. Run it with: spreadlab run ${message.name}.json`);
  },

  problem(message) {
    const fields = message.mistakes ?? [];
    if (!$("setup").hidden) {
      form.showMistakes(fields);
      for (const { field, message: text } of fields) {
        if (field === "point") showError($("point"), $("point-error"), text);
      }
      const isBeside = fields.some(({ field }) => $("form").elements[field] || field === "point");
      $("form-error").textContent = isBeside ? "" : message.message;
      $("form-error").hidden = isBeside;
    } else {
      flash(message.message);
    }
    announcer.say(message.message);
  },
};

function onFrame(frame) {
  if (!group || frame.run !== run) return;
  if (frame.kind === "tapped") {
    group.applyTapped(frame);
    return;
  }
  group.applyChanges(frame, !watched);
  if (watched) group.showStep(watchedStep);
  if (session) session.step = group.step;
  toAcknowledge = { type: "shown", run, step: group.step };
  framesToAcknowledge += 1;
}
let framesToAcknowledge = 0;

let isRestoring = false;

/** Has the server repeat a session it does not know, up to the step this page has seen. */
function restoreSession() {
  const { parameters, introduced, step, playing } = session;
  isRestoring = true;
  connection.send({ type: "restore", parameters, step, playing });
  const waiting = group ? [...group.tapped, ...group.unanswered().flatMap((entry) => entry.people)] : [];
  for (const { step: at, people } of [...introduced, { step, people: waiting }]) {
    for (let start = 0; start < people.length; start += 4000) {
      connection.send({ type: "restore_taps", step: at, people: people.slice(start, start + 4000) });
    }
  }
  connection.send({ type: "restore_end" });
}

let recipeTimer = 0;
function saveRecipe() {
  clearTimeout(recipeTimer);
  recipeTimer = setTimeout(() => recipe.write(session), 300);
}
window.addEventListener("pagehide", () => recipe.write(session));

// MARK: Screens

function showGroup(next, band) {
  group = next;
  tapTimes = [];
  toAcknowledge = null;
  framesToAcknowledge = 0;
  shownCounts = "";
  $("setup").hidden = true;
  $("simulation").hidden = false;
  $("back").hidden = false;
  window.scrollTo(0, 0);
  $("live-controls").hidden = watched !== null;
  $("random-form").hidden = watched !== null;
  $("save").hidden = watched !== null;
  $("watch-controls").hidden = watched === null;
  pageIsHidden = false;
  view.resize();
  viewport.resize(canvas.clientWidth, canvas.clientHeight);
  viewport.setGrid(group.columns, group.rows);
  view.setGroup(group);
  curve.setBand(band);
  document.title = "spreadlab live";
  updateControls();
  requestPaint();
}

function showSetup() {
  if (status?.playing) connection.send({ type: "pause" });
  watchPlaying = false;
  pageIsHidden = true;
  $("simulation").hidden = true;
  $("setup").hidden = false;
  $("back").hidden = true;
  notify("");
  $("start").focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** What the command line asked to open: a stored run, or a point's parameters. */
function openFromStudy({ open_point: point, open_replicate: replicate }) {
  if (openedFromStudy) return;
  openedFromStudy = true;
  $("point").value = String(point);
  if (replicate === undefined) {
    connection.send({ type: "point", number: point });
  } else {
    $("replicate").value = String(replicate);
    connection.send({ type: "watch", point, replicate });
  }
}
let openedFromStudy = false;

function setUpStudy(study) {
  $("study").hidden = !study;
  if (!study) return;
  $("study-title").textContent = `Study ${study.name}`;
  $("point-note").textContent = `0 to ${study.points - 1}`;
  $("study").dataset.points = String(study.points);
  $("replicate-field").hidden = !study.results;
  $("watch").hidden = !study.results;
  if ($("point").value === "") $("point").value = "0";
}

// MARK: Painting

let paintRequested = false;
function requestPaint() {
  if (paintRequested) return;
  paintRequested = true;
  requestAnimationFrame(paint);
  // Frames are not given to pages in the background; the server must not wait for them.
  if (document.hidden) setTimeout(paint, 100);
}

function paint() {
  if (!paintRequested) return;
  paintRequested = false;
  if (!group || $("simulation").hidden) return acknowledge();
  if (watched && watchPlaying) moveWatched();
  view.paint();
  updateCounts();
  curve.draw(group, watched ? watchedStep : group.step, watched !== null);
  for (const time of tapTimes) performance.measure("tap-to-paint", { start: time, end: performance.now() });
  tapTimes = [];
  acknowledge();
  if (watched && watchPlaying) requestPaint();
}

function acknowledge() {
  if (!toAcknowledge) return;
  for (; framesToAcknowledge > 0; framesToAcknowledge -= 1) connection.send(toAcknowledge);
  toAcknowledge = null;
}

function percent(part, whole) {
  const share = (100 * part) / whole;
  // Neither 0 nor 100 unless it is so.
  const text = share.toFixed(1);
  if (text === "100.0" && part < whole) return "99.9 %";
  if (text === "0.0" && part > 0) return "0.1 %";
  return `${text.replace(/\.0$/, "")} %`;
}

function updateCounts() {
  const step = watched ? watchedStep : group.step;
  const key = `${group.count} ${step}`;
  if (key === shownCounts) return;
  shownCounts = key;
  const healthy = group.size - group.count;
  $("infected-count").textContent = group.count.toLocaleString("en");
  $("healthy-count").textContent = healthy.toLocaleString("en");
  $("infected-share").textContent = percent(group.count, group.size);
  $("healthy-share").textContent = percent(healthy, group.size);
  $("step-count").textContent = step.toLocaleString("en");
  curve.describe(`Infected people by step. ${countsInWords()}`);
  if (status?.playing || watchPlaying) announcer.say(countsInWords());
}

function countsInWords() {
  if (!group) return "";
  const step = watched ? watchedStep : group.step;
  return `Step ${step}: ${group.count} of ${group.size} infected, ${percent(group.count, group.size)}.`;
}

function updateControls() {
  const isOpen = connection.isOpen;
  const playing = status?.playing ?? false;
  $("play").textContent = playing ? "Pause" : status && group?.step > 0 && !status.ended ? "Go on" : "Start";
  $("play").disabled = !isOpen || (status?.ended ?? true);
  $("step").disabled = !isOpen || playing || (status?.ended ?? true);
  $("undo").disabled = !isOpen || !(status?.undoable > 0);
  $("reset").disabled = !isOpen;
  $("save").disabled = !isOpen;
  $("watch-play").textContent = watchPlaying ? "Pause" : "Play";
  let word = "";
  if (watched) {
    word = `of ${watched.steps.toLocaleString("en")}`;
  } else if (status?.stop === "all_infected") word = "everybody is infected";
  else if (status?.stop === "no_spread") {
    const nobody = group?.count === 0;
    const cannot = session?.parameters.infection_factor === 0
      || session?.parameters.infection_probability === 0;
    word = nobody ? "tap somebody to infect" : cannot ? "nobody can infect anybody" : playing
      ? "waiting for a tap" : "";
  } else if (playing) word = "playing";
  $("state-word").textContent = word;
}

let noticeTimer = 0;
function notify(text, stays = false) {
  clearTimeout(noticeTimer);
  $("notice").textContent = text;
  $("notice").hidden = text === "";
  if (text && !stays) noticeTimer = setTimeout(() => notify(""), 5000);
}
const flash = (text) => notify(text);

// MARK: Infecting

function sendPeople(people, number) {
  const list = Array.from(people);
  connection.send({ type: "infect", number, people: list });
}

function infect(people, number, time = performance.now()) {
  if (!canInfect()) return;
  for (let start = 0; start < people.length; start += 4000) {
    const part = people.slice(start, start + 4000);
    group.ask(part, number);
    sendPeople(part, number);
  }
  if ($("notice").textContent === HINT) notify("");
  tapTimes.push(time);
  requestPaint();
}

function canInfect() {
  return group !== null && watched === null && connection.isOpen && !status?.ended;
}

function nextNumber() {
  gestureNumber += 1;
  return gestureNumber;
}

listenForGestures(canvas, viewport, {
  group: () => group,
  tool: () => tool,
  canInfect,
  begin: nextNumber,
  infect: (people, number) => infect(people, number, window.event?.timeStamp),
  moved: viewMoved,
});

function viewMoved() {
  view.needsAll = true;
  requestPaint();
}

function zoom(factor) {
  viewport.zoomAt(viewport.width / 2, viewport.height / 2, factor);
  viewMoved();
}

function fit() {
  viewport.fit();
  viewMoved();
}

function undo() {
  if (!watched) connection.send({ type: "undo" });
}

function togglePlay() {
  if (watched) return toggleWatching();
  if (status?.ended) return;
  connection.send({ type: status?.playing ? "pause" : "play" });
}

function singleStep() {
  if (watched) return goToStep(watchedStep + 1);
  if (!status?.playing && !status?.ended) connection.send({ type: "step" });
}

listenForKeys(canvas, {
  group: () => group,
  view,
  viewport,
  isShown: () => !$("simulation").hidden,
  singleKeysEverywhere: () => $("shortcuts").checked,
  infect(person) {
    if (!canInfect()) return;
    if (!group.isHealthy(person)) {
      announcer.say(`Person ${person} is infected already.`);
      return;
    }
    infect([person], nextNumber(), window.event?.timeStamp);
    announcer.say(`Person ${person} infected. ${countsInWords()}`);
  },
  undo,
  zoom,
  fit,
  togglePlay,
  step: singleStep,
  help: openHelp,
  describe(person) {
    const column = person % group.columns;
    const row = (person - column) / group.columns;
    const state = group.isHealthy(person) ? "healthy" : "infected";
    announcer.say(`Row ${row + 1}, column ${column + 1}, ${state}`);
  },
  moved: viewMoved,
});

// MARK: Controls

$("form").addEventListener("submit", (event) => {
  event.preventDefault();
  $("form-error").hidden = true;
  const parameters = form.read();
  if (!parameters) {
    announcer.say("Some values cannot be used. The first one is chosen.");
    return;
  }
  lastParameters.write(form.texts);
  if (!connection.isOpen) {
    $("form-error").textContent = "There is no connection to spreadlab right now; nothing is lost.";
    $("form-error").hidden = false;
    return;
  }
  connection.send({ type: "start", parameters });
});
$("fill").addEventListener("click", () => form.fillAtRandom());
$("defaults").addEventListener("click", () => form.reset());
$("form").addEventListener("change", () => lastParameters.write(form.texts));

$("study").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!checkStudy()) return;
  connection.send({
    type: "watch", point: Number($("point").value), replicate: Number($("replicate").value),
  });
});
$("use-point").addEventListener("click", () => {
  if (checkStudy()) connection.send({ type: "point", number: Number($("point").value) });
});
function checkStudy() {
  const last = Number($("study").dataset.points) - 1;
  const point = wholeProblem($("point").value, 0, last, "The point", "0");
  showError($("point"), $("point-error"), point);
  const replicate = $("replicate-field").hidden
    ? "" : wholeProblem($("replicate").value, 0, 1e9, "The replicate", "0");
  showError($("replicate"), $("replicate-error"), replicate);
  if (point) $("point").focus();
  else if (replicate) $("replicate").focus();
  return point === "" && replicate === "";
}

$("back").addEventListener("click", showSetup);
$("play").addEventListener("click", togglePlay);
$("step").addEventListener("click", singleStep);
$("undo").addEventListener("click", undo);
$("reset").addEventListener("click", () => connection.send({ type: "reset" }));
$("save").addEventListener("click", () => connection.send({ type: "save" }));
$("zoom-in").addEventListener("click", () => zoom(1.5));
$("zoom-out").addEventListener("click", () => zoom(1 / 1.5));
$("zoom-fit").addEventListener("click", fit);
for (const name of ["infect", "move"]) {
  $(`tool-${name}`).addEventListener("click", () => {
    tool = name;
    canvas.dataset.tool = name;
    $("tool-infect").setAttribute("aria-pressed", String(name === "infect"));
    $("tool-move").setAttribute("aria-pressed", String(name === "move"));
  });
}

$("random-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("random-count").value;
  const problem = wholeProblem(text, 1, group?.size ?? 1, "The number of people", "1");
  showError($("random-count"), $("random-error"), problem);
  if (problem) return;
  connection.send({ type: "infect_random", count: Number(text), number: nextNumber() });
});

// The slider is logarithmic: 0.1 s at 0, 1 s at 50, 10 s at 100.
const periodOf = (place) => Number((10 ** (place / 50 - 1)).toPrecision(2));
const placeOf = (period) => Math.round(50 * (Math.log10(period) + 1));
let period = 1; // seconds; 0 for as fast as possible

function setPaceControls(value) {
  period = value;
  $("fast").checked = value === 0;
  $("pace").disabled = value === 0;
  if (value > 0) $("pace").value = String(placeOf(value));
  showPace();
}
function showPace() {
  const text = period === 0 ? "as fast as possible" : `${period} s`;
  $("pace-value").textContent = text;
  $("pace").setAttribute("aria-valuetext", text);
}
function changePace() {
  period = $("fast").checked ? 0 : periodOf(Number($("pace").value));
  $("pace").disabled = $("fast").checked;
  showPace();
  if (watched) {
    watchBase = null;
    requestPaint();
  } else {
    connection.send({ type: "period", period });
  }
}
$("pace").addEventListener("input", changePace);
$("fast").addEventListener("change", changePace);

// MARK: Watching a stored run

function goToStep(step) {
  watchedStep = Math.max(0, Math.min(watched.steps, step));
  $("scrub").value = String(watchedStep);
  $("scrub").setAttribute("aria-valuetext", `step ${watchedStep} of ${watched.steps}`);
  group.showStep(watchedStep);
  requestPaint();
}

/** Moves to the step that is due: counted from a fixed time, so that delays do not add up. */
function moveWatched() {
  const now = performance.now();
  watchBase ??= { time: now, step: watchedStep };
  const due = period === 0
    ? watchedStep + 1
    : watchBase.step + Math.floor((now - watchBase.time) / (1000 * period));
  if (due > watchedStep) goToStep(due);
  if (watchedStep >= watched.steps) {
    watchPlaying = false;
    updateControls();
    announcer.say(`The run has ended. ${countsInWords()}`);
  }
}

function toggleWatching() {
  watchPlaying = !watchPlaying;
  watchBase = null;
  if (watchPlaying && watchedStep >= watched.steps) goToStep(0);
  updateControls();
  requestPaint();
}

$("watch-play").addEventListener("click", toggleWatching);
$("watch-back").addEventListener("click", () => { watchBase = null; goToStep(watchedStep - 1); });
$("watch-forward").addEventListener("click", () => { watchBase = null; goToStep(watchedStep + 1); });
$("scrub").addEventListener("input", () => { watchBase = null; goToStep(Number($("scrub").value)); });

// MARK: Help and surroundings

function openHelp() {
  $("help").showModal();
}
$("help-open").addEventListener("click", openHelp);
$("help-close").addEventListener("click", () => $("help").close());
$("shortcuts").checked = settings.read().shortcuts ?? true;
$("shortcuts").addEventListener("change", () => settings.write({ shortcuts: $("shortcuts").checked }));

new ResizeObserver(() => {
  if ($("simulation").hidden) return;
  view.resize();
  viewport.resize(canvas.clientWidth, canvas.clientHeight);
  viewMoved();
}).observe(canvas);
for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
  matchMedia(query).addEventListener("change", () => {
    view.readColors();
    requestPaint();
  });
}
document.addEventListener("visibilitychange", () => requestPaint());

form.reset();
form.texts = lastParameters.read();
if (token) {
  connection.open();
} else {
  $("link").dataset.state = "lost";
  $("link").textContent = "No token";
  $("form-error").textContent =
    "This page needs the whole address that spreadlab live printed, with the part behind #.";
  $("form-error").hidden = false;
}

// For looking inside, from the console and from the tests; nothing here can be changed.
Object.defineProperty(window, "spreadlab", {
  value: Object.freeze({
    get group() { return group; },
    get viewport() { return viewport; },
    get status() { return status; },
    get run() { return run; },
    get connection() { return connection; },
  }),
});
