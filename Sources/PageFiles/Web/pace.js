import { controls } from "/controls.js";
import { $ } from "/page.js";

const { low, high } = controls.find(({ name }) => name === "period");
// The slider is logarithmic: the shortest period at 0, the longest at 100.
const periodOf = (place) => Number((low * (high / low) ** (place / 100)).toPrecision(2));
const placeOf = (period) => Math.round((100 * Math.log(period / low)) / Math.log(high / low));

/** The slider of the period and its box for "as fast as possible". */
export class Pace {
  /** Seconds; 0 for as fast as possible. */
  period = 1;

  /** `changed` is called with the period when the user has chosen another. */
  constructor(changed) {
    const read = () => {
      this.period = $("fast").checked ? 0 : periodOf(Number($("pace").value));
      this.#show();
      changed(this.period);
    };
    $("pace").addEventListener("input", read);
    $("fast").addEventListener("change", read);
  }

  set(period) {
    this.period = period;
    $("fast").checked = period === 0;
    if (period > 0) $("pace").value = String(placeOf(period));
    this.#show();
  }

  #show() {
    const text = this.period === 0 ? "as fast as possible" : `${this.period} s`;
    $("pace").disabled = this.period === 0;
    $("pace-value").textContent = text;
    $("pace").setAttribute("aria-valuetext", text);
  }
}
