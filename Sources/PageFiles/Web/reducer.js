import { countsInWords, groupInWords, runInWords } from "/counts.js";
import { numbered } from "/page.js";
import { PlayedRun, restoration } from "/played-run.js";
import { IMMUNE } from "/states.js";
import { WatchedRun } from "/watched-run.js";

const REFUSED = "This address is no longer valid: spreadlab live was restarted. Open the address it printed in the terminal.";
const NOTHING = "Nothing to undo.";
const BEFORE = "Back to the step before these taps.";
const LOST = "The second group was lost when spreadlab live was restarted. Start the comparison anew.";
export const HINT = "Tap somebody to infect them.";

/**
 * The page before the first message: what the user wants to see, the run if there is one, and what
 * is needed to repeat it on a server that has forgotten it.
 */
export const begin = (recipe) => ({ screen: recipe ? "run" : "setup", run: null, recipe });

/**
 * What a message makes of the page: the page after it, and the effects to carry out, in order, as
 * [name, ...arguments] (app.js). Messages are the server's, the connection's `link`, a `frame`, and
 * the user's `back` and `continue`. Runs are told, not replaced: they hold too much to be copied.
 */
export function reduce(page, message) {
  const change = changes[message.type];
  return { page, effects: [], ...change?.(page, message) };
}

/** The run of that number: the one that is led, or that of the second group beside it. */
const runOf = ({ run }, number) => [run, run?.second].find((one) => one?.number === number);

const sends = (messages) => messages.map((message) => ["send", message]);

const changes = {
  link({ run, recipe }, { state, failures }) {
    const shown = ["showLink", state];
    if (state === "open") {
      const place = run?.place ?? { run: null, position: 0, step: 0 };
      const hello = { type: "hello", session: recipe?.name ?? null, ...place };
      return { effects: [shown, ["block", ""], ["send", hello], ["clearNotice"]] };
    }
    if (state === "connecting") return { effects: [shown] };
    run?.disconnect();
    if (state === "refused") {
      const said = failures === 1 ? [["say", REFUSED]] : [];
      return { effects: [shown, ["block", REFUSED], ["stay", REFUSED], ...said] };
    }
    return {
      effects: [
        shown, ["stay", "No connection to spreadlab. Trying again."],
        ["say", "Connection lost. Trying again."],
      ],
    };
  },

  welcome({ run, recipe }, { rules, study, gallery, knows }) {
    const effects = [["offer", rules, study, gallery]];
    if (recipe?.file && !knows) {
      const words = `The session was lost when spreadlab live was restarted. Open ${recipe.file} again.`;
      effects.push(["keep"], ["showMistakes", words, [{ field: "open", message: words }]], ["say", words]);
      return { page: { screen: "setup", run: null, recipe: null }, effects };
    }
    if (run) effects.push(...sends(run.resume(knows)));
    else if (recipe && !knows) effects.push(...sends(restoration(recipe)));
    else if (!recipe && study?.open_point !== undefined) effects.push(["openAsked", study]);
    if (run?.isCompared && !knows) effects.push(["stay", LOST], ["say", LOST]);
    return { effects };
  },

  opened(page, message) {
    if (message.is_second) {
      if (page.run) page.run.second = new PlayedRun(message, { parameters: message.parameters, introduced: [], painted: [] });
      return {};
    }
    // A recipe without a name is being repeated: its introductions come again, under the same
    // numbers, and the page stays where it is.
    const isRepeated = page.recipe?.name === null;
    const recipe = {
      name: message.session, parameters: message.parameters,
      introduced: isRepeated ? page.recipe.introduced : [], step: 0, playing: false,
      painted: isRepeated ? page.recipe.painted ?? [] : [],
      made: isRepeated ? page.recipe.made ?? [] : [],
      waiting: isRepeated ? page.recipe.waiting : undefined,
      file: message.file,
    };
    // A page that was loaded again finds its session as it left it.
    const isFound = page.run === null && page.recipe !== null;
    const asks = !isRepeated && !isFound && !page.run?.isUndoing && !message.file
      && startsWithNobody(message.parameters);
    const screen = isRepeated ? page.screen : "run";
    // The same session begins once more: by Reset, or where an undo led back to.
    const { seed } = message.parameters;
    const isReset = !isRepeated && !isFound && page.run !== null && message.session === page.recipe?.name
      && page.screen === "run" && !page.run.isUndoing;
    const again = page.run?.recipe?.parameters.seed === seed
      ? `Again from the start, with the same random numbers (seed ${seed}).`
      : `Again from the start, with new random numbers (seed ${seed}).`;
    const run = new PlayedRun(message, recipe);
    return {
      page: { screen, run, recipe },
      effects: [
        ["keep"],
        ["tellEnsemble"],
        ["showSeed", message.parameters.seed],
        ...(isReset ? [["flash", again], ["say", again]] : []),
        ...(asks && !isReset ? [["stay", HINT], ["say", `${groupInWords(run.group)} ${HINT}`]] : []),
      ],
    };
  },

  watching(page, message) {
    const run = new WatchedRun(message, page.run);
    return { page: { screen: "run", run, recipe: null }, effects: [["keep"]] };
  },

  status(page, message) {
    const run = runOf(page, message.run);
    run?.takeStatus(message);
    return { effects: run && run === page.run ? endingOf(run) : [] };
  },

  frame(page, { frame }) {
    const run = runOf(page, frame.run);
    if (!run) return {};
    const before = run.group.counts[IMMUNE];
    run.take(frame);
    if (frame.kind === "network") return {};
    if (frame.kind === "tapped") {
      // What an undo has led to is known only now.
      const words = run.undone;
      if (words) run.undone = null;
      return { effects: words ? [["say", `${words} ${counts(run)}`]] : [] };
    }
    const said = run === page.run ? [...paintOf(run, before), ...endingOf(run)] : [];
    return { effects: [...said, ["acknowledge", { type: "shown", run: run.number, step: run.group.step }]] };
  },

  introduced({ run }, message) {
    if (message.run !== run?.number) return {};
    run.takeIntroduction(message);
    return { effects: [["keep"]] };
  },

  ensemble({ run }, message) {
    if (message.run === run?.number) run.takeEnsemble(message);
    return {};
  },

  painted({ run }, message) {
    if (message.run !== run?.number) return {};
    run.takePainted(message);
    return { effects: [["keep"]] };
  },

  conditions(page, message) {
    const run = runOf(page, message.run);
    const words = run?.takeConditions(message);
    return { effects: [["keep"], ...(words && run === page.run && run.status ? [["say", words]] : [])] };
  },

  taken({ run }, { number }) {
    run?.group.taken(number);
  },

  past({ run }, message) {
    if (message.run === run?.number) return { effects: sends(run.takePast(message)) };
    // Both groups are asked for together, and the first one answers first.
    if (message.run === run?.second?.number && message.step === run.past?.step) run.second.showPast(message);
    return {};
  },

  undone({ run }, { what }) {
    if (!run) return {};
    if (what === "nothing") return { effects: [["say", NOTHING], ["flash", NOTHING]] };
    if (what === "steps") return { effects: [["flash", BEFORE], ["say", BEFORE]] };
    run.undone = what === "paint" ? "Paint undone." : "Undone.";
    return {};
  },

  curve(page, { name, text }) {
    return { effects: [["download", name, text, "text/csv"]] };
  },

  point(page, message) {
    return {
      effects: [["fill", message], ["say", `Parameters of point ${message.number} filled in.`]],
    };
  },

  saved(page, { files }) {
    const names = files.map(({ name }) => name);
    return {
      effects: [
        ...files.map(({ name, text }) => ["download", name, text]),
        ["flash", `Saved as ${names.join(" and ")}. Open it on the first screen, or run it with: spreadlab run ${names[0]}`],
      ],
    };
  },

  problem({ screen, run }, message) {
    const shown = screen === "run" && run
      ? ["flash", message.message] : ["showMistakes", message.message, message.mistakes ?? []];
    return { effects: [shown, ["say", message.message]] };
  },

  back(page) {
    if (page.screen === "setup") return {};
    const { run = null, messages = [] } = page.run?.leave() ?? {};
    return { page: { ...page, screen: "setup", run }, effects: [...sends(messages), ["clearNotice"]] };
  },

  /** From the parameters to the run they were left for. */
  continue(page) {
    if (!page.run || page.screen === "run") return {};
    return { page: { ...page, screen: "run" }, effects: sends(page.run.comeBack()) };
  },
};

const startsWithNobody = (parameters) =>
  parameters.point === undefined && parameters.start_people === undefined;

const counts = (run) => (run ? countsInWords(run.group, run.step) : "");

/** What is said of people painted together; one alone is said by those who chose them. */
const paintOf = (run, before) => {
  const now = run.group.counts[IMMUNE];
  const isPainted = run.canPaint && Math.abs(now - before) > 1;
  return isPainted ? [["say", `${numbered(now)} people are immune.`]] : [];
};

const endingOf = (run) => (run.hasJustEnded() ? [["say", runInWords(run)]] : []);

