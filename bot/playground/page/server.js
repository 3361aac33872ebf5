// The script interface, as far as the page needs it. Errors are sentences to be shown.

import { say } from "./words.js";

async function ask(method, path, body) {
  const response = await fetch(`/play/${path}`, {
    method,
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => { throw new Error(say("lost")); });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);
export const patch = (path, body) => ask("PATCH", path, body);

// Calls `changed` whenever anything did, and `lost` with whether the server has gone away.
export function listen(changed, lost) {
  const source = new EventSource("/play/events");
  source.onmessage = () => changed();
  source.onopen = () => lost(false);
  source.onerror = () => lost(true);
}
