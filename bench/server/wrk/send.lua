-- The same request again and again. `#######` in the body becomes a number that no other request has.
wrk.method = os.getenv('METHOD')
local body = os.getenv('BODY')
if body ~= '' then
  wrk.body = body
  wrk.headers['content-type'] = 'application/json'
end

local before, after = body:match('^(.*)#######(.*)$')
if before then
  local number = 1000000
  function request()
    number = number + 1
    return wrk.format(nil, nil, nil, before .. number .. after)
  end
end
