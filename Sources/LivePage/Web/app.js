import { Announcer } from "/announcer.js";
import { Connection } from "/connection.js";
import { Counts, countsInWords } from "/counts.js";
import { Curve } from "/curve.js";
import { listenForGestures } from "/gestures.js";
import { GridView } from "/grid-view.js";
import { Group } from "/group.js";
import { listenForKeys } from "/keyboard.js";
import { Notice } from "/notice.js";
import { Pace } from "/pace.js";
import { ParameterForm, showError, wholeProblem } from "/parameters.js";
import { Playback } from "/playback.js";
import { readFrame } from "/protocol.js";
import { lastParameters, recipe, settings, takeToken } from "/session-store.js";
import { StudyForm } from "/study-form.js";
import { Viewport } from "/viewport.js";

const $ = (id) => document.getElementById(id);
const token = takeToken();
const canvas = $("grid");
const viewport = new Viewport();
const view = new GridView(canvas, viewport);
const curve = new Curve($("curve"), $("curve-high"), $("curve-last"), $("curve-legend"));
const announcer = new Announcer($("announcer"));
const counts = new Counts();
const notice = new Notice($("notice"));
const form = new ParameterForm($("form"));

let group = null;
let run = -1; // the number the server gave the run that is shown
let status = null; // the server's last status
let tool = "infect";
let gestureNumber = 0;
let pageIsHidden = false; // the user went back to the parameters
let toAcknowledge = null; // a frame that is applied but not painted yet
let tapTimes = []; // when taps that are not painted yet happened
// What is needed to repeat the session elsewhere; kept in this tab.
let session = recipe.read();

const HINT = "Tap somebody to infect them.";

const studyForm = new StudyForm({
  usePoint: (number) => connection.send({ type: "point", number }),
  watch: (point, replicate) => connection.send({ type: "watch", point, replicate }),
});
const pace = new Pace(() => {
  if (playback.run) {
    playback.restartClock();
    requestPaint();
  } else {
    connection.send({ type: "period", period: pace.period });
  }
});
const playback = new Playback({
  period: () => pace.period,
  moved(step) {
    group.showStep(step);
    requestPaint();
  },
  changed() {
    updateControls();
    requestPaint();
  },
  ended: () => announcer.say(`The run has ended. ${shownCounts()}`),
});

// MARK: The connection

const connection = new Connection(token, {
  opened() {
    connection.send({
      type: "hello",
      session: session?.name ?? null,
      run: group && !playback.run ? run : null,
      position: group && !playback.run ? group.known : 0,
      step: group && !playback.run ? group.step : 0,
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
      notice.stay(`No connection to spreadlab.${advice}`);
      announcer.say("Connection lost. Trying again.");
    } else if (state === "open") {
      notice.clear();
    }
    updateControls();
  },
});

const onMessage = {
  welcome(message) {
    form.setUp(message.limits, message.rules);
    studyForm.setUp(message.study);
    const isRestorable = session && !message.knows && !playback.run;
    if (isRestorable) restoreSession();
    if (message.knows && group) {
      for (const { people, number } of group.unanswered()) sendPeople(people, number);
    }
    const study = message.study;
    if (playback.run) {
      // Frames may have been lost: ask for the same run again.
      const { point, replicate } = playback.run;
      connection.send({ type: "watch", point, replicate });
    } else if (study?.open_point !== undefined && !session && !pageIsHidden) {
      studyForm.openAsked(study);
    }
  },

  opened(message) {
    playback.close();
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
    pace.set(message.parameters.period);
    if (message.parameters.point === undefined) notice.flash(HINT);
  },

  watching(message) {
    playback.open(message);
    run = 0;
    session = null;
    saveRecipe();
    status = null;
    showGroup(new Group(message.group_size, message.columns), message.band ?? null);
    pace.set(message.period);
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
      announcer.say(`The run has ended. ${shownCounts()}`);
    }
  },

  taken(message) {
    group?.taken(message.number);
  },

  undone(message) {
    const nothing = "Nothing to undo: every tap is part of a step already.";
    const isNothing = message.number === undefined;
    announcer.say(isNothing ? nothing : `Undone. ${shownCounts()}`);
    if (isNothing) notice.flash(nothing);
  },

  introduced(message) {
    if (message.run !== run || !session) return;
    session.introduced[message.number] = { step: message.step, people: message.people };
    saveRecipe();
  },

  point(message) {
    form.fillFrom(message.parameters, message.number);
    studyForm.describe(message);
    announcer.say(`Parameters of point ${message.number} filled in.`);
  },

  saved(message) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([message.text], { type: "application/json" }));
    link.download = `${message.name}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    notice.flash(`Saved as ${message.name}.json. Run it with: spreadlab run ${message.name}.json`);
  },

  problem(message) {
    const fields = message.mistakes ?? [];
    if (!$("setup").hidden) {
      form.showMistakes(fields);
      for (const { field, message: text } of fields) {
        if (field === "point") studyForm.showMistake(text);
      }
      const isBeside = fields.some(({ field }) => $("form").elements[field] || field === "point");
      $("form-error").textContent = isBeside ? "" : message.message;
      $("form-error").hidden = isBeside;
    } else {
      notice.flash(message.message);
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
  group.applyChanges(frame, !playback.run);
  if (playback.run) group.showStep(playback.step);
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
  $("setup").hidden = true;
  $("simulation").hidden = false;
  $("back").hidden = false;
  window.scrollTo(0, 0);
  const isWatched = playback.run !== null;
  for (const id of ["live-controls", "random-form", "save"]) $(id).hidden = isWatched;
  $("watch-controls").hidden = !isWatched;
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
  playback.pause();
  pageIsHidden = true;
  $("simulation").hidden = true;
  $("setup").hidden = false;
  $("back").hidden = true;
  notice.clear();
  $("start").focus({ preventScroll: true });
  window.scrollTo(0, 0);
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
  playback.advance();
  view.paint();
  showCounts();
  curve.draw(group, shownStep(), playback.run !== null);
  for (const time of tapTimes) performance.measure("tap-to-paint", { start: time, end: performance.now() });
  tapTimes = [];
  acknowledge();
  if (playback.isPlaying) requestPaint();
}

function acknowledge() {
  if (!toAcknowledge) return;
  for (; framesToAcknowledge > 0; framesToAcknowledge -= 1) connection.send(toAcknowledge);
  toAcknowledge = null;
}

function shownStep() {
  return playback.run ? playback.step : group.step;
}

function shownCounts() {
  return group ? countsInWords(group, shownStep()) : "";
}

function showCounts() {
  if (!counts.show(group, shownStep())) return;
  curve.describe(`Infected people by step. ${shownCounts()}`);
  if (status?.playing || playback.isPlaying) announcer.say(shownCounts());
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
  $("watch-play").textContent = playback.isPlaying ? "Pause" : "Play";
  let word = "";
  if (playback.run) {
    word = `of ${playback.run.steps.toLocaleString("en")}`;
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
  notice.take(HINT);
  tapTimes.push(time);
  requestPaint();
}

function canInfect() {
  return group !== null && playback.run === null && connection.isOpen && !status?.ended;
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
  if (!playback.run) connection.send({ type: "undo" });
}

function togglePlay() {
  if (playback.run) return playback.toggle();
  if (status?.ended) return;
  connection.send({ type: status?.playing ? "pause" : "play" });
}

function singleStep() {
  if (playback.run) return playback.goTo(playback.step + 1);
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
    announcer.say(`Person ${person} infected. ${shownCounts()}`);
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
