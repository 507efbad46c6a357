const DEFAULTS = {
  group_size: "100", infection_factor: "3", infection_probability: "100", rule: "subset",
  neighborhood: "", columns: "square", boundary: "bounded", seed: "1", period: "1",
};

/**
 * The parameter screen: checks each field as it is left and all of them at the start, and keeps
 * what was typed, right or wrong.
 */
export class ParameterForm {
  constructor(form) {
    this.form = form;
    this.limits = null;
    this.rules = [];
    this.point = null; // the study's point the values come from
    let isPressed = false;
    for (const type of ["pointerdown", "pointerup", "pointercancel"]) {
      document.addEventListener(type, () => { isPressed = type === "pointerdown"; }, true);
    }
    form.addEventListener("change", (event) => {
      const { name, tagName } = event.target;
      // A field may be left by pressing a button: a message that appears now would move the
      // button away from under the pointer, and the click would be lost.
      if (isPressed && tagName === "INPUT") {
        document.addEventListener("pointerup", () => setTimeout(() => this.#left(name)), { once: true });
      } else {
        this.#left(name);
      }
    });
    form.addEventListener("input", (event) => {
      if (this.#hasError(event.target.name)) this.checkField(event.target.name);
    });
  }

  /** A field was left with a new value. */
  #left(name) {
    this.checkField(name);
    if (name === "rule") this.#explainRule();
    // Sizes and edges are about each other.
    if (["group_size", "columns", "boundary"].includes(name)) {
      for (const other of ["columns", "boundary"]) if (this.#hasError(other)) this.checkField(other);
    }
  }

  setUp(limits, rules) {
    this.limits = limits;
    this.rules = rules;
    const select = this.form.elements.rule;
    const chosen = select.value;
    select.replaceChildren(...rules.map(({ name }) => new Option(name, name)));
    select.value = rules.some(({ name }) => name === chosen) ? chosen : DEFAULTS.rule;
    this.#explainRule();
  }

  #explainRule() {
    const rule = this.rules.find(({ name }) => name === this.form.elements.rule.value);
    document.getElementById("rule-note").textContent = rule?.explanation ?? "";
  }

  /** The texts as typed, to be remembered. */
  get texts() {
    return Object.fromEntries(
      Object.keys(DEFAULTS).map((name) => [name, this.form.elements[name].value]),
    );
  }

  set texts(texts) {
    for (const name of Object.keys(DEFAULTS)) {
      const text = texts?.[name];
      if (typeof text === "string") this.form.elements[name].value = text;
      if (this.form.elements[name].value === "" && name === "rule") {
        this.form.elements.rule.value = DEFAULTS.rule;
      }
      this.#setError(name, "");
    }
    this.#explainRule();
  }

  reset() {
    this.point = null;
    this.texts = DEFAULTS;
  }

  fillAtRandom() {
    this.point = null;
    const between = (low, high) => low + Math.floor(Math.random() * (high - low + 1));
    const rule = this.rules[between(0, this.rules.length - 1)];
    this.texts = {
      group_size: String(Math.round(10 ** (1.3 + 2.7 * Math.random()))),
      infection_factor: String(between(1, 8)),
      infection_probability: String(between(10, 100)),
      rule: rule?.name ?? DEFAULTS.rule,
      neighborhood: "",
      columns: "square",
      boundary: "bounded",
      seed: String(between(0, 999999)),
      period: String(between(2, 20) / 10),
    };
  }

  /** Fills in the parameters of a study's point, as the server sent them. */
  fillFrom(parameters, point) {
    this.texts = {
      group_size: String(parameters.group_size),
      infection_factor: String(parameters.infection_factor),
      infection_probability: String(Number((parameters.infection_probability * 100).toPrecision(15))),
      rule: parameters.rule,
      neighborhood: parameters.neighborhood ?? "",
      columns: parameters.columns === undefined ? "square" : String(parameters.columns),
      boundary: parameters.boundary,
      seed: String(parameters.seed),
      period: String(parameters.period || 1),
    };
    this.point = point;
  }

  /** The parameters to send, or null after saying what is wrong with which field. */
  read() {
    const names = Object.keys(DEFAULTS);
    const wrong = names.filter((name) => !this.checkField(name));
    if (wrong.length > 0) {
      this.form.elements[wrong[0]].focus();
      return null;
    }
    const values = this.texts;
    return {
      group_size: Number(values.group_size),
      infection_factor: Number(values.infection_factor),
      infection_probability: Number(values.infection_probability) / 100,
      rule: values.rule,
      ...(values.neighborhood ? { neighborhood: values.neighborhood } : {}),
      ...(isSquare(values.columns) ? {} : { columns: Number(values.columns) }),
      boundary: values.boundary,
      seed: Number(values.seed),
      period: Number(values.period),
      ...(this.point === null ? {} : { point: this.point }),
    };
  }

  /** Mistakes the server found. */
  showMistakes(mistakes) {
    for (const { field, message } of mistakes) {
      if (field in DEFAULTS) this.#setError(field, message);
    }
    const first = mistakes.find(({ field }) => field in DEFAULTS);
    if (first) this.form.elements[first.field].focus();
  }

  checkField(name) {
    if (!(name in DEFAULTS)) return true;
    const error = this.#problem(name, this.form.elements[name].value);
    this.#setError(name, error);
    return error === "";
  }

  #problem(name, text) {
    const { limits } = this;
    if (!limits) return "";
    switch (name) {
      case "group_size":
        return wholeProblem(text, 1, limits.group_size_max, "Group size", "100");
      case "infection_factor":
        return wholeProblem(text, 0, limits.infection_factor_max, "Infection factor", "3");
      case "infection_probability":
        return realProblem(text, 0, 100, "Infection probability", "100", " %");
      case "period":
        return realProblem(text, limits.period_min, limits.period_max, "The period", "1", " s");
      case "seed": return wholeProblem(text, 0, limits.seed_max, "The seed", "1");
      case "columns": {
        if (isSquare(text)) return "";
        const size = Number(this.form.elements.group_size.value);
        const most = Number.isInteger(size) && size >= 1 ? size : limits.group_size_max;
        return wholeProblem(text, 1, most, "Columns", "square");
      }
      case "boundary": {
        if (text !== "torus") return "";
        const size = Number(this.form.elements.group_size.value);
        const columnsText = this.form.elements.columns.value;
        const columns = isSquare(columnsText) ? Math.ceil(Math.sqrt(size)) : Number(columnsText);
        return columns > 0 && size % columns !== 0
          ? `Wrapping around needs full rows: ${size} people do not fill rows of ${columns}. `
            + "Change the group size or the columns."
          : "";
      }
      default: return "";
    }
  }

  #hasError(name) {
    return this.form.elements[name]?.getAttribute("aria-invalid") === "true";
  }

  #setError(name, message) {
    showError(this.form.elements[name], document.getElementById(`${name}-error`), message);
  }
}

/** Puts a message beside a field, or takes it away. */
export function showError(field, element, message) {
  element.textContent = message;
  element.hidden = message === "";
  if (message === "") field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
}

const isSquare = (text) => ["square", ""].includes(text.trim().toLowerCase());

/** What is wrong with a whole number, with a value that would do; "" if nothing. */
export function wholeProblem(text, low, high, what, example) {
  const range = `a whole number from ${low.toLocaleString("en")} to ${high.toLocaleString("en")}`;
  const trimmed = text.trim();
  if (trimmed === "") return `${what} is missing: give ${range}, for example ${example}.`;
  if (!/^[+-]?\d{1,17}$/.test(trimmed)) {
    return `${what} is ${range}, written in digits, for example ${example}.`;
  }
  const value = Number(trimmed);
  return value < low || value > high ? `${what} is ${range}, for example ${example}.` : "";
}

function realProblem(text, low, high, what, example, unit) {
  const range = `a number from ${low} to ${high}${unit}`;
  const trimmed = text.trim();
  if (trimmed === "") return `${what} is missing: give ${range}, for example ${example}.`;
  if (/^[+-]?\d*,\d+$/.test(trimmed)) {
    return `${what} is ${range}, with a decimal point: ${trimmed.replace(",", ".")}.`;
  }
  if (!/^[+-]?(\d{1,17}(\.\d{0,17})?|\.\d{1,17})(e-?\d{1,3})?$/i.test(trimmed)) {
    return `${what} is ${range}, for example ${example}.`;
  }
  const value = Number(trimmed);
  return value < low || value > high ? `${what} is ${range}, for example ${example}.` : "";
}
