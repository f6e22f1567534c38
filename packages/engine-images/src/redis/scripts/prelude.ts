/** The chunk of Lua that runs before all scripts: what they see, and what they may not change. */
export const prelude = `
local libraries, null = ...
local getinfo, error, tostring, type, pcall, rawget, rawset = debug.getinfo, error, tostring, type, pcall, rawget, rawset
local setmetatable, loadstring, byte, concat, select = setmetatable, loadstring, string.byte, table.concat, select
local globals, readable = _G, setmetatable({}, { __mode = 'k' })

for _, name in ipairs { 'debug', 'dofile', 'getfenv', 'io', 'loadfile', 'module', 'newproxy', 'os', 'package', 'print', 'require', 'setfenv' } do
  globals[name] = nil
end
local function deny(level)
  error('Attempt to modify a readonly table', level)
end
local function readonly(of)
  local copy = setmetatable({}, { __index = of, __newindex = function() deny(3) end, __metatable = false })
  readable[copy] = of
  return copy
end

for name, functions in pairs(libraries) do globals[name] = functions end
libraries.cjson.null = null
globals.struct = setmetatable({}, { __index = function() error({ err = 'ERR lading: struct is not simulated: a test of it needs a real server' }) end })
for _, name in ipairs { 'bit', 'cjson', 'cmsgpack', 'coroutine', 'math', 'redis', 'server', 'string', 'struct', 'table' } do
  if globals[name] then globals[name] = readonly(globals[name]) end
end
getmetatable('').__index = globals.string
getmetatable('').__metatable = false

function globals.rawset(of, key, value)
  if readable[of] then deny(0) end
  return rawset(of, key, value)
end
function globals.rawget(of, key)
  return rawget(readable[of] or of, key)
end
-- Errors of commands are tables, which scripts that catch them see as strings.
local function caught(ok, ...)
  local message = ...
  if not ok and type(message) == 'table' and type(message.err) == 'string' then return false, message.err end
  return ok, ...
end
function globals.pcall(...)
  return caught(pcall(...))
end
-- Compiled chunks are not checked by Lua.
function globals.loadstring(text, ...)
  if type(text) == 'string' and byte(text) == 27 then return nil, 'attempt to load a compiled chunk' end
  return loadstring(text, ...)
end
function globals.load(reader, name)
  local pieces = {}
  for piece in reader do
    if piece == '' then break end
    pieces[#pieces + 1] = piece
  end
  return globals.loadstring(concat(pieces), name or '=(load)')
end

setmetatable(globals, {
  __index = function(_, name) error("Script attempted to access nonexistent global variable '" .. tostring(name) .. "'", 2) end,
})
local sandbox = readonly(globals)
rawset(globals, '_G', sandbox)

local function handler(message)
  if type(message) ~= 'table' then message = { err = 'ERR ' .. tostring(message) } end
  local level, info = 2, getinfo(2, 'Sl')
  while info and info.source ~= '@user_script' do
    level = level + 1
    info = getinfo(level, 'Sl')
  end
  if info then message.source, message.line = info.source, info.currentline end
  return message
end
return globals, sandbox, handler
`;
