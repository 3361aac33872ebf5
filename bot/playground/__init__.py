"""A local Telegram: a Bot API server over real HTTP, a page to sit at as several people, and an interface for scripts.

Any bot works against it: `AiohttpSession(api=TelegramAPIServer.from_base(url))` with the server's token, by long polling
or by a webhook on a loopback address. It knows nothing of the bot it serves. `await serve(port, state_file)` starts one
in this process, `python -m bot.playground --port 8080` a process of its own; `client` speaks the script interface below
in Python. `GET /` is the page.

**Identifiers.** People and chats have Telegram's kind of numbers; a private chat's is its person's. `"bot"` names a
person's private chat with the bot. A message is named by its id in its chat, an ephemeral one (message id 0) by its
`ephemeral_id`. Whatever changes raises the *revision* `rev`; each message carries the revision of its last change.

**Scripts.** JSON over HTTP; errors are 4xx with `{"error": text}`; unknown fields are refused.

| | |
|---|---|
| `GET /play/people`, `POST /play/people` | everybody; a new person: `name`, `username`, `last_name`, `language`, `is_bot` |
| `PATCH /play/people/P` | `blocked` (the bot, by this person), `deactivated`, `name`, `language` |
| `GET /play/people/P/sees?chat=C&limit=N` | what the person sees: `chats`, `messages` by chat, `answers` to own taps |
| `POST /play/people/P/write` | `chat`, `text`, `reply_to`, `reply_to_ephemeral`, `thread`, `as_channel` (a title) |
| `POST /play/people/P/start` | presses Start in the private chat, with a `payload` |
| `POST /play/people/P/edit`, `…/delete` | rewrites an own message: `chat`, `message`, `text`; removes any: `chat`, `message` |
| `POST /play/people/P/press` | presses the newest `button` (its text) or `data` in sight, in `chat`, on `message` or |
| | `ephemeral`; `forge` sends other data than the button's. Answers `query`, or `url` for a link |
| `POST /play/people/P/read` | marks `chat` read |
| `GET /play/answers/QUERY?timeout=S` | a tap, once answered: `answered`, `text`, `alert`, `url` |
| `GET /play/chats`, `POST /play/chats` | every chat; a new one: `title`, `kind`, `people` (the first owns it), `forum`, `bot` (status) |
| `PATCH /play/chats/C` | `title`, `forum` (topics on or off) |
| `POST /play/chats/C/members` | `person` (id or `"bot"`), `status` (member, administrator, creator, restricted, left, kicked), |
| | `anonymous`, `by` |
| `POST /play/chats/C/migrate` | makes a group a supergroup; answers its new `id` |
| `POST /play/chats/C/topics`, `PATCH …/topics/T` | opens a topic: `name`; `closed`, `deleted` |
| `GET /play/changes?since=REV&timeout=S` | waits until the revision is above `since` |
| `GET /play/events` | the revision as server-sent events |
| `GET /play/calls?since=N&method=M&chat=C` | every method call of the bot with its answer (polls left out) |
| `GET /play/updates`, `POST /play/updates` | all updates; queues any object as one |
| `POST /play/updates/again` | delivers an `update` (or the last) a second time under its old id |
| `GET`, `POST`, `DELETE /play/faults` | what goes wrong: `kind` retry_after, error (`code`, `description`), drop_before, drop_after |
| | (the deed is done), latency, garbage (done, but the answer is no JSON); `seconds`; for one `method`, `chat`; `times` |
| `GET`, `PATCH /play/settings` | `limits` (rate limits hold), `privacy` (privacy mode), `query_life` (seconds) |
| `POST /play/clock` | puts the clock forward: `advance` seconds |
"""

from bot.playground.server import TOKEN, Server, serve

__all__ = ["TOKEN", "Server", "serve"]
