// What the page says, in Russian and English.

const WORDS = {
  ru: {
    sitAs: "Сесть как", addPerson: "+ человек", addGroup: "+ группа", write: "Сообщение", send: "Отправить",
    start: "Старт", unblock: "Разблокировать", secret: "видно только вам", edited: "изменено", reply: "Ответить",
    remove: "Удалить", members: (n) => `${n} ${plural(n, "участник", "участника", "участников")}`, bot: "бот",
    general: "Общее", addTopic: "+ тема", topicName: "Название темы", name: "Имя", title: "Название", cancel: "Отмена",
    create: "Создать", done: "Готово", whoIsIn: "Кто в группе", kind: "Вид", group: "Группа", supergroup: "Супергруппа",
    forum: "Форум с темами", botAdmin: "Бот — администратор", botMember: "Бот — участник", botOut: "Бота нет",
    upgrade: "Сделать супергруппой", block: "Заблокировать бота", empty: "Пока пусто", noAnswer: "Бот не отвечает",
    joined: (a) => `+ ${a}`, left: (a) => `− ${a}`, pinned: "Закреплено", migrated: "Теперь это супергруппа",
    topic: (a) => `Тема: ${a}`, document: "Файл", you: "Вы", intro: "Нажмите «Старт», чтобы бот мог вам писать.",
    language: "EN", back: "Назад", outside: "Ссылка ведёт наружу:", photo: "Картинка", lost: "Сервер не отвечает…",
    choose: "Выберите чат", admin: "админ", anonymous: "анонимно", silent: "Писать нельзя", newest: "К последним",
  },
  en: {
    sitAs: "Sit as", addPerson: "+ person", addGroup: "+ group", write: "Message", send: "Send",
    start: "Start", unblock: "Unblock", secret: "only you see this", edited: "edited", reply: "Reply",
    remove: "Delete", members: (n) => `${n} ${n === 1 ? "member" : "members"}`, bot: "bot",
    general: "General", addTopic: "+ topic", topicName: "Topic name", name: "Name", title: "Title", cancel: "Cancel",
    create: "Create", done: "Done", whoIsIn: "Who is in the group", kind: "Kind", group: "Group",
    supergroup: "Supergroup", forum: "Forum with topics", botAdmin: "Bot is an administrator", botMember: "Bot is a member",
    botOut: "No bot", upgrade: "Make it a supergroup", block: "Block the bot", empty: "Nothing yet",
    noAnswer: "The bot does not answer", joined: (a) => `+ ${a}`, left: (a) => `− ${a}`, pinned: "Pinned",
    migrated: "This is a supergroup now", topic: (a) => `Topic: ${a}`, document: "File", you: "You",
    intro: "Press Start to let the bot write to you.", language: "RU", back: "Back", outside: "The link leads outside:",
    photo: "Photo", lost: "The server does not answer…", choose: "Choose a chat", admin: "admin", anonymous: "anonymous",
    silent: "No writing here", newest: "To the newest",
  },
};

function plural(n, one, few, many) {
  const tens = n % 100, ones = n % 10;
  if (ones === 1 && tens !== 11) return one;
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? few : many;
}

export let language = localStorage.getItem("language") ?? "ru";

export function switchLanguage() {
  language = language === "ru" ? "en" : "ru";
  localStorage.setItem("language", language);
}

export const say = (key, ...args) => {
  const word = WORDS[language][key];
  return typeof word === "function" ? word(...args) : word;
};
