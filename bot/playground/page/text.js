// Message texts: plain text and entities into DOM nodes. Nothing is ever parsed as HTML.

import { language } from "./words.js";

const TAGS = {
  bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre", blockquote: "blockquote",
  expandable_blockquote: "blockquote", mention: "b", hashtag: "span", custom_emoji: "span",
};

export function make(tag, fields = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node && name !== "list") node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// `act` is told what was tapped: {url} or {command}.
export function richText(text, entities, act) {
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const build = (from, to, inner) => {
    const nodes = [];
    let at = from;
    for (let i = 0; i < inner.length; ) {
      const entity = inner[i], end = Math.min(entity.offset + entity.length, to);
      if (entity.offset > at) nodes.push(text.slice(at, entity.offset));
      let j = i + 1;
      while (j < inner.length && inner[j].offset < end) j++;
      nodes.push(wrap(entity, text.slice(entity.offset, end), build(entity.offset, end, inner.slice(i + 1, j)), act));
      at = end;
      i = j;
    }
    if (at < to) nodes.push(text.slice(at, to));
    return nodes;
  };
  return build(0, text.length, sorted);
}

function wrap(entity, covered, children, act) {
  switch (entity.type) {
    case "url":
    case "text_link":
      return link(entity.url ?? covered, children, act);
    case "bot_command":
      return make("button", { type: "button", className: "link", onclick: () => act({ command: covered }) }, ...children);
    case "text_mention":
      return make("b", { className: "mention" }, ...children);
    case "spoiler": {
      const node = make("span", { className: "spoiler", tabIndex: 0, role: "button" }, ...children);
      const open = () => node.classList.add("open");
      node.addEventListener("click", open);
      node.addEventListener("keydown", (event) => event.key === "Enter" && open());
      return node;
    }
    case "date_time": {
      const node = make("time", {}, ...children);
      node.dataset.unix = entity.unix_time;
      node.dataset.format = entity.date_time_format ?? "";
      tick(node);
      return node;
    }
    default:
      return make(TAGS[entity.type] ?? "span", {}, ...children);
  }
}

function link(url, children, act) {
  const safe = /^(https?|tg):\/\//i.test(url) ? url : `https://${url}`;
  const go = (event) => {
    event.preventDefault();
    act({ url: safe });
  };
  return make("a", { href: safe, rel: "noreferrer", target: "_blank", onclick: go }, ...children);
}

// Words a date the way its format asks: r is relative; w, d, D, t, T are weekday, dates and times; else as written.
export function tick(node) {
  const { unix, format } = node.dataset;
  const date = new Date(1000 * unix);
  node.title = date.toLocaleString(language);
  if (format === "r") {
    const seconds = Math.round(unix - Date.now() / 1000);
    const [amount, unit] =
      Math.abs(seconds) < 60 ? [seconds, "second"] : Math.abs(seconds) < 3600 ? [Math.round(seconds / 60), "minute"]
        : Math.abs(seconds) < 86400 ? [Math.round(seconds / 3600), "hour"] : [Math.round(seconds / 86400), "day"];
    node.textContent = new Intl.RelativeTimeFormat(language).format(amount, unit);
  } else if (/^[wdDtT]+$/.test(format)) {
    const options = {};
    if (format.includes("w")) options.weekday = "long";
    if (format.includes("d")) Object.assign(options, { day: "numeric", month: "numeric" });
    if (format.includes("D")) Object.assign(options, { day: "numeric", month: "long", year: "numeric" });
    if (/t/i.test(format)) Object.assign(options, { hour: "2-digit", minute: "2-digit" });
    if (format.includes("T")) options.second = "2-digit";
    node.textContent = date.toLocaleString(language, options);
  }
}
