/** What people can be, in the numbers of the server (Sources/SpreadEngine/PersonState.swift). */
export const HEALTHY = 0;
export const INFECTIOUS = 1;
export const LATENT = 2;
export const IMMUNE = 3;

/** The bits of a number that name a state. */
export const STATE = 3;

export const isInfected = (state) => state === INFECTIOUS || state === LATENT;

/** By number: their words. */
export const stateWords = ["healthy", "infectious", "latent", "immune"];

/** The word for a person's state in a group; without latent people, "infected" says it. */
export function wordOf(group, person) {
  const state = group.stateOf(person);
  return state === INFECTIOUS && !group.tracksPeople ? "infected" : stateWords[state];
}
