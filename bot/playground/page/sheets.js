// The dialogs: a new person, a new group, a new topic, and who is in a chat. Each resolves once it is closed.

import { patch, post } from "./server.js";
import { make } from "./text.js";
import { say } from "./words.js";

function sheet(title, fields, button, deed) {
  const dialog = document.getElementById("sheet");
  return new Promise((resolve) => {
    let result = null;
    const complaint = make("p", { className: "complaint" });
    const form = make("form", {
      onsubmit: async (event) => {
        event.preventDefault();
        try {
          result = await deed(new FormData(form));
          dialog.close();
        } catch (error) {
          complaint.textContent = error.message;
        }
      },
    }, make("h2", {}, make("bdi", {}, title)), ...fields, complaint,
    make("footer", {}, make("button", { type: "button", className: "plain", onclick: () => dialog.close() }, say("cancel")), make("button", { type: "submit" }, button)));
    dialog.replaceChildren(form);
    dialog.onclose = () => resolve(result);
    dialog.showModal();
    form.querySelector("input")?.focus();
  });
}

const field = (label, name) => make("label", {}, make("span", {}, label), make("input", { name, required: true, maxLength: 64, autocomplete: "off" }));
const tick = (label, name, value, checked) => make("label", { className: "tick" }, make("input", { type: "checkbox", name, value, checked }), make("bdi", {}, label));
const choice = (label, name, options, chosen) => make("label", {}, make("span", {}, label),
  make("select", { name }, ...options.map(([value, word]) => make("option", { value, selected: value === chosen }, word))));

export const personSheet = () => sheet(say("addPerson"), [field(say("name"), "name")], say("create"),
  (form) => post("people", { name: form.get("name") }));

export const topicSheet = (chat) => sheet(say("addTopic"), [field(say("topicName"), "name")], say("create"),
  (form) => post(`chats/${chat.id}/topics`, { name: form.get("name") }));

export function groupSheet(people, owner) {
  const humans = people.filter((person) => !person.is_bot);
  return sheet(say("addGroup"), [
    field(say("title"), "title"),
    choice(say("kind"), "kind", [["group", say("group")], ["supergroup", say("supergroup")], ["forum", say("forum")]], "group"),
    make("fieldset", {}, make("legend", {}, say("whoIsIn")), ...humans.map((person) => tick(person.name, "person", person.id, true)),
      tick(say("botAdmin"), "admin", "yes", false)),
  ], say("create"), (form) => {
    const chosen = form.getAll("person").map(Number);
    const kind = form.get("kind");
    return post("chats", {
      title: form.get("title"), kind: kind === "group" ? "group" : "supergroup", forum: kind === "forum",
      people: chosen.includes(owner) ? [owner, ...chosen.filter((id) => id !== owner)] : chosen,
      bot: form.has("admin") ? "administrator" : "member",
    });
  });
}

export function chatSheet(chat, people, view) {
  if (chat.kind === "private") {
    return sheet(chat.title, [tick(say("block"), "blocked", "yes", view.person.blocked)], say("done"),
      (form) => patch(`people/${view.person.id}`, { blocked: form.has("blocked") }));
  }
  const humans = people.filter((person) => !person.is_bot);
  const inside = (id) => ["creator", "administrator", "member", "restricted"].includes(chat.statuses[id]);
  const bot = chat.statuses[view.bot.id];
  const now = bot === "administrator" ? "administrator" : inside(view.bot.id) ? "member" : "kicked";
  return sheet(chat.title, [
    make("fieldset", {}, make("legend", {}, say("whoIsIn")), ...humans.map((person) => tick(person.name, "person", person.id, inside(person.id)))),
    choice(say("bot"), "bot", [["member", say("botMember")], ["administrator", say("botAdmin")], ["kicked", say("botOut")]], now),
    ...(chat.kind === "group" ? [tick(say("upgrade"), "migrate", "yes", false)] : []),
  ], say("done"), async (form) => {
    const chosen = new Set(form.getAll("person").map(Number));
    for (const person of humans) {
      if (chosen.has(person.id) === inside(person.id)) continue;
      await post(`chats/${chat.id}/members`, { person: person.id, status: chosen.has(person.id) ? "member" : "left" });
    }
    if (form.get("bot") !== now) await post(`chats/${chat.id}/members`, { person: "bot", status: form.get("bot"), by: view.person.id });
    if (form.has("migrate")) await post(`chats/${chat.id}/migrate`, { by: view.person.id });
  });
}
