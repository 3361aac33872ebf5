#!lua name=@LIBRARY@

-- The atomic steps, as Redis functions. Each reads what it needs to and checks it, types included, before it writes:
-- a function that fails halfway keeps what it has written. Deleting inbox entries comes last. Every key is in `keys`.
-- The library is named after a digest of this text, so that two releases can run side by side.

local WORKERS = 'workers'
local MOST_CHIPS = 1e15 -- beyond that a number of Lua's is not exact
local MOST_BROKEN, BROKEN_KEPT = 1000, 7 * 24 * 3600

-- Whether there is anything under the key; an error where it is of another type.
local function check(key, kind)
  local found = redis.call('TYPE', key)['ok']
  if found ~= kind and found ~= 'none' then
    error('the key ' .. key .. ' holds a ' .. found .. ', not a ' .. kind)
  end
  return found == kind
end

local function check_inbox(inbox)
  if not check(inbox, 'stream') then
    redis.call('XGROUP', 'CREATE', inbox, WORKERS, '0', 'MKSTREAM')
  end
end

local function server_ms()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function settle(inbox, ids)
  for _, id in ipairs(ids) do
    redis.call('XACK', inbox, WORKERS, id)
    redis.call('XDEL', inbox, id)
  end
end

-- What the screens of a table have to show: version, and whether digests of what they show may be trusted.
local function mark(key)
  local held = redis.call('HMGET', key, 'stale', 'doubt')
  if not held[1] then return '' end
  return held[1] .. (held[2] and '!' .. held[2] or '')
end

local function table_row(key)
  local held = redis.call('HMGET', key, 'game', 'document', 'version', 'shown')
  if not held[3] then return false end
  return {held[1], held[2], held[3], held[4] or '', mark(key)}
end

local function chat_row(key)
  local held = redis.call('HMGET', key, 'document', 'version')
  return held[2] and held
end

-- From now on the screens of the table may not show its newest change.
local function spoil(key, version, now)
  local since = redis.call('HGET', key, 'since')
  if not since or tonumber(since) > now then redis.call('HSET', key, 'since', now) end
  redis.call('HSET', key, 'stale', version, 'changed', now)
end

-- Whoever drew before and did not say that it ended may have changed messages without noting it.
local function take_lease(key, holder, until_ms)
  if redis.call('HGET', key, 'drawer') then
    redis.call('HSET', key, 'doubt', holder)
  end
  redis.call('HSET', key, 'drawer', holder, 'until', until_ms)
end

-- keys: seen, inbox · args: seconds to remember, consumer or '', kind, update id, table id, lane, payload
-- → 0 known already · 1 put in · {entry} put in, and this one (perhaps an older) is now the consumer's to handle
local function append(keys, args)
  local seen, inbox, consumer = keys[1], keys[2], args[2]
  check(seen, 'string')
  check_inbox(inbox)
  if not redis.call('SET', seen, '1', 'NX', 'EX', args[1]) then return 0 end
  redis.call('XADD', inbox, '*',
    'kind', args[3], 'update_id', args[4], 'table', args[5], 'lane', args[6], 'payload', args[7])
  if consumer == '' then return 1 end
  local read = redis.call('XREADGROUP', 'GROUP', WORKERS, consumer, 'COUNT', 1, 'STREAMS', inbox, '>')
  return read and read[1][2] or 1
end

-- Whether the hash holds anything else than these fields.
local function differs(key, fields)
  local held, more = redis.call('HGETALL', key), 0
  for at = 1, #held, 2 do
    if fields[held[at]] ~= held[at + 1] then return true end
    more = more + 1
  end
  for _ in pairs(fields) do more = more - 1 end
  return more ~= 0
end

-- Whether what a chat remembers, or its unfinished tables, are not as the change was judged by.
local function outdated(change, purses, titles, live, calls, tables)
  for user, chips in pairs(change.purses_loaded) do
    if (redis.call('HGET', purses, user) or '') ~= chips then return true end
  end
  if change.titles_loaded and differs(titles, change.titles_loaded) then return true end
  for _, user in ipairs(change.called) do
    if redis.call('HEXISTS', calls, user) == 0 then return true end
  end
  if change.most and redis.call('ZCARD', live) >= change.most then return true end
  if not change.unfinished then return false end
  if redis.call('ZCARD', live) ~= #tables then return true end
  for at, key in ipairs(tables) do
    if redis.call('HGET', key, 'version') ~= change.unfinished[at] then return true end
  end
  return false
end

-- keys: table, log, said, deadlines, stale, live, purses, names, titles, played, chat, inbox, who waits for the next
--   table, tables, the chat's unfinished tables…
-- args: the change (`Commit` in bot/store/changes.py), the table's text, the chat's text
-- → {'gone', id…} · {'conflict', table row, chat row} · {'done'} · {'done', table row, said}: the lease is the holder's
local function commit(keys, args)
  local table_key, log, said, deadlines, stale, live, purses, names, titles, played, chat, inbox, calls,
    all = unpack(keys, 1, 14)
  local tables = {unpack(keys, 15)}
  local change = cjson.decode(args[1])
  check(table_key, 'hash')
  check(log, 'list')
  check(said, 'list')
  check(deadlines, 'zset')
  check(stale, 'zset')
  check(live, 'zset')
  check(purses, 'hash')
  check(names, 'hash')
  check(titles, 'hash')
  check(played, 'hash')
  check(chat, 'hash')
  check(inbox, 'stream')
  check(calls, 'hash')
  check(all, 'zset')
  for _, key in ipairs(tables) do check(key, 'hash') end
  for user, won in pairs(change.purses) do
    if won % 1 ~= 0 or math.abs(won) >= MOST_CHIPS then error('nobody wins ' .. won .. ' chips') end
    local chips = redis.call('HGET', purses, user)
    if chips and not (string.match(chips, '^-?%d+$') and #chips < 16) then
      error('the key ' .. purses .. ' holds a purse that is no number')
    end
  end

  local gone = {'gone'}
  for _, id in ipairs(change.entries) do
    if #redis.call('XRANGE', inbox, id, id) == 0 then table.insert(gone, id) end
  end
  if #gone > 1 then return gone end
  local id, now = change.id, server_ms()
  local conflict = id and (redis.call('HGET', table_key, 'version') or nil) ~= change.loaded
  conflict = conflict or change.chat and (redis.call('HGET', chat, 'version') or nil) ~= change.chat_loaded
  conflict = conflict or outdated(change, purses, titles, live, calls, tables)
  if conflict then return {'conflict', id and table_row(table_key) or false, change.chat and chat_row(chat) or false} end

  if change.writes then
    redis.call('HSET', table_key, 'game', change.game, 'document', args[2], 'version', change.version)
    if change.drop > 0 then redis.call('LTRIM', log, 0, -change.drop - 1) end
    for _, entry in ipairs(change.log) do redis.call('RPUSH', log, entry) end
    if change.live then
      redis.call('ZADD', live, 'NX', now, id)
      redis.call('ZADD', all, now, id)
    else
      redis.call('ZREM', live, id)
      redis.call('ZREM', all, id)
    end
    if not change.deadline then redis.call('ZREM', deadlines, id) end
  end
  if change.deadline then redis.call('ZADD', deadlines, change.deadline, id) end
  for _, text in ipairs(change.said) do redis.call('RPUSH', said, text) end
  if change.reset then
    for _, user in ipairs(redis.call('HKEYS', purses)) do
      if tonumber(user) > 0 then redis.call('HSET', purses, user, change.purse) else redis.call('HDEL', purses, user) end
    end
  end
  for user, chips in pairs(change.purses) do
    redis.call('HSETNX', purses, user, tonumber(user) > 0 and change.purse or 0)
    redis.call('HINCRBY', purses, user, chips)
  end
  for user, name in pairs(change.names) do redis.call('HSET', names, user, name) end
  for title, holder in pairs(change.titles) do
    if holder == '' then redis.call('HDEL', titles, title) else redis.call('HSET', titles, title, holder) end
  end
  if change.played then redis.call('HINCRBY', played, change.played, 1) end
  for _, user in ipairs(change.called) do redis.call('HDEL', calls, user) end
  if change.chat_writes then redis.call('HSET', chat, 'document', args[3], 'version', change.version) end

  local leased = false
  if change.stale then
    local lease_until = tonumber(redis.call('HGET', table_key, 'until') or 0)
    spoil(table_key, change.writes and change.version or change.loaded, now)
    if change.holder and lease_until <= now then
      leased, lease_until = true, now + change.lease_ms
      take_lease(table_key, change.holder, lease_until)
    end
    redis.call('ZADD', stale, math.max(lease_until, now), id)
  end
  if change.writes then
    for _, key in ipairs({table_key, log, said}) do
      if change.expire then redis.call('EXPIRE', key, change.expire) else redis.call('PERSIST', key) end
    end
  end
  settle(inbox, change.entries)
  if not leased then return {'done'} end
  local row = table_row(table_key)
  if change.writes then row[2] = '' end -- the caller has it
  return {'done', row, redis.call('LRANGE', said, 0, -1)}
end

-- keys: purses, names, titles, who waits for the next table; all of one chat · args: a user that it forgets
local function forget(keys, args)
  local purses, names, titles, calls = unpack(keys)
  local user = args[1]
  for _, key in ipairs(keys) do check(key, 'hash') end
  for _, title in ipairs(redis.call('HKEYS', titles)) do
    if string.find(title .. ',', '[/,]' .. user .. ',') then redis.call('HDEL', titles, title) end
  end
  redis.call('HDEL', purses, user)
  redis.call('HDEL', names, user)
  redis.call('HDEL', calls, user)
end

-- keys: table, log, said, deadlines, stale, live, tables · args: table id. Nothing is left of the table.
local function vanish(keys, args)
  local table_key, log, said, deadlines, stale, live, all = unpack(keys)
  check(deadlines, 'zset')
  check(stale, 'zset')
  check(live, 'zset')
  check(all, 'zset')
  redis.call('DEL', table_key, log, said)
  for _, key in ipairs({deadlines, stale, live, all}) do redis.call('ZREM', key, args[1]) end
end

-- keys: a table or chat that cannot be read, where it goes, more of it that is to be kept, sets that name it
-- args: version, the name in those sets → 1: it is aside, 0: it has another version by now
local function shelve(keys, args)
  check(keys[1], 'hash')
  if redis.call('HGET', keys[1], 'version') ~= args[1] then return 0 end
  for at = 3, #keys do
    if redis.call('TYPE', keys[at])['ok'] == 'zset' then
      redis.call('ZREM', keys[at], args[2])
    else
      redis.call('PERSIST', keys[at])
    end
  end
  redis.call('RENAME', keys[1], keys[2])
  redis.call('PERSIST', keys[2])
  return 1
end

-- keys: table, said, stale · args: table id, holder, mark of what was drawn, what is shown, texts said, lease in ms, a
--   doubt that what is shown allows for or ''
-- → {'lost'} · {'newer', table row, said, lag} · {'done', lag}: for how many ms something was not shown that is now, if so
local function shown(keys, args)
  local table_key, said, stale = unpack(keys)
  local id, holder = args[1], args[2]
  check(table_key, 'hash')
  check(said, 'list')
  check(stale, 'zset')
  local held, now = redis.call('HMGET', table_key, 'version', 'drawer', 'until', 'since', 'changed'), server_ms()
  if not held[1] then -- it has expired meanwhile, and must not come back as half a table
    redis.call('ZREM', stale, id)
    return {'lost'}
  end
  if held[2] ~= holder then -- somebody else draws, or has drawn, and our late edit may stand above theirs
    spoil(table_key, held[1], now)
    redis.call('HSET', table_key, 'doubt', holder)
    redis.call('ZADD', stale, held[3] or 0, id)
    return {'lost'}
  end
  local lag = args[3] ~= '' and held[4] and math.max(0, now - held[4]) or false
  redis.call('HSET', table_key, 'shown', args[4])
  if args[7] ~= '' and redis.call('HGET', table_key, 'doubt') == args[7] then redis.call('HDEL', table_key, 'doubt') end
  redis.call('LTRIM', said, args[5], -1)
  if mark(table_key) == args[3] and redis.call('LLEN', said) == 0 then
    redis.call('HDEL', table_key, 'stale', 'since', 'changed', 'doubt', 'drawer', 'until')
    redis.call('ZREM', stale, id)
    return {'done', lag}
  end
  -- Of the changes since then only the newest is known, so that is taken for the oldest.
  if lag and held[5] then redis.call('HSET', table_key, 'since', held[5]) end
  local lease_until = now + args[6]
  redis.call('HSET', table_key, 'until', lease_until)
  redis.call('ZADD', stale, lease_until, id)
  return {'newer', table_row(table_key), redis.call('LRANGE', said, 0, -1), lag}
end

-- keys: table, stale · args: table id, holder, lease in ms → 1: the lease is the holder's for that long from now
local function keep(keys, args)
  check(keys[1], 'hash')
  check(keys[2], 'zset')
  if redis.call('HGET', keys[1], 'drawer') ~= args[2] then return 0 end
  local lease_until = server_ms() + args[3]
  redis.call('HSET', keys[1], 'until', lease_until)
  redis.call('ZADD', keys[2], lease_until, args[1])
  return 1
end

-- keys: table, stale · args: table id, holder, pause in ms → 1: the lease is given back, the screens are stale still
local function release(keys, args)
  local table_key, stale = unpack(keys)
  check(table_key, 'hash')
  check(stale, 'zset')
  if redis.call('HGET', table_key, 'drawer') ~= args[2] then return 0 end
  redis.call('HDEL', table_key, 'drawer', 'until')
  redis.call('ZADD', stale, server_ms() + args[3], args[1])
  return 1
end

-- keys: table, stale · args: table id, who doubts what the screens show or '', for how many ms there is no hurry.
-- They are to be drawn, if there are any.
local function redraw(keys, args)
  local table_key, stale = unpack(keys)
  local id, doubt = args[1], args[2]
  check(table_key, 'hash')
  check(stale, 'zset')
  local held = redis.call('HMGET', table_key, 'version', 'until')
  if not held[1] then return end
  local wanted = server_ms() + args[3]
  spoil(table_key, held[1], wanted)
  if doubt ~= '' then redis.call('HSET', table_key, 'doubt', doubt) end
  redis.call('ZADD', stale, 'LT', math.max(tonumber(held[2] or 0), wanted), id)
end

-- keys: table, stale · args: table id, holder, lease in ms, prefix of holders known to be dead or ''
-- → 1: the table's screens are stale, and the holder's to draw
local function sweep(keys, args)
  local table_key, stale = unpack(keys)
  local id, holder, dead = args[1], args[2], args[4]
  check(table_key, 'hash')
  check(stale, 'zset')
  local held, now = redis.call('HMGET', table_key, 'stale', 'drawer'), server_ms()
  if not held[1] then
    redis.call('ZREM', stale, id)
    return 0
  end
  local abandoned = dead ~= '' and held[2] and string.sub(held[2], 1, #dead) == dead
  -- The score is when the lease ends, or what its last holder asked to wait for.
  if tonumber(redis.call('ZSCORE', stale, id) or 0) > now and not abandoned then return 0 end
  take_lease(table_key, holder, now + args[3])
  redis.call('ZADD', stale, now + args[3], id)
  return 1
end

-- keys: deadlines, inbox, clock · args: server's time or '', longest gap that counts as claiming, how many at most
-- → {time of the game clock, how many were due, next deadline or false, whether nobody had claimed for long}
local function due(keys, args)
  local deadlines, inbox, clock = unpack(keys)
  check(deadlines, 'zset')
  check(clock, 'hash')
  check_inbox(inbox)
  local now = tonumber(args[1]) or server_ms()
  local held = redis.call('HMGET', clock, 'claimed', 'away')
  local claimed, away = tonumber(held[1] or now), tonumber(held[2] or 0)
  local gap = now - claimed > tonumber(args[2])
  if gap then away = away + now - claimed end
  redis.call('HSET', clock, 'claimed', math.max(now, claimed), 'away', away)
  local game_ms = now - away
  local ids = redis.call('ZRANGEBYSCORE', deadlines, '-inf', game_ms, 'LIMIT', 0, args[3])
  for _, id in ipairs(ids) do
    redis.call('ZREM', deadlines, id)
    redis.call('XADD', inbox, '*', 'kind', 'due', 'update_id', 0, 'table', id, 'lane', id, 'payload', '')
  end
  local following = redis.call('ZRANGE', deadlines, 0, 0, 'WITHSCORES')
  return {game_ms, #ids, following[2] and tonumber(following[2]) or false, gap}
end

-- keys: inbox · args: consumer, whose pending entries ('' for anybody's), idle for how many ms, how many at most
-- → {{id, fields, how often its handling was begun}…}, now the consumer's
local function adopt(keys, args)
  local inbox, consumer, whose = keys[1], args[1], args[2]
  check_inbox(inbox)
  local ask = {'XPENDING', inbox, WORKERS, 'IDLE', args[3], '-', '+', args[4]}
  if whose ~= '' then table.insert(ask, whose) end
  local adopted = {}
  for _, pending in ipairs(redis.call(unpack(ask))) do
    local claimed = redis.call('XCLAIM', inbox, WORKERS, consumer, 0, pending[1], 'RETRYCOUNT', pending[4])[1]
    if claimed then table.insert(adopted, {claimed[1], claimed[2], pending[4]}) end
  end
  return adopted
end

-- keys: inbox · args: consumer, ids. Those that are the consumer's still are as though they had just been given to it.
local function hold(keys, args)
  local inbox, consumer = keys[1], args[1]
  check_inbox(inbox)
  for at = 2, #args do
    if #redis.call('XPENDING', inbox, WORKERS, args[at], args[at], 1, consumer) > 0 then
      redis.call('XCLAIM', inbox, WORKERS, consumer, 0, args[at], 'JUSTID')
    end
  end
end

-- keys: inbox · args: consumer, ms, how many at most. What is the consumer's is as though it had been given to it so
-- long ago.
local function leave(keys, args)
  local inbox, consumer = keys[1], args[1]
  check_inbox(inbox)
  for _, pending in ipairs(redis.call('XPENDING', inbox, WORKERS, '-', '+', args[3], consumer)) do
    redis.call('XCLAIM', inbox, WORKERS, consumer, 0, pending[1], 'IDLE', args[2], 'JUSTID')
  end
end

-- keys: inbox · args: idle for how many ms. Consumers that are idle for so long and owe nothing are forgotten.
local function retire(keys, args)
  check_inbox(keys[1])
  for _, row in ipairs(redis.call('XINFO', 'CONSUMERS', keys[1], WORKERS)) do
    local consumer = {}
    for at = 1, #row, 2 do consumer[row[at]] = row[at + 1] end
    if consumer.pending == 0 and consumer.idle > tonumber(args[1]) then
      redis.call('XGROUP', 'DELCONSUMER', keys[1], WORKERS, consumer.name)
    end
  end
end

-- keys: inbox, broken, deadlines, clock · args: entry, what kind of error, ms after which a deadline comes again
-- → 1: set aside, 0: it was handled after all
local function set_aside(keys, args)
  local inbox, broken, deadlines, clock = unpack(keys)
  local id = args[1]
  check_inbox(inbox)
  check(broken, 'stream')
  check(deadlines, 'zset')
  check(clock, 'hash')
  local found = redis.call('XRANGE', inbox, id, id)[1]
  if found then
    local fields = {}
    for at = 1, #found[2], 2 do fields[found[2][at]] = found[2][at + 1] end
    if fields.kind == 'due' then
      local game_ms = server_ms() - tonumber(redis.call('HGET', clock, 'away') or 0)
      redis.call('ZADD', deadlines, 'NX', game_ms + args[3], fields.table)
    end
    redis.call('XADD', broken, 'MAXLEN', '~', MOST_BROKEN, '*', 'error', args[2], unpack(found[2]))
    redis.call('EXPIRE', broken, BROKEN_KEPT)
  end
  settle(inbox, {id})
  return found and 1 or 0
end

-- keys: alive, poller · args: worker, for how many ms it asks Telegram for updates or 0, ms after which one is forgotten
-- → {who asks Telegram or '', when the worker was there before or false, {worker, when it was last there…}}
local function attend(keys, args)
  local alive, poller = unpack(keys)
  local worker, asks_ms, now = args[1], tonumber(args[2]), server_ms()
  check(alive, 'zset')
  check(poller, 'string')
  local before = redis.call('ZSCORE', alive, worker)
  redis.call('ZADD', alive, now, worker)
  redis.call('ZREMRANGEBYSCORE', alive, '-inf', now - args[3])
  local asks = redis.call('GET', poller)
  if asks_ms > 0 and (not asks or asks == worker) then
    redis.call('SET', poller, worker, 'PX', asks_ms)
    asks = worker
  elseif asks_ms == 0 and asks == worker then
    redis.call('DEL', poller)
    asks = false
  end
  return {asks or '', before, redis.call('ZRANGE', alive, 0, -1, 'WITHSCORES')}
end

-- keys: alive, poller · args: a worker that is there no more
local function dismiss(keys, args)
  local alive, poller = unpack(keys)
  check(alive, 'zset')
  check(poller, 'string')
  redis.call('ZREM', alive, args[1])
  if redis.call('GET', poller) == args[1] then redis.call('DEL', poller) end
end

-- keys: what holds the chat back, windows · args: time or '', token, then for each window its length, its limit, and how
-- many in it go as fast as the others let them: beyond those each goes that many ms after the one before
-- → 0: booked in all windows · ms to wait: booked in none
local function book(keys, args)
  local now, held, windows = tonumber(args[1]) or server_ms(), keys[1], {unpack(keys, 2)}
  check(held, 'string')
  for _, window in ipairs(windows) do check(window, 'zset') end
  local wait = math.max(redis.call('PTTL', held), 0)
  for at, window in ipairs(windows) do
    local length, limit, free, pace = unpack(args, 4 * at - 1, 4 * at + 2)
    redis.call('ZREMRANGEBYSCORE', window, '-inf', now - length)
    local freeing = redis.call('ZRANGE', window, -limit, -limit, 'WITHSCORES')[2]
    if freeing then wait = math.max(wait, freeing + length - now) end
    local last = redis.call('ZRANGE', window, -1, -1, 'WITHSCORES')[2]
    if last and redis.call('ZCARD', window) >= tonumber(free) then wait = math.max(wait, last + pace - now) end
  end
  if wait > 0 then return math.ceil(wait) end
  for at, window in ipairs(windows) do
    redis.call('ZADD', window, now, args[2])
    redis.call('PEXPIRE', window, args[4 * at - 1])
  end
  return 0
end

-- keys: windows · args: time or '', token, the length of each window. What was booked under the token goes only now.
local function rebook(keys, args)
  local now = tonumber(args[1]) or server_ms()
  for at, window in ipairs(keys) do
    check(window, 'zset')
    redis.call('ZADD', window, now, args[2])
    redis.call('PEXPIRE', window, args[2 + at])
  end
end

-- keys: what holds a chat back · args: ms. It does for so long at least.
local function hush(keys, args)
  check(keys[1], 'string')
  if redis.call('PTTL', keys[1]) < tonumber(args[1]) then redis.call('SET', keys[1], '1', 'PX', args[1]) end
end

redis.register_function('@LIBRARY@_append', append)
redis.register_function('@LIBRARY@_commit', commit)
redis.register_function('@LIBRARY@_forget', forget)
redis.register_function('@LIBRARY@_vanish', vanish)
redis.register_function('@LIBRARY@_shown', shown)
redis.register_function('@LIBRARY@_keep', keep)
redis.register_function('@LIBRARY@_release', release)
redis.register_function('@LIBRARY@_redraw', redraw)
redis.register_function('@LIBRARY@_sweep', sweep)
redis.register_function('@LIBRARY@_due', due)
redis.register_function('@LIBRARY@_adopt', adopt)
redis.register_function('@LIBRARY@_hold', hold)
redis.register_function('@LIBRARY@_leave', leave)
redis.register_function('@LIBRARY@_retire', retire)
redis.register_function('@LIBRARY@_settle', function(keys, args) settle(keys[1], args) end)
redis.register_function('@LIBRARY@_set_aside', set_aside)
redis.register_function('@LIBRARY@_shelve', shelve)
redis.register_function('@LIBRARY@_attend', attend)
redis.register_function('@LIBRARY@_dismiss', dismiss)
redis.register_function('@LIBRARY@_book', book)
redis.register_function('@LIBRARY@_rebook', rebook)
redis.register_function('@LIBRARY@_hush', hush)
