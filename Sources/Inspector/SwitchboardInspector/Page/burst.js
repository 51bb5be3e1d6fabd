// Records a burst: a trace of some milliseconds, in which the program notes every send and every handler.

import { get, post } from "./api.js";
import { el, setAttribute, setText } from "./dom.js";
import { age, duration, plural } from "./format.js";

export const USUAL = 100;
const INTERVAL = 150;
// What the program may need beyond the burst, to read what it recorded.
const PATIENCE = 15000;

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

export class Recorder {
  isRecording = false;
  problem = null;
  #changed;

  constructor(changed) {
    this.#changed = changed;
  }

  /** Records, and waits for the end. Does not throw: `problem` says what went wrong. */
  async record(milliseconds = USUAL) {
    if (this.isRecording) return;
    this.isRecording = true;
    this.problem = null;
    this.#changed();
    try {
      await post("/api/burst", { milliseconds });
      this.problem = await this.#end(performance.now() + milliseconds + PATIENCE);
    } catch (error) {
      this.problem = error.message;
    }
    this.isRecording = false;
    this.#changed();
  }

  async #end(deadline) {
    while (performance.now() < deadline) {
      await pause(INTERVAL);
      const burst = await get("/api/burst");
      if (burst.state !== "recording") return problemOf(burst);
    }
    return "The program still records. Its answer comes with one of the next updates.";
  }
}

/** Why a burst is not what was asked for, or null. */
export function problemOf(burst) {
  if (burst.state === "failed") return burst.error ?? "The program could not record.";
  if (burst.state !== "cut") return null;
  return burst.error ?? "The burst is shorter than asked for: the program began a trace session of its own.";
}

/** A button that records, and the sentence why it could not. `milliseconds()` says how long. */
export function recordButton(page, label, milliseconds) {
  const button = el("button", { type: "button", id: "record", class: "primary" }, label);
  const problem = el("p", { class: "problem", id: "record-problem", role: "alert", hidden: true });
  const record = () => {
    const wanted = milliseconds();
    if (wanted !== null) page.recorder.record(wanted);
  };
  button.addEventListener("click", record);
  return {
    button, problem, record,
    sync() {
      const { isRecording, problem: text } = page.recorder;
      // The button is not disabled, because it would lose the focus.
      setAttribute(button, "aria-disabled", isRecording ? "true" : null);
      setText(button, isRecording ? "Recording\u2026" : label);
      setText(problem, text ?? "");
      problem.hidden = text === null;
    },
  };
}

/** Says that figures are a sample, of what span, how old, and whether something is missing. */
export function showSample(element, burst, at) {
  if (!element.firstChild) {
    // The spaces are for who reads the text without the layout.
    element.append(el("b", { class: "chip sample" }, "sample"), " ", el("span"), " ", el("b"));
  }
  const [, facts, lost] = element.children;
  setText(facts, `${duration(burst.spanNanoseconds)}, ${age(at - burst.at)} ago,`
    + ` ${plural(burst.records, "record")},`);
  setText(lost, `${plural(burst.lost, "record")} lost`);
  lost.classList.toggle("loud", burst.lost > 0);
}
