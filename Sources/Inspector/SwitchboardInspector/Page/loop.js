// Updates the page once a second. The next update begins a second after the last answer, so updates never overlap, and
// a slow program is not asked faster than it answers.

const INTERVAL = 1000;

export class Loop {
  #work;
  #timer;
  #running = null;
  isPaused = false;
  isStopped = false;

  /** `work(signal)` asks and shows. It handles its errors; `signal` says that a newer update took over. */
  constructor(work) {
    this.#work = work;
    document.addEventListener("visibilitychange", () => {
      // Nobody sees a hidden page.
      if (document.hidden) clearTimeout(this.#timer); else if (this.#goesOn) this.now();
    });
  }

  get #goesOn() {
    return !this.isPaused && !this.isStopped && !document.hidden;
  }

  /** Updates now, also while paused: the user sorts, filters, or opens another view. */
  async now() {
    if (this.isStopped) return;
    clearTimeout(this.#timer);
    this.#running?.abort();
    const running = this.#running = new AbortController();
    await this.#work(running.signal);
    if (this.#running !== running) return;
    this.#running = null;
    if (this.#goesOn) this.#timer = setTimeout(() => this.now(), INTERVAL);
  }

  pause(isPaused) {
    this.isPaused = isPaused;
    clearTimeout(this.#timer);
    if (!isPaused) this.now();
  }

  /** Ends the updates until `start`: there is no token. */
  stop() {
    this.isStopped = true;
    clearTimeout(this.#timer);
    this.#running?.abort();
  }

  start() {
    this.isStopped = false;
    return this.now();
  }
}
