// The page: who one sits as, the chats of that person, and the open chat. All state is the server's; what is kept here
// is only where one looks.

import { avatar, messageItem, nameOf, preview } from "./message.js";
import { get, listen, post } from "./server.js";
import { chatSheet, groupSheet, personSheet, topicSheet } from "./sheets.js";
import { make, tick } from "./text.js";
import { language, say, switchLanguage } from "./words.js";

const $ = (id) => document.getElementById(id);
const here = { person: Number(sessionStorage.getItem("person")) || null, chat: null, thread: null, payload: null, reply: null };
let people = [];
let view = null;
const met = new Set(); // people whose earlier alerts are known not to be news
const told = new Set(); // answers to taps that were shown, or were there before the page was opened
const waiting = new Map(); // answer id → the button that waits for it
let shown = new Map(); // key of a message → {rev, node}
let atEnd = true; // whether the newest message is in sight
let extent = ""; // of the list of messages, when it was last looked at

const chatNow = () => view?.chats.find((chat) => chat.id === here.chat);
const isPrivate = () => chatNow()?.kind === "private";

// -- reading --

let reading = false, again = false;
async function refresh() {
  if (reading) { again = true; return; }
  reading = true;
  try {
    do {
      again = false;
      await readAll();
    } while (again);
  } catch (error) {
    toast(error.message);
  } finally {
    reading = false;
  }
}

async function readAll() {
  people = await get("people");
  const humans = people.filter((person) => !person.is_bot);
  if (!humans.some((person) => person.id === here.person)) here.person = humans[0]?.id ?? null;
  if (here.person === null) { drawSeats(); return; }
  const asked = here.person;
  let chat = view?.person.id === asked && chatNow() ? here.chat : null; // never one that the person may not have
  let next;
  try {
    next = await get(sight(asked, chat));
  } catch (error) {
    if (chat === null) throw error;
    chat = null; // it went away meanwhile
    next = await get(sight(asked, chat));
  }
  if (asked !== here.person) { again = true; return; }
  view = next;
  if (here.chat !== null && !chatNow()) enter(view.chats.find((heir) => heir.migrated_from === here.chat)?.id ?? null);
  if (here.chat === null && matchMedia("(min-width: 720px)").matches && view.chats.length) {
    enter((view.chats.find((room) => room.kind !== "private") ?? view.chats[0]).id);
  }
  if (here.chat !== chat) { again = true; return; }
  tell();
  draw();
  if (here.chat !== null && chatNow().unread && document.visibilityState === "visible") await post(`people/${here.person}/read`, { chat: here.chat });
}

const sight = (person, chat) => `people/${person}/sees?${chat === null ? "limit=1" : `chat=${chat}`}`;

function enter(chat, payload = null) {
  Object.assign(here, { chat, payload, thread: null, reply: null });
  clear();
  $("down").hidden = true;
}

function clear() {
  shown = new Map();
  $("messages").replaceChildren();
  $("toasts").replaceChildren();
}

function tell() {
  const first = !met.has(here.person);
  met.add(here.person);
  for (const answer of view.answers) {
    if (!answer.answered || told.has(answer.id)) continue;
    told.add(answer.id);
    const own = waiting.delete(answer.id);
    if (first && !own) continue;
    if (answer.url) follow(answer.url);
    if (answer.text && answer.alert) {
      $("alert").querySelector("p").textContent = answer.text;
      if (!$("alert").open) $("alert").showModal();
    } else if (answer.text) toast(answer.text);
  }
}

function toast(text) {
  const node = make("div", { className: "toast", dir: "auto" }, text);
  $("toasts").replaceChildren(node);
  setTimeout(() => node.classList.add("going"), 3200);
  setTimeout(() => node.remove(), 3600);
}

// -- drawing --

function draw() {
  drawSeats();
  drawChats();
  drawHead();
  drawTopics();
  drawMessages();
  drawComposer();
  document.body.classList.toggle("in-chat", here.chat !== null);
}

function drawSeats() {
  $("seats").ariaLabel = say("sitAs");
  $("language").textContent = say("language");
  $("add-person").textContent = say("addPerson");
  $("add-group").textContent = say("addGroup");
  document.documentElement.lang = language;
  $("seats").replaceChildren(...people.filter((person) => !person.is_bot).map((person, place) => {
    const sitting = person.id === here.person;
    const face = avatar(make("span"), person.id, person.name);
    if (person.unread && !sitting) face.append(make("span", { className: "badge" }, String(person.unread)));
    return make("button", {
      type: "button", className: "seat", role: "radio", ariaChecked: String(sitting), title: `${say("sitAs")} ${person.name} (Alt+${place + 1})`,
      onclick: () => sit(person.id),
    }, face, make("bdi", {}, person.name));
  }));
}

function drawChats() {
  const newestFirst = [...view.chats].sort((a, b) => (b.last?.seq ?? 0) - (a.last?.seq ?? 0));
  $("chats").replaceChildren(...newestFirst.map((chat) => {
    const face = avatar(make("div"), chat.kind === "private" ? view.bot.id : chat.id, chat.title);
    const last = chat.last;
    const from = last && chat.kind !== "private" && !Object.keys(last.service).length ? `${last.sender.id === here.person ? say("you") : nameOf(last.sender)}: ` : "";
    const node = make("button", { type: "button", className: "chat", onclick: () => open(chat.id) },
      face,
      make("span", { className: "lines" },
        make("b", {}, make("bdi", {}, chat.title)),
        make("span", { className: "last", dir: "auto" }, last ? from + preview(last) : say("empty"))),
      chat.unread ? make("span", { className: "badge" }, String(chat.unread)) : null);
    if (chat.id === here.chat) node.setAttribute("aria-current", "true");
    return node;
  }));
}

function drawHead() {
  const chat = chatNow();
  $("pane").classList.toggle("nothing", chat === undefined);
  $("pane").dataset.hint = say("choose");
  if (chat === undefined) return;
  avatar($("head-avatar"), chat.kind === "private" ? view.bot.id : chat.id, chat.title);
  const [title, small] = $("head-title").children;
  title.textContent = chat.title;
  small.textContent = chat.kind === "private" ? `@${view.bot.username}` : say("members", chat.members);
  $("back").ariaLabel = say("back");
}

function drawTopics() {
  const chat = chatNow();
  $("topics").hidden = !chat?.forum;
  if (!chat?.forum) { here.thread = null; return; }
  if (here.thread !== null && !(here.thread in chat.topics)) here.thread = null;
  const tab = (thread, name) => make("button", {
    type: "button", role: "tab", ariaSelected: String(here.thread === thread),
    onclick: () => { here.thread = thread; clear(); draw(); },
  }, name);
  $("topics").replaceChildren(tab(null, say("general")), ...Object.entries(chat.topics).map(([thread, topic]) => tab(Number(thread), topic.name)),
    make("button", { type: "button", onclick: () => topicSheet(chat).then(refresh) }, say("addTopic")));
}

function drawMessages() {
  const list = $("messages");
  const chat = chatNow();
  const messages = (view.messages[here.chat] ?? []).filter((message) => !chat?.forum || message.thread === here.thread);
  const byId = new Map(messages.map((message) => [message.id, message]));
  const fresh = new Map();
  let before = null;
  for (const message of messages) {
    const key = `${here.person}:${message.chat}:${message.seq}`;
    const grouped = before !== null && before.sender?.id === message.sender?.id && message.date - before.date < 300 && !before.buttons.length && !Object.keys(before.service).length;
    const waits = (_, button) => [...waiting.values()].some((wait) => wait.key === key && wait.text === button.text);
    const stamp = `${message.rev}:${grouped}:${language}:${message.buttons.flat().map((button) => waits(message, button))}`;
    const old = shown.get(key);
    fresh.set(key, old?.stamp === stamp ? old : {
      stamp,
      node: messageItem(message, {
        mine: message.sender?.id === here.person, grouped, replied: message.reply_to ? byId.get(message.reply_to) : null,
        acts: { press, act, reply, remove }, waits, canRemove: message.sender?.id === here.person || ["creator", "administrator"].includes(chat?.status) || isPrivate(),
      }),
    });
    before = message;
  }
  const focused = document.activeElement?.closest?.(".key");
  const spot = focused ? [focused.textContent, focused.closest(".message")] : null;
  const nodes = [...fresh.values()].map((one) => one.node);
  nodes.forEach((node, place) => { if (list.children[place] !== node) list.insertBefore(node, list.children[place] ?? null); });
  while (list.children.length > nodes.length) list.lastChild.remove();
  const added = fresh.size !== shown.size || [...fresh.keys()].some((key) => !shown.has(key));
  const opened = shown.size === 0;
  shown = fresh;
  if (atEnd || opened) toEnd();
  else if (added) $("down").hidden = false;
  if (spot && !spot[1].isConnected) [...list.querySelectorAll(".key")].reverse().find((node) => node.textContent === spot[0])?.focus({ preventScroll: true });
}

function drawComposer() {
  const chat = chatNow();
  const closed = isPrivate() && (!view.person.started || view.person.blocked || here.payload !== null);
  const silent = chat !== undefined && chat.status === "restricted";
  $("composer").hidden = chat === undefined || closed || silent;
  $("start").hidden = chat === undefined || !(closed || silent);
  $("start").disabled = silent;
  $("start").textContent = silent ? say("silent") : view.person.blocked ? say("unblock") : say("start");
  $("intro").hidden = !(closed && !view.person.started);
  $("intro").textContent = say("intro");
  $("words").placeholder = say("write");
  $("send").ariaLabel = say("send");
  $("down").ariaLabel = say("newest");
  $("quote").hidden = here.reply === null;
  if (here.reply !== null) $("quote").firstElementChild.textContent = `${nameOf(here.reply.sender)}: ${preview(here.reply)}`;
}

function toEnd() {
  $("messages").scrollTop = $("messages").scrollHeight;
  atEnd = true;
}

// -- doing --

function sit(person) {
  here.person = person;
  sessionStorage.setItem("person", person);
  const room = chatNow();
  if (room?.kind === "private") here.chat = person;
  here.reply = here.payload = null;
  clear();
  refresh();
}

function open(chat, payload = null) {
  enter(chat, payload);
  refresh();
}

async function attempt(deed) {
  try {
    return await deed();
  } catch (error) {
    toast(error.message);
    return null;
  } finally {
    refresh();
  }
}

function press(message, button) {
  if (button.url) { follow(button.url); return; }
  if (button.copy_text) { navigator.clipboard?.writeText(button.copy_text.text); return; }
  attempt(async () => {
    const named = message.ephemeral_id === null ? { message: message.id } : { ephemeral: message.ephemeral_id };
    const pressed = await post(`people/${here.person}/press`, { chat: message.chat, ...named, data: button.callback_data, button: button.text });
    waiting.set(pressed.query, { key: `${here.person}:${message.chat}:${message.seq}`, text: button.text });
    setTimeout(() => { if (waiting.delete(pressed.query)) { toast(say("noAnswer")); refresh(); } }, 15000);
  });
}

function act({ url, command }) {
  if (url) follow(url);
  if (command) write(command);
}

function follow(url) {
  const link = /^(?:https?:\/\/)?t\.me\/(\w+)(?:\?start=([\w-]*))?$/.exec(url) ?? /^tg:\/\/resolve\?domain=(\w+)(?:&start=([\w-]*))?$/.exec(url);
  if (link && link[1].toLowerCase() === view.bot.username.toLowerCase()) open(here.person, link[2] ?? "");
  else if (/^https?:\/\//i.test(url) && confirm(`${say("outside")}\n${url}`)) window.open(url, "_blank", "noreferrer");
}

function reply(message) {
  here.reply = message;
  drawComposer();
  $("words").focus();
}

const remove = (message) => attempt(() => post(`people/${here.person}/delete`, { chat: message.chat, message: message.id }));

function write(text) {
  const body = { chat: here.chat, text };
  if (here.reply !== null) body.reply_to = here.reply.id;
  if (here.thread !== null) body.thread = here.thread;
  here.reply = null;
  toEnd();
  return attempt(() => post(`people/${here.person}/write`, body));
}

// -- the composer --

const words = $("words");
function grow() {
  words.style.height = "auto";
  words.style.height = `${words.scrollHeight + words.offsetHeight - words.clientHeight}px`; // with the border
  const begun = /^\/(\w*)$/.exec(words.value);
  const known = begun ? (chatNow()?.commands ?? []).filter((command) => command.command.startsWith(begun[1])) : [];
  $("menu").hidden = known.length === 0;
  $("menu").replaceChildren(...known.map((command) => make("li", {}, make("button", {
    type: "button", onclick: () => { words.value = ""; grow(); write(`/${command.command}`); words.focus(); },
  }, make("b", {}, `/${command.command}`), make("span", {}, command.description)))));
}
words.addEventListener("input", grow);
words.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); $("composer").requestSubmit(); }
  if (event.key === "Escape") { here.reply = null; drawComposer(); }
  if (event.key === "ArrowDown" && !$("menu").hidden) { event.preventDefault(); $("menu").querySelector("button").focus(); }
});
$("composer").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = words.value.trim();
  if (!text) return;
  words.value = "";
  grow();
  write(text);
});
$("quote").querySelector("button").addEventListener("click", () => { here.reply = null; drawComposer(); });
$("start").addEventListener("click", () => {
  const payload = here.payload ?? "";
  here.payload = null;
  attempt(() => post(`people/${here.person}/start`, { payload }));
});

// -- the rest --

$("back").addEventListener("click", () => { here.chat = null; document.body.classList.remove("in-chat"); refresh(); });
$("language").addEventListener("click", () => { switchLanguage(); draw(); });
$("add-person").addEventListener("click", () => personSheet().then((made) => made && sit(made.id)));
$("add-group").addEventListener("click", () => groupSheet(people, here.person).then((made) => made && open(made.id)));
$("head-title").addEventListener("click", () => chatSheet(chatNow(), people, view).then(refresh));
$("down").addEventListener("click", toEnd);
$("messages").addEventListener("scroll", ({ target }) => {
  if (extent !== `${target.clientWidth}×${target.clientHeight}`) return; // it scrolled because it was resized
  atEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 80;
  if (atEnd) $("down").hidden = true;
});
$("messages").addEventListener("load", () => atEnd && toEnd(), true); // pictures
new ResizeObserver(([{ target }]) => {
  extent = `${target.clientWidth}×${target.clientHeight}`;
  if (atEnd) toEnd(); // also when a phone's keyboard opens
}).observe($("messages"));
document.addEventListener("keydown", (event) => {
  const seat = event.altKey && /^Digit[1-9]$/.test(event.code) ? people.filter((person) => !person.is_bot)[event.code.slice(5) - 1] : undefined;
  if (seat) { event.preventDefault(); sit(seat.id); }
});
document.addEventListener("visibilitychange", refresh);
setInterval(() => document.querySelectorAll("time[data-unix]").forEach(tick), 5000);
let mourning = null;
listen(refresh, (lost) => {
  clearTimeout(mourning);
  if (lost) mourning = setTimeout(() => toast(say("lost")), 1500);
});
