/**
 * The group by keyboard, and single keys for the controls.
 *
 * `actions`: group(), view, viewport, isShown(), singleKeysEverywhere(), choose(person), undo(),
 * zoom(factor), fit(), togglePlay(), step(), help(), present(), describe(person), moved().
 */
export function listenForKeys(canvas, actions) {
  canvas.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    const group = actions.group();
    if (!group) return;
    if (group.network && walk(event, group)) return;
    const { columns, rows, size } = group;
    const { view } = actions;
    const person = view.cursor >= 0 ? view.cursor : middle(group);
    let column = person % columns;
    let row = (person - column) / columns;
    const far = event.shiftKey ? 10 : 1;
    switch (event.key) {
      case "ArrowLeft": column -= far; break;
      case "ArrowRight": column += far; break;
      case "ArrowUp": row -= far; break;
      case "ArrowDown": row += far; break;
      case "PageUp": row -= 10; break;
      case "PageDown": row += 10; break;
      case "Home": column = 0; if (event.ctrlKey) row = 0; break;
      case "End": column = columns; if (event.ctrlKey) row = rows; break;
      case "Enter":
      case " ":
        event.preventDefault();
        choose(person);
        if (!event.repeat) actions.choose(person);
        return;
      default: return;
    }
    event.preventDefault();
    row = Math.max(0, Math.min(rows - 1, row));
    column = Math.max(0, Math.min(columns - 1, column));
    choose(Math.min(size - 1, row * columns + column));
    actions.describe(view.cursor);
  });

  canvas.addEventListener("focus", () => {
    const group = actions.group();
    // Only the keyboard needs a mark; a pointer has its own.
    if (group && canvas.matches(":focus-visible")) {
      choose(actions.view.cursor >= 0 ? actions.view.cursor : middle(group));
    }
  });
  canvas.addEventListener("blur", () => actions.moved());

  function choose(person) {
    const { view, viewport } = actions;
    const [x, y] = actions.group().centerOf(person);
    view.cursor = person;
    viewport.reveal(x - 0.5, y - 0.5);
    actions.moved();
  }

  /** Goes through a network: to who stands next in a direction; returns whether the key does that. */
  function walk(event, group) {
    const { people } = group.network;
    const { cursor } = actions.view;
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    let person = cursor >= 0 ? cursor : people[0];
    if (direction) {
      for (let times = event.shiftKey ? 10 : 1; times > 0; times -= 1) person = group.neighborOf(person, ...direction);
    } else if (event.key === "Home" || event.key === "End") {
      person = people.at(event.key === "Home" ? 0 : -1);
    } else {
      return ["PageUp", "PageDown"].includes(event.key);
    }
    event.preventDefault();
    choose(person);
    actions.describe(person);
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const target = event.target;
    const isTyping = target instanceof Element && target.matches("input, select, textarea");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      if (isTyping && target.type !== "range" && target.type !== "checkbox") return;
      if (!actions.isShown()) return;
      event.preventDefault();
      actions.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    if (target !== canvas && !actions.singleKeysEverywhere()) return;
    if (event.key === "?") {
      event.preventDefault();
      actions.help();
      return;
    }
    if (!actions.isShown()) return;
    const act = {
      "+": () => actions.zoom(1.5), "=": () => actions.zoom(1.5),
      "-": () => actions.zoom(1 / 1.5), "_": () => actions.zoom(1 / 1.5),
      "0": () => actions.fit(),
      f: () => actions.present(), p: () => actions.togglePlay(), s: () => actions.step(), b: () => actions.stepBack(),
    }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function middle({ columns, rows, size, network }) {
  if (network) return network.people[0];
  const person = Math.floor((rows - 1) / 2) * columns + Math.floor((columns - 1) / 2);
  return Math.min(person, size - 1);
}
