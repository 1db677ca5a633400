-- Sends the requests of a file in turn. Arguments: a method, a file with headers (a name, a tab and a value a line), and a file
-- with a body (POST) or a path (GET) a line. [<id>] in a body becomes another text in each request, which grows as order
-- numbers do.
local method, headers, lines, at, sent = nil, {}, {}, 0, 0
local started = os.time()

function init(args)
  method = args[1]
  for line in io.lines(args[2]) do
    local name, value = line:match("^([^\t]+)\t(.*)$")
    headers[name] = value
  end
  for line in io.lines(args[3]) do
    lines[#lines + 1] = method == "POST" and line or wrk.format(method, line, headers)
  end
end

function request()
  at = at % #lines + 1
  if method == "GET" then return lines[at] end
  sent = sent + 1
  local body = lines[at]:gsub("%[<id>%]", string.format("%d-%07d", started, sent))
  return wrk.format(method, wrk.path, headers, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\nRESULT {"requests": %d, "durationUs": %d, "refused": %d, "broken": %d, "p50Us": %d, "p99Us": %d}\n',
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
