/**
 * What the browser keeps: the token and the session for this tab, the last parameters and
 * settings for this address. All of it may be missing or refused.
 */
function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key));
  } catch {
    return null;
  }
}

function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or switched off: the page works without.
  }
}

/** The token in the address, which it leaves; null if there is none. */
export function takeToken() {
  const given = /^#([A-Za-z0-9_-]{32,128})$/.exec(location.hash)?.[1] ?? null;
  if (given) {
    write(sessionStorage, "token", given);
    history.replaceState(null, "", "/");
  }
  return given;
}

const TABS = "spreadlab";

/** Gives the token to other tabs of this browser that ask for it. */
export function lendToken(token) {
  const tabs = new BroadcastChannel(TABS);
  tabs.addEventListener("message", ({ data }) => data === "token?" && tabs.postMessage(token));
}

/** The token of another tab of this browser; null if there is none. */
export function lentToken() {
  const tabs = new BroadcastChannel(TABS);
  return new Promise((resolve) => {
    const end = (token) => {
      tabs.close();
      if (token) write(sessionStorage, "token", token);
      resolve(token);
    };
    setTimeout(() => end(null), 300); // too late, if another tab has answered
    tabs.addEventListener("message", ({ data }) => {
      if (data !== "token?") end(data);
    });
    tabs.postMessage("token?");
  });
}

/** The parameters that a link holds behind #, by name, as typed; null if there are none. */
export function takeParameters() {
  if (!location.hash.includes("=")) return null;
  const given = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  history.replaceState(history.state, "", "/");
  return given;
}

/** The token this tab was opened with. */
export const keptToken = () => read(sessionStorage, "token");

export const lastParameters = {
  read: () => read(localStorage, "parameters"),
  write: (value) => write(localStorage, "parameters", value),
};

export const settings = {
  read: () => read(localStorage, "settings") ?? {},
  write: (value) => write(localStorage, "settings", value),
};

/** Everything needed to repeat the session on a server that has forgotten it. */
export const recipe = {
  read: () => read(sessionStorage, "recipe"),
  write: (value) => write(sessionStorage, "recipe", value),
  /** Writes a little later, once, what there is to write then. */
  writeSoon(take) {
    clearTimeout(recipeTimer);
    recipeTimer = setTimeout(() => recipe.write(take()), 300);
  },
};
let recipeTimer = 0;
