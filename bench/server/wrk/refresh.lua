-- Refreshes sessions in turn: every answer brings the token of the session's next request. TOKENS: the first token of
-- each session, separated by spaces; there must be more of them than connections.
local tokens, first, last = {}, 1, 0
for token in os.getenv('TOKENS'):gmatch('%S+') do
  last = last + 1
  tokens[last] = token
end
wrk.method = 'POST'
wrk.headers['content-type'] = 'application/json'

function request()
  local token = tokens[first]
  tokens[first] = nil
  first = first + 1
  return wrk.format(nil, nil, nil, '{"refresh_token":"' .. token .. '"}')
end

function response(status, headers, body)
  last = last + 1
  local _, before = body:find('"refresh_token":"', 1, true)
  tokens[last] = before and body:match('[^"]+', before + 1) or 'none'
end
