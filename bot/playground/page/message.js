// One message of a chat as a list item.

import { make, richText } from "./text.js";
import { language, say } from "./words.js";

export const hue = (id) => (Math.abs(id) * 137) % 360;

export function nameOf(who) {
  return who?.title ?? [who?.first_name, who?.last_name].filter(Boolean).join(" ") ?? "";
}

export function initials(name) {
  const letters = [...name.trim()].filter((sign) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sign));
  return (letters[0] ?? "·").toUpperCase();
}

export function avatar(node, id, name) {
  node.className = "avatar";
  node.style.setProperty("--hue", hue(id));
  node.textContent = initials(name);
  node.ariaHidden = "true";
  return node;
}

export function serviceLine(message) {
  const service = message.service;
  if (service.new_chat_members) return say("joined", service.new_chat_members.map(nameOf).join(", "));
  if (service.left_chat_member) return say("left", nameOf(service.left_chat_member));
  if (service.pinned_message) return `${say("pinned")}: ${summary(service.pinned_message.text)}`;
  if (service.forum_topic_created) return say("topic", service.forum_topic_created.name);
  if (service.migrate_to_chat_id) return say("migrated");
  return null;
}

// A link's payload is the bot's business: clients show the bare command.
const textOf = (message) => message.text?.replace(/^\/start \S+$/, "/start");

const summary = (text) => (text ?? "…").split("\n")[0].slice(0, 80);

export function preview(message) {
  return serviceLine(message) ?? summary(textOf(message) ?? (message.photo ? say("photo") : message.document ? say("document") : ""));
}

// `acts`: press(message, button), act({url} or {command}), reply(message), remove(message); `waits(message, button)`.
export function messageItem(message, { mine, grouped, replied, acts, waits, canRemove }) {
  const item = make("li", { className: "message", tabIndex: -1 });
  const service = serviceLine(message);
  if (service !== null || Object.keys(message.service).length) {
    item.classList.add("service");
    if (service !== null) item.append(make("span", {}, service));
    else item.hidden = true;
    return item;
  }
  item.classList.toggle("mine", mine);
  item.classList.toggle("grouped", grouped);
  item.classList.toggle("secret", message.ephemeral_id !== null);
  const name = nameOf(message.sender);
  if (!mine) item.append(avatar(make("div"), message.sender?.id ?? 0, name));
  const bubble = make("div", { className: "bubble" });
  if (!mine && !grouped) {
    const head = make("div", { className: "sender" }, make("bdi", {}, name));
    head.style.setProperty("--hue", hue(message.sender?.id ?? 0));
    bubble.append(head);
  }
  if (message.ephemeral_id !== null) bubble.append(make("div", { className: "only" }, `◐ ${say("secret")}`));
  if (replied) {
    bubble.append(make("div", { className: "replied" }, make("b", {}, make("bdi", {}, nameOf(replied.sender))), preview(replied)));
  }
  if (message.photo) {
    const [width, height] = message.photo_size;
    const picture = make("img", { src: `/play/files/${message.photo}`, alt: say("photo"), width, height });
    bubble.append(picture);
    item.classList.add("pictured");
  }
  if (message.document) {
    bubble.append(make("a", { className: "file", href: `/play/files/${message.document.file_id}`, download: message.document.file_name ?? "" }, `📄 ${message.document.file_name ?? say("document")}`));
  }
  if (message.text) bubble.append(make("div", { className: "text", dir: "auto" }, ...richText(textOf(message), message.entities, acts.act)));
  const time = new Date(1000 * message.date).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  bubble.append(make("div", { className: "stamp" }, message.edited ? `${say("edited")} ${time}` : time));
  const tools = make("div", { className: "tools" });
  if (message.id) tools.append(make("button", { type: "button", title: say("reply"), ariaLabel: say("reply"), onclick: () => acts.reply(message) }, "↩"));
  if (canRemove && message.id) tools.append(make("button", { type: "button", title: say("remove"), ariaLabel: say("remove"), onclick: () => acts.remove(message) }, "×"));
  const body = make("div", { className: "body" }, bubble);
  if (message.buttons.length) body.append(keyboard(message, acts, waits));
  item.append(body, tools);
  return item;
}

function keyboard(message, acts, waits) {
  const rows = message.buttons.map((row) =>
    make("div", { className: "row" }, ...row.map((button) => {
      const node = make("button", { type: "button", className: "key", disabled: Boolean(button.disabled), onclick: () => acts.press(message, button) }, make("bdi", {}, button.text));
      if (button.style) node.classList.add(button.style);
      if (button.url) node.classList.add("outward");
      if (waits(message, button)) node.classList.add("waiting");
      return node;
    })));
  return make("div", { className: "keyboard" }, ...rows);
}
