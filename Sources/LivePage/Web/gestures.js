import { cellsCrossed } from "/lines.js";
import { personForTap } from "/viewport.js";

const STILL = 8; // pixels a finger may move and still tap

/**
 * Mouse, pen and touch on the group. One pointer infects (or moves, with that tool); two fingers,
 * the right or middle button move; wheel and pinch zoom around the pointer.
 *
 * `actions`: group(), tool(), canInfect(), begin() -> gesture number, infect(people, number),
 * moved() after the view changed.
 */
export function listenForGestures(canvas, viewport, actions) {
  const pointers = new Map(); // by id: where each finger is
  let gesture = null; // what the first pointer does

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  function tap({ x, y }, number) {
    const person = personForTap(actions.group(), viewport, x, y);
    if (person >= 0) actions.infect([person], number);
  }

  function swipe(from, to, number) {
    const group = actions.group();
    const people = [];
    const start = viewport.toGrid(from.x, from.y);
    const end = viewport.toGrid(to.x, to.y);
    for (const [column, row] of cellsCrossed(...start, ...end)) {
      const person = group.personAt(column, row);
      if (person >= 0 && group.isHealthy(person)) people.push(person);
    }
    if (people.length > 0) actions.infect(people, number);
  }

  canvas.addEventListener("pointerdown", (event) => {
    const at = place(event);
    pointers.set(event.pointerId, at);
    try {
      canvas.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already, or a script made the event.
    }
    if (pointers.size === 2) {
      gesture = { kind: "pinch" };
      return;
    }
    if (pointers.size > 2) return;
    const moves = event.button > 0 || actions.tool() === "move" || !actions.canInfect();
    if (moves) {
      gesture = { kind: "move", at };
      event.preventDefault();
      canvas.focus({ preventScroll: true });
      return;
    }
    const number = actions.begin();
    if (event.pointerType === "touch") {
      // A second finger may follow: wait until this one lifts or moves.
      gesture = { kind: "undecided", start: at, at, number };
    } else {
      gesture = { kind: "swipe", at, number };
      tap(at, number);
    }
  });

  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before || !gesture) return;
    const at = place(event);
    if (gesture.kind === "pinch") {
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) pinch(before, at, other);
    } else if (gesture.kind === "move") {
      viewport.pan(at.x - before.x, at.y - before.y);
      actions.moved();
    } else {
      if (gesture.kind === "undecided"
          && Math.hypot(at.x - gesture.start.x, at.y - gesture.start.y) > STILL) {
        gesture.kind = "swipe";
      }
      if (gesture.kind === "swipe") {
        // The browser may have bundled several moves into this event.
        const events = event.getCoalescedEvents?.() ?? [];
        for (const moved of events.length > 0 ? events : [event]) {
          const next = place(moved);
          swipe(gesture.at, next, gesture.number);
          gesture.at = next;
        }
      }
    }
    pointers.set(event.pointerId, at);
  });

  function pinch(before, at, other) {
    const distance = (a) => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
    const middle = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
    viewport.zoomAt(middle.x, middle.y, distance(at) / distance(before));
    viewport.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    actions.moved();
  }

  function end(event) {
    const at = pointers.get(event.pointerId);
    if (!at) return;
    pointers.delete(event.pointerId);
    if (gesture?.kind === "undecided" && event.type === "pointerup") {
      tap(gesture.start, gesture.number);
    }
    // A finger that is left over after a pinch does nothing.
    gesture = pointers.size === 0 ? null : { kind: "none" };
  }
  canvas.addEventListener("pointerup", end);
  canvas.addEventListener("pointercancel", end);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());

  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const unit = [1, 16, viewport.height][event.deltaMode];
    if (event.shiftKey) {
      viewport.pan(-(event.deltaX || event.deltaY) * unit, 0);
    } else {
      const { x, y } = place(event);
      const amount = Math.max(-200, Math.min(200, event.deltaY * unit));
      // A pinch on a trackpad arrives as small steps with Control held.
      viewport.zoomAt(x, y, Math.exp(-amount * (event.ctrlKey ? 0.01 : 0.002)));
    }
    actions.moved();
  }, { passive: false });
}
