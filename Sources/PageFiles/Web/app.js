import { Announcer } from "/announcer.js";
import { Connection } from "/connection.js";
import { countsInWords, groupInWords } from "/counts.js";
import { download } from "/download.js";
import { Notice } from "/notice.js";
import { $ } from "/page.js";
import { readFrame } from "/protocol.js";
import { begin, reduce } from "/reducer.js";
import { RunScreen } from "/run-screen.js";
import { keptToken, lendToken, lentToken, recipe, settings, takeParameters, takeToken } from "/session-store.js";
import { SetupScreen } from "/setup-screen.js";

const announcer = new Announcer($("announcer"));
const notice = new Notice($("notice"));
const say = (text) => announcer.say(text);

/** What the page is now; only `take` replaces it. */
let page = begin(recipe.read());

const connection = new Connection({
  text: (message) => take(message),
  frame: (data) => take({ type: "frame", frame: readFrame(data) }),
  state: (state, failures) => take({ type: "link", state, failures }),
});
const send = (message) => connection.send(message);
const setup = new SetupScreen({ send, say });
const screen = new RunScreen({
  send, say, notice,
  isOpen: () => connection.isOpen,
  help: openHelp,
  present: () => present(true),
  singleKeys: () => $("shortcuts").checked,
});

/** What the reducer's effects do. */
const effects = {
  send,
  say,
  flash: (text) => notice.flash(text),
  stay: (text) => notice.stay(text),
  clearNotice: () => notice.clear(),
  acknowledge: (message) => screen.acknowledge(message),
  offer: (...offered) => setup.offer(...offered),
  openAsked: (study) => setup.openAsked(study),
  fill: (point) => setup.fill(point),
  showMistakes: (message, mistakes) => setup.showMistakes(message, mistakes),
  tellEnsemble: () => screen.tellEnsemble(),
  keep: () => recipe.writeSoon(() => page.recipe),
  showLink(state) {
    $("link").dataset.state = state;
    $("link").firstElementChild.textContent = { connecting: "Connecting", open: "Connected", lost: "Connection lost", refused: "Address not valid" }[state];
  },
  block: (text) => setup.block(text),
  showSeed: (seed) => setup.showSeed(seed),
  download: (name, text, type = "application/json") => download(name, new Blob([text], { type })),
};

/** Takes a message: the page changes, the right screen is shown, effects are carried out. */
function take(message) {
  const before = seen();
  const result = reduce(page, message);
  page = result.page;
  if (seen() !== before) show(seen());
  for (const [name, ...given] of result.effects) effects[name](...given);
  screen.refresh();
}

/** The run that is seen; null while the parameters are. */
function seen() {
  return page.screen === "run" ? page.run : null;
}

function show(run) {
  if (run) setup.hide();
  $("back").hidden = $("present").hidden = run === null;
  if (!run) present(false);
  screen.show(run);
  if (!run) setup.show({ hasRun: page.run !== null });
  const words = run ? `${groupInWords(run.group)} ${countsInWords(run.group, run.step)}` : "Parameters.";
  document.title = `${run ? "The group" : "Parameters"} - spreadlab live`;
  say(words);
  if (run && !isAtRun()) history.pushState({ screen: "run" }, "");
  window.scrollTo(0, 0);
}

/** Whether the browser's history stands at a run, so that its Back leads to the parameters. */
function isAtRun() {
  return history.state?.screen === "run";
}

$("back").addEventListener("click", () => (isAtRun() ? history.back() : take({ type: "back" })));
$("continue").addEventListener("click", () => take({ type: "continue" }));
window.addEventListener("popstate", () => {
  // The browser's Back closes the instructions, and nothing else.
  if ($("help").open && !history.state?.help) return $("help").close();
  take({ type: isAtRun() ? "continue" : "back" });
});
// An address that is pasted into this tab changes nothing but the part behind #.
window.addEventListener("hashchange", () => {
  if (takeToken()) return location.reload();
  const given = takeParameters();
  if (!given) return;
  take({ type: "back" });
  setup.take(given);
});
/** Shows the run alone on the whole screen, or as before. */
function present(isWanted) {
  if (document.body.hasAttribute("data-presenting") === isWanted) return;
  document.body.toggleAttribute("data-presenting", isWanted);
  $("present-leave").hidden = !isWanted;
  // Where a browser gives no whole screen, the run fills the page.
  if (isWanted) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
  if (page.screen === "run") $("grid").focus({ preventScroll: true });
  say(isWanted ? "Presentation. Escape leaves it." : "Presentation left.");
}
$("present").addEventListener("click", () => present(true));
$("present-leave").addEventListener("click", () => present(false));
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) present(false);
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && !$("help").open) present(false);
});
function openHelp() {
  // What can be done on the screen that is seen.
  const part = seen() === null ? "help-see" : seen().takesTaps ? "help-infect" : "help-look";
  $(part).open = true;
  $("help").showModal();
  $("help").scrollTop = 0;
  history.pushState({ ...history.state, help: true }, "");
}
$("help-open").addEventListener("click", openHelp);
$("help-close").addEventListener("click", () => $("help").close());
$("help").addEventListener("close", () => {
  if (history.state?.help) history.back();
});
$("shortcuts").checked = settings.read().shortcuts ?? true;
$("shortcuts").addEventListener("change", () => settings.write({ ...settings.read(), shortcuts: $("shortcuts").checked }));
window.addEventListener("pagehide", () => recipe.write(page.recipe));

const given = takeParameters();
if (given) setup.take(given);

const token = takeToken() ?? keptToken() ?? await lentToken();
if (token) {
  lendToken(token);
  connection.open(token);
} else {
  $("link").dataset.state = "lost";
  $("link").firstElementChild.textContent = "Address not complete";
  setup.block(`${given ? "The parameters of the link are filled in below and kept. To use them, open" : "Open"} the full `
    + "address that spreadlab live printed in the terminal, including the part after #.");
}

// For looking inside, from the console and from the tests; nothing here can be changed.
Object.defineProperty(window, "spreadlab", {
  value: Object.freeze({
    get group() { return page.run?.group ?? null; },
    get viewport() { return screen.viewport; },
    get status() { return page.run?.status ?? null; },
    get run() { return page.run?.number ?? -1; },
    get second() { return page.screen === "run" ? page.run?.second?.group ?? null : null; },
    get ensemble() { return page.run?.ensemble ?? null; },
    get connection() { return connection; },
  }),
});
