// Asks the program. The token travels in a header only: never in an address, which logs and histories keep.

const KEY = "switchboard.token";
// A program that is stopped in a debugger accepts connections, and does not answer.
const PATIENCE = 5000;

/** Why there is no answer. `status` is that of HTTP, and 0 if the program did not answer at all. */
export class Failure extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export const token = {
  get: () => sessionStorage.getItem(KEY),
  clear: () => sessionStorage.removeItem(KEY),

  /** Keeps a token until the tab is closed. Returns false for a text that a header cannot carry. */
  set(text) {
    if (!/^[\x21-\x7e]+$/.test(text)) return false;
    sessionStorage.setItem(KEY, text);
    return true;
  },

  /** Takes the token out of the fragment of the address. Returns whether one was there. */
  takeFromAddress() {
    const found = /^#token=(.+)$/.exec(location.hash);
    if (!found) return false;
    history.replaceState(null, "", location.pathname);
    try {
      return token.set(decodeURIComponent(found[1]));
    } catch {
      return false;
    }
  },
};

async function send(method, path, { query = {}, body, signal }) {
  const search = new URLSearchParams(query).toString();
  const late = AbortSignal.timeout(PATIENCE);
  const headers = { Authorization: `Bearer ${token.get() ?? ""}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(path + (search && `?${search}`), {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store",
      credentials: "omit", redirect: "error", signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    // The end of a body may come late too.
    const data = await (answer.ok && path.endsWith(".pftrace") ? answer.blob() : answer.text());
    return { answer, data };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Failure(0, late.aborted ? `no answer in ${PATIENCE / 1000} s` : "no connection");
  }
}

function parsed(text, path) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(500, `The answer to ${path} is not JSON. Reload the page: it may belong to another version.`);
  }
}

async function ask(method, path, options) {
  const { answer, data } = await send(method, path, options);
  if (answer.ok) return data instanceof Blob ? data : parsed(data, path);
  let message = `The program answers ${path} with status ${answer.status}.`;
  try {
    message = String(JSON.parse(data).error ?? message);
  } catch {
    // Something between the page and the program answered; the status says enough.
  }
  throw new Failure(answer.status, message);
}

/** GET. `signal` gives the request up; the promise then fails with the signal's reason. */
export function get(path, query = {}, signal = undefined) {
  return ask("GET", path, { query, signal });
}

export function post(path, body = undefined) {
  return ask("POST", path, { body });
}
