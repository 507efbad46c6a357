const $ = (id) => document.getElementById(id);

/** How many are infected and healthy, beside the picture. */
export class Counts {
  #shown = "";

  /** Returns whether anything shown has changed. */
  show(group, step) {
    const key = `${group.size} ${group.count} ${step}`;
    if (key === this.#shown) return false;
    this.#shown = key;
    const healthy = group.size - group.count;
    $("infected-count").textContent = group.count.toLocaleString("en");
    $("healthy-count").textContent = healthy.toLocaleString("en");
    $("infected-share").textContent = percent(group.count, group.size);
    $("healthy-share").textContent = percent(healthy, group.size);
    $("step-count").textContent = step.toLocaleString("en");
    return true;
  }
}

export function countsInWords(group, step) {
  return `Step ${step}: ${group.count} of ${group.size} infected, ${percent(group.count, group.size)}.`;
}

function percent(part, whole) {
  const share = (100 * part) / whole;
  // Neither 0 nor 100 unless it is so.
  const text = share.toFixed(1);
  if (text === "100.0" && part < whole) return "99.9 %";
  if (text === "0.0" && part > 0) return "0.1 %";
  return `${text.replace(/\.0$/, "")} %`;
}
