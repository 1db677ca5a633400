-- Sends the requests of a file in turn. Arguments: a method, a file with headers (a name, a tab and a value a line), and a file
-- with a body (POST) or a path (GET) a line. [<id>] in a body becomes another text in each request, which grows as order
-- numbers do, and [<random>] becomes 16 random digits. In a header it becomes another number for each GET's line, and with every thousandth POST.
local method, headers, lines, at, sent = nil, {}, {}, 0, 0
local started = os.time()
local varying

local function with(number)
  if varying then headers[varying.name] = varying.value:gsub("%[<id>%]", started .. "-" .. number) end
  return headers
end

function init(args)
  math.randomseed(started)
  method = args[1]
  for line in io.lines(args[2]) do
    local name, value = line:match("^([^\t]+)\t(.*)$")
    headers[name] = value
    if value:find("[<id>]", 1, true) then varying = { name = name, value = value } end
  end
  for line in io.lines(args[3]) do
    lines[#lines + 1] = method == "POST" and line or wrk.format(method, line, with(#lines))
  end
end

function request()
  at = at % #lines + 1
  if method == "GET" then return lines[at] end
  sent = sent + 1
  local body = lines[at]:gsub("%[<id>%]", string.format("%d-%07d", started, sent))
  if body:find("[<random>]", 1, true) then
    local random = string.format("%08x%08x", math.random(0, 0x7fffffff), math.random(0, 0x7fffffff))
    body = body:gsub("%[<random>%]", random)
  end
  return wrk.format(method, wrk.path, with(math.floor(sent / 1000)), body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests": %d, "durationUs": %d, "refused": %d, "broken": %d, "p50Us": %d, "p99Us": %d}\n',
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
