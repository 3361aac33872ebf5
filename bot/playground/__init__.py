"""A local Telegram: Bot API server over real HTTP, a page to sit at as several people, an interface for scripts.

Any bot works against it: `AiohttpSession(api=TelegramAPIServer.from_base(url))` with the server's token, by long
polling or by a webhook on a loopback address. It knows nothing of the bot it serves. `await serve(port, state_file)`
starts one in this process, `python -m bot.playground --port 8080` a process of its own; `client` speaks the script
interface below in Python. `GET /` is the page.

**Identifiers.** People and chats have Telegram's kind of numbers; a private chat's is its person's. `"bot"` names a
person's private chat with the bot. A message is named by its id in its chat, an ephemeral one (message id 0) by its
`ephemeral_id`. Whatever changes raises the *revision* `rev`; each message carries the revision of its last change.

**Scripts.** JSON over HTTP under `/play`; errors are 4xx with `{"error": text}`; unknown fields are refused::

    GET    /people                   everybody, with how much each has unread
    POST   /people                   a new person: name, username, last_name, language, is_bot
    PATCH  /people/P                 blocked (the bot, by this person), deactivated, name, language
    GET    /people/P/sees            what the person sees: chats, messages by chat, answers to own taps;
                                     ?chat=C and ?limit=N narrow it
    POST   /people/P/write           chat, text, reply_to, reply_to_ephemeral, thread, as_channel (a title)
    POST   /people/P/start           presses Start in the private chat, with a payload
    POST   /people/P/edit            rewrites an own message: chat, message, text
    POST   /people/P/delete          removes a message, whosever: chat, message
    POST   /people/P/press           presses the newest button in sight by its text (button) or data, in chat, on
                                     message or ephemeral; forge sends other data than the button's.
                                     Answers query, or url for a link; a link to the bot starts it
    POST   /people/P/read            marks chat as read
    GET    /answers/QUERY?timeout=S  a tap, once answered: answered, text, alert, url
    GET    /chats                    every chat with its members
    POST   /chats                    a new one: title, kind, people (the first owns it), forum, bot (its status)
    PATCH  /chats/C                  title, forum (topics on or off)
    POST   /chats/C/members          person (id or "bot"), status (member, administrator, creator, restricted, left,
                                     kicked), anonymous, by
    POST   /chats/C/migrate          makes a group a supergroup; answers its new id
    POST   /chats/C/topics           opens a topic: name; answers thread
    PATCH  /chats/C/topics/T         closed, deleted
    GET    /changes?since=R&timeout=S  waits until the revision is above R; with &chat=C, which may stand there more
                                     than once, until something has happened to a message there
    GET    /events                   the revision as server-sent events
    GET    /calls?since=N&method=M&chat=C  every method call of the bot with its answer, polls left out; and the last
                                     one's number
    GET    /updates                  every update, and whether the bot has confirmed it
    POST   /updates                  queues any object as an update
    POST   /updates/again            delivers update (or the last) a second time under its old id
    GET    /faults                   what still goes wrong; DELETE switches all off
    POST   /faults                   kind: retry_after, error (code, description), drop_before, drop_after and
                                     drop_within the answer (the deed is done), latency, garbage (done, but the answer
                                     is no JSON); seconds; only for method, chat; times (null: for good)
    GET    /settings                 PATCH changes: limits (rate limits hold), privacy, query_life (seconds)
    POST   /clock                    puts the clock forward: advance seconds
"""

from bot.playground.server import TOKEN, Server, TakenError, serve

__all__ = ["TOKEN", "Server", "TakenError", "serve"]
